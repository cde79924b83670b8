import type { Problem } from '@parley/contract/preflight.ts';
import type { Catalog } from '../contact-fields/catalog.model.ts';
import type { Contact } from '../contacts/contact.model.ts';
import type { Agent } from './agent.model.ts';
import { allTexts } from './agent-texts.model.ts';
import { type CallSubject, jobProperties, tokensWithout } from './known-data.model.ts';
import { tokensOf } from './token.model.ts';

/** Tokens that say nothing: to anybody, or to some of the contacts. */
export function tokenProblems(
  {
    agent,
    company,
    catalog,
  }: Pick<CallSubject, 'company'> & { readonly agent: Agent; readonly catalog: Catalog },
  contacts: readonly Contact[],
): Problem[] {
  const used = tokensIn(agent, catalog);
  const lacking = contacts.map((contact) => ({
    id: contact.id,
    tokens: tokensWithout(used.ofContacts, { agent, company, contact, catalog, job: null }),
  }));
  const ofNobody = used.ofContacts.filter((token) =>
    isLackedByAll(lacking.filter(({ tokens }) => tokens.includes(token)).length, contacts.length),
  );
  return [
    ...placedTokenProblems(used, new Set(ofNobody)),
    ...lacking.flatMap(({ id, tokens }): Problem[] => {
      const missing = tokens.filter((token) => !ofNobody.includes(token));
      return missing.length === 0
        ? []
        : [{ severity: 'warning', contactId: id, message: withoutValue(missing) }];
    }),
  ];
}

export const withoutValue = (tokens: readonly string[]): string =>
  `The contact has no value for ${tokens.map((token) => `{{${token}}}`).join(', ')}`;

/** Said of the text then, and not of each contact. */
export const isLackedByAll = (lacking: number, total: number): boolean => lacking > 1 && lacking === total;

export interface UsedTokens {
  /** Where each is used first. */
  readonly places: ReadonlyMap<string, string>;
  /** Those that nothing can be said for, with the reason. */
  readonly never: ReadonlyMap<string, string>;
  /** Those that depend on the contact. */
  readonly ofContacts: readonly string[];
}

export function tokensIn(agent: Agent, catalog: Catalog): UsedTokens {
  const places = new Map<string, string>();
  for (const { path, text } of allTexts(agent))
    for (const token of tokensOf(text)) if (!places.has(token)) places.set(token, path);
  const tokens = [...places.keys()];
  const never = new Map(
    tokens.flatMap((token) => {
      const why = whyNever(token, agent, catalog);
      return why === undefined ? [] : [[token, why] as const];
    }),
  );
  const ofContacts = tokens.filter((token) => !never.has(token) && !token.startsWith('job.'));
  return { places, never, ofContacts };
}

/** Of the texts in which the tokens are. */
export const placedTokenProblems = (
  { places, never }: UsedTokens,
  ofNobody: ReadonlySet<string>,
): Problem[] =>
  [...places].flatMap(([token, path]): Problem[] => {
    const why = never.get(token);
    if (why !== undefined)
      return [{ severity: 'error', path, message: `{{${token}}} is left out when spoken: ${why}` }];
    return ofNobody.has(token)
      ? [{ severity: 'warning', path, message: `No contact of the list has a value for {{${token}}}` }]
      : [];
  });

function whyNever(token: string, { flow }: Agent, catalog: Catalog): string | undefined {
  const [source, key = ''] = token.split(/\.(.*)/s);
  if (source === 'contact') return catalog.has(key) ? undefined : `the catalog has no field "${key}"`;
  if (source !== 'job') return 'a token is {{contact.<key>}} or {{job.<property>}}';
  if (flow !== null) return 'conversations of an agent with a flow have no job';
  return jobProperties.includes(key) ? undefined : `a job has no property "${key}"`;
}
