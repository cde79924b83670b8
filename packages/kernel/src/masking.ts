/** What must not enter a log, and its replacement. Order matters: keys before anything inside them. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/\b(sk|whsec)_[A-Za-z0-9_/+=-]{8,}/g, '$1_***'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '***token***'],
  [/\bBearer\s+[^\s"\\]+/gi, 'Bearer ***'],
  [/(:\/\/[^\s:/@"\\]*):[^\s@"\\]+@/g, '$1:***@'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '***@***'],
  [/\+\d[\d ().-]{6,}\d/g, '+***'],
];

/** Masks keys, tokens, passwords in URLs, e-mail addresses and phone numbers. */
export const masked = (text: string): string =>
  secrets.reduce((safe, [pattern, replacement]) => safe.replace(pattern, replacement), text);
