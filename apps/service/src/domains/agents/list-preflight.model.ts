import type { PreflightView, Problem } from '@parley/contract/preflight.ts';
import type { LegalHours } from '@parley/kernel/calling-law.ts';
import type { Contact } from '../contacts/contact.model.ts';
import { tokensWithout } from './known-data.model.ts';
import {
  type CallSpeech,
  lawOf,
  obstaclesOf,
  type PreflightInputs,
  reportOf,
  SHARED_NUMBER,
  withinCountries,
} from './preflight.model.ts';
import {
  isLackedByAll,
  placedTokenProblems,
  tokensIn,
  type UsedTokens,
  withoutValue,
} from './token-preflight.model.ts';

/** What a preflight reads of a contact of a list. */
export interface CheckedContact
  extends Pick<Contact, 'id' | 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'fields' | 'doNotCall'> {
  readonly hasJob: boolean;
}

/** How many contacts of the list have the number of another one, and one of them. */
export interface SharedNumbers {
  readonly contacts: number;
  readonly contactId: string;
}

/** A preflight of contacts that come part by part. However many they are, a problem is kept once, with their number. */
export class ListPreflight {
  readonly #inputs: PreflightInputs;
  readonly #speech: CallSpeech;
  readonly #tokens: UsedTokens;
  readonly #lacking = new Map<string, Problem>();
  readonly #obstacles = new Map<string, Problem>();
  readonly #jobs = new Map<string, Problem>();
  readonly #laws = new Map<LegalHours, string>();
  #total = 0;
  #callable = 0;

  constructor(inputs: PreflightInputs) {
    this.#inputs = inputs;
    this.#speech = withinCountries(inputs.speech, inputs.company);
    this.#tokens = tokensIn(inputs.agent, inputs.catalog);
  }

  add(contacts: readonly CheckedContact[]): void {
    for (const contact of contacts) this.#addOne(contact);
  }

  #addOne(contact: CheckedContact): void {
    const { agent, company, catalog } = this.#inputs;
    const obstacles = obstaclesOf(agent, contact, this.#speech);
    this.#total += 1;
    if (obstacles.length === 0) this.#callable += 1;
    for (const one of obstacles) count(this.#obstacles, one.message, one);
    for (const token of tokensWithout(this.#tokens.ofContacts, {
      agent,
      company,
      contact,
      catalog,
      job: null,
    }))
      count(this.#lacking, token, {
        severity: 'warning',
        contactId: contact.id,
        message: withoutValue([token]),
      });
    for (const [hours, country] of lawOf(contact, this.#speech)) this.#laws.set(hours, country);
    if (agent.focus !== null && agent.focus !== 'GENERIC' && !contact.hasJob)
      count(this.#jobs, NO_JOB, { severity: 'error', contactId: contact.id, message: NO_JOB });
  }

  report({ contacts, contactId }: SharedNumbers): PreflightView {
    const ofNobody = [...this.#lacking].flatMap(([token, { contacts: lacking = 0 }]) =>
      isLackedByAll(lacking, this.#total) ? [token] : [],
    );
    const ofSome = [...this.#lacking].filter(([token]) => !ofNobody.includes(token));
    return reportOf(this.#inputs, {
      total: this.#total,
      callable: this.#callable,
      tokens: [
        ...placedTokenProblems(this.#tokens, new Set(ofNobody)),
        ...ofSome.map(([, problem]) => problem),
      ],
      obstacles: [...this.#obstacles.values()],
      sharedNumbers:
        contacts === 0 ? [] : [{ severity: 'warning', contactId, contacts, message: SHARED_NUMBER }],
      laws: this.#laws,
      jobs: [...this.#jobs.values()],
    });
  }
}

const NO_JOB = 'The agent needs a job by now, and the contact was attached without one';

const count = (problems: Map<string, Problem>, key: string, problem: Problem): void => {
  const known = problems.get(key) ?? problem;
  problems.set(key, { ...known, contacts: (known.contacts ?? 0) + 1 });
};
