/** What must not stand in a log, with what stands there instead. Order matters: keys before anything inside them. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/\b(sk|whsec)_[A-Za-z0-9_/+=-]{8,}/g, '$1_***'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '***token***'],
  [/\bBearer\s+[^\s"\\]+/gi, 'Bearer ***'],
  [/(:\/\/[^\s:/@"\\]*):[^\s@"\\]+@/g, '$1:***@'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '***@***'],
  [/\+\d[\d ().-]{6,}\d/g, '+***'],
];

/** Takes keys, tokens, passwords in addresses, e-mail addresses and phone numbers out of a text. */
export const masked = (text: string): string =>
  secrets.reduce((safe, [pattern, replacement]) => safe.replace(pattern, replacement), text);
