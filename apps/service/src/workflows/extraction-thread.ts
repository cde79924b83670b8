import { parentPort } from 'node:worker_threads';
import { decodeText, namedCharset, tidied } from '@parley/kernel/text.ts';
import type { FileType } from '../domains/documents/file-type.parser.ts';
import { docxText, htmlText } from '../domains/documents/markup.parser.ts';
import { passagesOf } from '../domains/documents/passage.model.ts';
import type { Person } from '../domains/documents/personal-data.model.ts';
import { Unreadable } from '../domains/documents/zip.parser.ts';
import type { ExtractionAnswer, ExtractionOrder } from './extract-text.ts';
import { packPassages } from './packed-passages.ts';
import { giveWayToCalls } from './thread-priority.ts';

// Runs as a thread of extract-text.ts; everything that takes long with a document's text happens here.

const MAX_CHARACTERS = 20 * 1024 ** 2;
const HEAD_BYTES = 4096;

async function answer(order: ExtractionOrder): Promise<ExtractionAnswer> {
  // It arrives without its class.
  const bytes = Buffer.from(order.bytes.buffer, order.bytes.byteOffset, order.bytes.byteLength);
  try {
    const text = tidied(await textOf(order.type, bytes, order.charsetHint));
    if (text.length > MAX_CHARACTERS) throw tooLong();
    const anonymousText = order.person === undefined ? undefined : await withoutPerson(text, order.person);
    return { passages: packPassages(passagesOf(text)), anonymousText };
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message };
    throw error;
  }
}

// What only some documents need is loaded only for them: a thread for a text file starts in a third of the time.
async function withoutPerson(text: string, person: Person): Promise<string> {
  const { anonymous } = await import('../domains/documents/anonymous-text.model.ts');
  return anonymous(text, person);
}

const tooLong = () =>
  new Unreadable(
    `The document has more than ${MAX_CHARACTERS} characters of text: split it into smaller ones.`,
  );

function textOf(type: FileType, file: Buffer, charsetHint: string): string | Promise<string> {
  switch (type) {
    case 'PDF':
      return pdfText(file);
    case 'DOCX':
      return docxText(file);
    case 'HTML':
      return htmlText(
        decodeText(file, namedCharset(charsetHint) ?? namedCharset(file.toString('latin1', 0, HEAD_BYTES))),
      );
    default:
      return decodeText(file, namedCharset(charsetHint));
  }
}

/** Page by page, so that one page's parts are gone before the next ones come. */
async function pdfText(file: Buffer): Promise<string> {
  const { getDocumentProxy } = await import('unpdf');
  const pages: string[] = [];
  let characters = 0;
  try {
    const pdf = await getDocumentProxy(new Uint8Array(file.buffer, file.byteOffset, file.byteLength));
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
      page.cleanup();
      pages.push(text);
      characters += text.length;
      if (characters > MAX_CHARACTERS) throw tooLong();
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(pdfTrouble(error as Error));
  }
  return pages.join('\n\n');
}

const pdfTrouble = ({ name }: Error): string =>
  name === 'PasswordException'
    ? 'The PDF is protected by a password: save it without one and upload it again.'
    : 'The PDF is damaged and cannot be read: save it again and upload it.';

giveWayToCalls();
parentPort?.on('message', async (order: ExtractionOrder) => parentPort?.postMessage(await answer(order)));
