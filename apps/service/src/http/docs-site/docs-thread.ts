import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { readDocs } from './docs-library.ts';
import {
  markdownAddress,
  renderDocsPage,
  renderDocsSearch,
  renderLlmsFullText,
  renderLlmsText,
} from './docs-page.ts';
import type { DocsAnswer, DocsOrder, DocsThreadData } from './docs-reader.ts';
import { makeDocsSearch } from './docs-search.ts';

// Runs as a thread of docs-reader.ts, so that no call waits while a stranger's page is rendered or searched for.

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
/** Calls and requests have the processor first. Only on Linux is a priority a thread's own. */
const NICE = 5;

const { root, operations } = workerData as DocsThreadData;
const library = readDocs(root);
let search: ReturnType<typeof makeDocsSearch> | undefined;

async function answer(order: DocsOrder): Promise<DocsAnswer> {
  const docs = await library;
  switch (order.kind) {
    case 'text':
      return { text: await textAt(order.address) };
    case 'file': {
      // A page's links are known when it has been rendered.
      for (const page of docs.pages.values()) docs.render(page);
      return { file: docs.fileAt(order.address) };
    }
    case 'search': {
      search ??= makeDocsSearch(docs, operations);
      const results = (await search)(order.query);
      return { results, page: renderDocsSearch(docs, order.query, results) };
    }
  }
}

async function textAt(address: string): Promise<readonly [type: string, text: string] | undefined> {
  const docs = await library;
  if (address === '/llms.txt') return [TEXT, renderLlmsText(docs)];
  if (address === '/llms-full.txt') return [TEXT, renderLlmsFullText(docs)];
  const page = docs.pages.get(address);
  if (page !== undefined) return [HTML, renderDocsPage(docs, page)];
  const source = [...docs.pages.values()].find((one) => markdownAddress(one) === address);
  return source === undefined ? undefined : [MARKDOWN, source.markdown];
}

if (process.platform === 'linux') setPriority(0, NICE);
parentPort?.on('message', async ({ id, order }: { id: number; order: DocsOrder }) => {
  try {
    parentPort?.postMessage({ id, answer: await answer(order) });
  } catch (error) {
    parentPort?.postMessage({ id, error: (error as Error).message });
  }
});
