import type { ConditionSubject } from '@parley/contract/contact-segment.ts';
import { get } from '../../api/client.ts';
import { searchJobs } from '../../api/jobs.ts';
import { searchRuns } from '../../api/runs.ts';
import type { SearchOption } from '../../components/search-select.tsx';

/** Where the names of what a condition compares by id come from. */
interface NameSource {
  readonly placeholder: string;
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly SearchOption[]>;
  readonly nameOf: (id: string, signal: AbortSignal) => Promise<string>;
}

const SHOWN = 10;
/** The newest so many imports are searched. */
const IMPORTS = 100;

const jobs: NameSource = {
  placeholder: 'Find a job',
  search: searchJobs,
  nameOf: async (id, signal) => (await get('/jobs/{id}', { path: { id }, signal })).title,
};

const runs: NameSource = {
  placeholder: 'Find a run',
  search: searchRuns,
  nameOf: async (id, signal) => (await get('/runs/{id}', { path: { id }, signal })).name,
};

const imports: NameSource = {
  placeholder: 'Find an import',
  search: async (text, signal) => {
    const { data } = await get('/contact-imports', { query: { limit: IMPORTS }, signal });
    return data
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      .slice(0, SHOWN)
      .map(({ id, name, createdAt }) => ({
        id,
        words: name,
        note: new Date(createdAt).toLocaleDateString(),
      }));
  },
  nameOf: async (id, signal) => (await get('/contact-imports/{id}', { path: { id }, signal })).name,
};

export const sourceOf = (on: ConditionSubject): NameSource =>
  on === 'job' ? jobs : on === 'run' ? runs : imports;
