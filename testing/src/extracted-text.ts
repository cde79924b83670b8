import type { FileType } from '@parley/service/domains/documents/file-type.parser.ts';
import type { ExtractText } from '@parley/service/workflows/extract-text.ts';

/** Memory of its own, because it is handed over. */
export function owned(bytes: Buffer | string): Buffer<ArrayBuffer> {
  const source = Buffer.from(bytes as string);
  const copy = Buffer.from(new ArrayBuffer(source.length));
  copy.set(source);
  return copy;
}

/** The text that is read from a file, its passages one a line. */
export async function extractedText(type: FileType, bytes: Buffer | string, extract: ExtractText) {
  const { passages } = await extract('a company', {
    type,
    charsetHint: '',
    bytes: owned(bytes),
    person: undefined,
  });
  return passages.map(({ text }) => text).join('\n');
}
