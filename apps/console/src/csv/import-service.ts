import { get, post } from '../api/client.ts';
import type { ImportMark, ImportService } from './import-contacts.ts';

const MOST_A_PAGE = 100;
/** Clocks of a browser and of a service are not the same. */
const CLOCKS_APART_MS = 5 * 60_000;

/** Contacts come newest first, so that what was just made stands on the first pages. */
async function landed({ importId, fromLine, since }: ImportMark): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  const oldest = since.getTime() - CLOCKS_APART_MS;
  for (let page = 1; ; page++) {
    const { data, totalPages } = await get('/contacts', { query: { page, limit: MOST_A_PAGE } });
    for (const { id, metadata } of data) {
      if (metadata.importId !== importId) continue;
      const line = Number(metadata.importLine);
      if (line < fromLine) return found;
      found.set(line, id);
    }
    const last = data.at(-1);
    if (page >= totalPages || last === undefined || Date.parse(last.createdAt) < oldest) return found;
  }
}

export const importService: ImportService = {
  send: (rows) => post('/console/api/contacts/import', { rows: [...rows] }),
  landed,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => new Date(),
};
