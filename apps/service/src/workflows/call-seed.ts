/** The same contact, agent version, number of call and seed give the same words. */
export const callSeed = (seed: number, ...parts: (string | number)[]): number =>
  hash([seed, ...parts].join(' '));

/** A stable 32-bit hash of a text (FNV-1a); not for secrets. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    value ^= text.charCodeAt(i);
    value = Math.imul(value, 0x01000193);
  }
  return value >>> 0;
}
