import type { SearchOption } from '../components/search-select.tsx';
import { get } from './client.ts';

const SHOWN = 10;
/** The service does not search by less. */
const MIN_LETTERS = 2;

/** Runs by name or id, however old; the newest until enough is typed. */
export async function searchRuns(text: string, signal: AbortSignal): Promise<readonly SearchOption[]> {
  const found =
    text.length < MIN_LETTERS
      ? (await get('/runs', { query: { limit: SHOWN }, signal })).data
      : (await get('/search', { query: { text }, signal })).runs;
  return found.map(({ id, name }) => ({ id, words: name }));
}
