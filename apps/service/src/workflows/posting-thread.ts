import { parentPort } from 'node:worker_threads';
import { decodeText, namedCharset } from '@parley/kernel/text.ts';
import { extractPosting, type FetchedPage } from '../domains/jobs/extraction/extract.parser.ts';
import type { PostingAnswer, PostingOrder } from './read-posting.ts';
import { giveWayToCalls } from './thread-priority.ts';

// Runs as a thread of read-posting.ts; everything that takes long with a page happens here.

const HEAD_BYTES = 4096;
/** As much of the page as a language model would be shown. */
const TEXT_CHARACTERS = 40_000;

function answer({ url, contentType, bytes }: PostingOrder): PostingAnswer {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const charset = namedCharset(contentType) ?? namedCharset(body.toString('latin1', 0, HEAD_BYTES));
  const text = decodeText(body, charset);
  const extracted = extractPosting({ url, kind: kindOf(text), text });
  if (extracted === undefined) return { page: undefined };
  return { page: { ...extracted, text: (extracted.posting.description ?? '').slice(0, TEXT_CHARACTERS) } };
}

/** By what it is; servers call JSON text and pages nothing at all. */
function kindOf(text: string): FetchedPage['kind'] {
  const start = text.slice(0, 500).trimStart();
  if (/^[[{]/.test(start)) return 'json';
  return /^<\?xml/i.test(start) && !/<html/i.test(text.slice(0, 2000)) ? 'xml' : 'html';
}

giveWayToCalls();
parentPort?.on('message', (order: PostingOrder) => parentPort?.postMessage(answer(order)));
