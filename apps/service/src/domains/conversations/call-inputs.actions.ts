import type { Scope } from '../../storage/scope.ts';
import { agentVersion } from '../agents/agent.actions.ts';
import type { Agent } from '../agents/agent.model.ts';
import type { CallInputs } from '../agents/call-plan.model.ts';
import { requirePhoneNumber } from '../agents/phone-number.actions.ts';
import { ownCompany } from '../companies/company.actions.ts';
import type { Company } from '../companies/company.model.ts';
import type { Catalog } from '../contact-fields/catalog.model.ts';
import { readCatalog } from '../contact-fields/contact-field.actions.ts';
import { contactsAmong, getContacts } from '../contacts/contact.actions.ts';
import { type Contact, dayIn, timeZoneOfContact } from '../contacts/contact.model.ts';
import { getJob } from '../jobs/job.actions.ts';
import type { Conversation } from './conversation.model.ts';
import { findConversations, findTalks } from './conversation.store.ts';
import { type DialRules, underRules } from './dial-rules.model.ts';
import { rulesOfQueues } from './dial-rules.store.ts';

export interface ConversationCall {
  readonly conversation: Conversation;
  readonly inputs: CallInputs;
  /** Who is called. In a test call the agent may be given the data of another: `inputs.contact`. */
  readonly contact: Contact;
  /** The caller id; null: the line's own. */
  readonly from: string | null;
}

interface CompanyInputs {
  readonly company: Company;
  readonly catalog: Catalog;
}

/** A change of the company or its catalog reaches calls that start this much later. */
const FRESH_MS = 1000;
const MAX_CACHED = 500;

/**
 * Reads the inputs of calls. Agent versions never change, so those in use are cached; a company and its catalog are read
 * once per second for all its calls.
 */
export class CallInputsReader {
  readonly #versions = new Map<string, Promise<Agent>>();
  readonly #companies = new Map<string, Promise<CompanyInputs>>();

  /** Everything a call of the conversation needs; undefined when the conversation was deleted. */
  async of(scope: Scope, conversationId: string): Promise<ConversationCall | undefined> {
    const called = await scope.together(readCalled, conversationId);
    if (!called) return undefined;
    const { conversation, contact, rules } = called;
    const [known = contact, version, { company, catalog }, job] = await Promise.all([
      contactTalkedAs(scope, called),
      this.#version(scope, conversation.agentVersionId),
      this.#company(scope),
      conversation.jobId === null ? null : getJob(scope, conversation.jobId),
    ]);
    // A callback is promised in the hours of the run.
    const agent = underRules(version, rules);
    const from =
      agent.companyPhoneNumberId === null
        ? null
        : await requirePhoneNumber(scope, agent.companyPhoneNumberId);
    const timeZone = timeZoneOfContact(known, company.timezone);
    const hasExpired = known.gdprExpiryDate <= dayIn(company.timezone, scope.now());
    const inputs = { agent, company, contact: known, catalog, job, timeZone, hasExpired };
    return { conversation, contact, from, inputs };
  }

  #version(scope: Scope, id: string): Promise<Agent> {
    return keep(this.#versions, id, this.#versions.get(id) ?? agentVersion(scope, id));
  }

  /** The key includes the second, and promises are cached, so calls that start together share one read. */
  #company(scope: Scope): Promise<CompanyInputs> {
    const key = `${scope.companyId} ${Math.floor(performance.now() / FRESH_MS)}`;
    return keep(this.#companies, key, this.#companies.get(key) ?? readCompanyInputs(scope));
  }
}

interface Called {
  readonly rules: DialRules;
  readonly conversation: Conversation;
  readonly contact: Contact;
  /** Whose data the agent is given, while it talks to somebody of the company. */
  readonly talkedAs: string | undefined;
}

/** Calls are claimed in batches; one read serves the batch. */
async function readCalled(scope: Scope, ids: readonly string[]): Promise<(Called | undefined)[]> {
  const conversations = new Map((await findConversations(scope, ids)).map((found) => [found.id, found]));
  const contactIds = new Set([...conversations.values()].map(({ contactId }) => contactId));
  const contacts = new Map(
    (await getContacts(scope, [...contactIds])).map((contact) => [contact.id, contact]),
  );
  const runIds = [...conversations.values()].flatMap(({ runId }) => runId ?? []);
  const rules = new Map(
    (runIds.length === 0 ? [] : await rulesOfQueues(scope, [...new Set(runIds)])).map((one) => [
      one.dialQueue,
      one.rules,
    ]),
  );
  // A call in the browser is of no run.
  const inBrowser = [...conversations.values()].filter(
    ({ type, runId }) => type === 'ONLINE' && runId === null,
  );
  const talks = new Map(
    (inBrowser.length === 0 ? [] : await findTalks(scope, ids)).map((one) => [
      one.conversationId,
      one.contactId,
    ]),
  );
  return ids.map((id) => {
    const conversation = conversations.get(id);
    const contact = conversation && contacts.get(conversation.contactId);
    const talkedAs = conversation && talks.get(conversation.id);
    return contact && { conversation, contact, talkedAs, rules: rules.get(conversation.runId ?? '') ?? {} };
  });
}

async function contactTalkedAs(scope: Scope, { talkedAs }: Called): Promise<Contact | undefined> {
  return talkedAs === undefined ? undefined : (await contactsAmong(scope, [talkedAs]))[0];
}

async function readCompanyInputs(scope: Scope): Promise<CompanyInputs> {
  const [company, catalog] = await Promise.all([ownCompany(scope), readCatalog(scope)]);
  return { company, catalog };
}

/** Least recently used; failed reads are not cached. */
function keep<Value>(kept: Map<string, Promise<Value>>, key: string, value: Promise<Value>): Promise<Value> {
  kept.delete(key);
  kept.set(key, value);
  value.catch(() => kept.delete(key));
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_CACHED) break;
    kept.delete(oldest);
  }
  return value;
}
