import { isUtf8 } from 'node:buffer';
import { withoutAccents } from './accents.ts';

/** A text for searching: without accents, in lower case, with single spaces. The same for what is stored and asked. */
export const searchable = (text: string): string =>
  (isAscii(text) ? text : withoutAccents(text)).toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** A fast path: most texts are ASCII. */
export const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** Whether nothing would be visible: only white space, control and zero-width characters. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text);

/** Counts code points, which is near to what people count. The cheap check comes first: the other walks the whole text. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || [...text].length > max);

/** The words of a searchable text, each with the spaces around it: they tell where a word begins and ends. */
export const spacedWords = (text: string): string[] =>
  text.split(' ').map((word, i, all) => `${i === 0 ? '' : ' '}${word}${i === all.length - 1 ? '' : ' '}`);

/** A LIKE pattern that finds the text anywhere; its own % and _ are escaped. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Decodes bytes by their byte order mark, else as UTF-8 if valid, else by the named charset, else as Windows-1252. */
export function decodeText(bytes: Buffer, charset?: string): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (isUtf8(bytes)) return new TextDecoder('utf-8').decode(bytes);
  return decoder(charset).decode(bytes);
}

function decoder(charset: string | undefined): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset ?? 'windows-1252');
  } catch {
    return new TextDecoder('windows-1252');
  }
}

/** The charset that a page or a content type names. */
export const namedCharset = (text: string): string | undefined =>
  /charset\s*=\s*["']?\s*([\w-]{2,40})/i.exec(text)?.[1];

/** Line ends as one character, no control characters, no blanks at line ends, at most one empty line in a row. */
export const tidied = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\f\v]/g, '\n')
    .replaceAll(/(?![\n\t])[\p{Cc}\u00ad\ufeff]/gu, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** What must not enter a log, and its replacement. Order matters: keys before anything inside them. */
const secrets: readonly (readonly [RegExp, string])[] = [
  // Fastify writes raw URLs into warnings. A query can hold a key, a signature or what people searched for, and quotes: in a line
  // of JSON those are escaped, and the one that ends the URL has something else behind it.
  [/(?<=[\w./~%-])\?(?:\\["\\](?=[\w%&~+=])|[\w%&~+=*[])(?:[^\s"\\]|\\["\\](?=[\w%&~+=]))*/g, '?***'],
  // Whoever has such a link needs nothing else: it is the permission.
  [/\/(call|unsubscribe)\/[^\s"'\\/?#]{20,}/gi, '/$1/***'],
  [/\b(sk|whsec)_[A-Za-z0-9_/+=-]{8,}/g, '$1_***'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '***token***'],
  [/\bBearer\s+[^\s"\\]+/gi, 'Bearer ***'],
  [/(:\/\/[^\s:/@"\\]*):[^\s@"\\]+@/g, '$1:***@'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '***@***'],
  [/\+\d[\d ().-]{6,}\d/g, '+***'],
];

/** Masks keys, tokens, personal links, queries and passwords in URLs, e-mail addresses and phone numbers. */
export const masked = (text: string): string =>
  secrets.reduce((safe, [pattern, replacement]) => safe.replace(pattern, replacement), text);
