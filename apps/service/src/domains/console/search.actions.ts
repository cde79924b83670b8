import type { ContactView } from '@parley/contract/contact.ts';
import { MOST_FOUND, type SearchView } from '@parley/contract/search.ts';
import { searchable } from '@parley/kernel/text.ts';
import type { Scope } from '../../storage/scope.ts';
import { searchedDigits } from '../contacts/contact.model.ts';
import { listCompanyContacts } from '../contacts/contact-list.actions.ts';
import { listCompanyJobs } from '../jobs/job.actions.ts';
import { agentsNamed, conversationsOf, runsNamed } from './search.store.ts';

/** What is written like a telephone number, with enough of it to tell people apart. */
const NUMBER = /^[+(]?[\d\s().\-/]{4,}$/;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Finds contacts by name, address or number, their conversations, and agents, runs and jobs by name; any by its id. */
export async function search(scope: Scope, wanted: string): Promise<SearchView> {
  const text = wanted.trim();
  // Accents alone are nothing to look for: everything would be found.
  if (searchable(text) === '') return { contacts: [], agents: [], runs: [], conversations: [], jobs: [] };
  const page = { page: 1, limit: MOST_FOUND };
  const isNumber = NUMBER.test(text) && searchedDigits(text) !== '';
  const [people, agents, runs, jobs] = await Promise.all([
    listCompanyContacts(scope, { ...page, ...(isNumber ? { phoneNumber: text } : { search: text }) }),
    agentsNamed(scope, text, MOST_FOUND),
    runsNamed(scope, text, MOST_FOUND),
    listCompanyJobs(scope, { ...page, search: text }),
  ]);
  const contacts = people.data as readonly ContactView[];
  const conversations = await conversationsOf(
    scope,
    contacts.map(({ id }) => id),
    UUID.test(text) ? text : undefined,
    MOST_FOUND,
  );
  return {
    contacts: contacts.map(({ id, firstName, lastName, phoneNumber, email }) => ({
      id,
      name: [firstName, lastName].filter((part) => part).join(' '),
      phoneNumber: phoneNumber ?? null,
      email: email ?? null,
    })),
    agents,
    runs,
    conversations: conversations.map(({ createdAt, ...one }) => ({
      ...one,
      createdAt: createdAt.toISOString(),
    })),
    jobs: jobs.data.map(({ id, title }) => ({ id, name: title })),
  };
}
