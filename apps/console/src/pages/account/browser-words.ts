const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const found = (table: typeof browsers, text: string): string | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** "Firefox on Linux", as far as it can be told. */
export function browserWords(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = found(browsers, text) ?? 'A browser';
  const system = found(systems, text);
  return system === undefined ? browser : `${browser} on ${system}`;
}
