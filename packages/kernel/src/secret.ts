/**
 * A secret of the installation that can be rotated: one value, or several of which the first is used and all are accepted.
 * Whatever is signed, hashed or encrypted from now on has the first; what older values made stays good as long as they
 * are listed.
 */
export type Secret = string | readonly string[];

export const accepted = (secret: Secret): readonly string[] =>
  typeof secret === 'string' ? [secret] : secret;

/** The value that is used. */
export function inUse(secret: Secret): string {
  const [first] = accepted(secret);
  if (first === undefined) throw new Error('A secret has no value');
  return first;
}
