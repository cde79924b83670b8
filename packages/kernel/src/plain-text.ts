import { isUtf8 } from 'node:buffer';

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
