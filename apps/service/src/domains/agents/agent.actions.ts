import { isDeepStrictEqual } from 'node:util';
import type { AgentChanges, NewAgent } from '@parley/contract/agent.ts';
import type { Paging } from '@parley/contract/schema.ts';
import type { CallingWindow } from '@parley/kernel/calling-window.ts';
import { belongsToAnother, conflict, Failure, invalid, notFound } from '@parley/kernel/failure.ts';
import type { Language } from '@parley/language/language.ts';
import { newest } from '../../http/cursor.ts';
import { cut, pagedBy, pagedStream } from '../../http/pagination.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { foresee } from '../billing/account.actions.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { readCatalog } from '../contact-fields/contact-field.actions.ts';
import { noteChange } from '../events/event.actions.ts';
import {
  type Agent,
  agentBytes,
  agentViolations,
  blankAgent,
  moveIntoWindowTask,
  sizeViolations,
  viewAgent,
  withChanges,
} from './agent.model.ts';
import {
  type AgentOfCompany,
  countAgents,
  deleteAgent,
  findAgent,
  findAgents,
  findAnywhere,
  findVersion,
  insertAgent,
  isAnothers,
  listAgentSizes,
  lockAgent,
  saveVersion,
} from './agent.store.ts';
import { type Flow, idsOf } from './flow.model.ts';
import { readFlow } from './flow-grammar.model.ts';
import { requirePhoneNumber } from './phone-number.actions.ts';
import type { CallSpeech, HasModel, PreflightInputs } from './preflight.model.ts';

/** Makes an agent for good, whether it was asked for by itself or inside something else. */
export async function createAgent(scope: Scope, wanted: NewAgent): Promise<Agent> {
  refuseViolations(wanted);
  if (wanted.companyPhoneNumberId != null) await requirePhoneNumber(scope, wanted.companyPhoneNumberId);
  const flow = await flowFrom(scope, wanted.flow, null);
  const now = scope.now();
  const agent: Agent = {
    ...withChanges(blankAgent, wanted, flow),
    id: scope.newId(),
    versionId: scope.newId(),
    createdAt: now,
    updatedAt: now,
  };
  refuseTooLarge(agent);
  await scope.transaction(async (inside) => {
    await insertAgent(inside, agent);
    await noteChange(inside, 'agent', agent.id);
  });
  return agent;
}

/** The agent as it is now. Another company's is forbidden; one that never was, or is gone, is not found. */
export async function getAgent(scope: Scope, id: string): Promise<Agent> {
  const agent = await findAgent(scope, id);
  if (!agent) throw await missing(scope, id);
  return agent;
}

/** Those named in bodies, as they are now, each failing as it would alone. */
export async function getAgents(scope: Scope, ids: readonly string[]): Promise<Agent[]> {
  if (ids.length === 0) return [];
  const agents = await findAgents(scope, ids);
  const unfound = ids.find((id) => !agents.some((agent) => agent.id === id.toLowerCase()));
  if (unfound !== undefined) throw await missing(scope, unfound);
  return agents;
}

/** The agent as it was when a conversation started with it. */
export async function agentVersion(scope: Scope, versionId: string): Promise<Agent> {
  const agent = await findVersion(scope, versionId);
  if (!agent) throw notFound('Agent version');
  return agent;
}

/** The same; undefined when the agent was deleted. */
export const findAgentVersion = (scope: Scope, versionId: string): Promise<Agent | undefined> =>
  findVersion(scope, versionId);

/**
 * The hours in which its calls are placed. Unlike what is said in a call they are never those of an older version: who
 * narrows them does not want anybody called outside of them any more. Undefined when the agent was deleted.
 */
export async function findCallingWindow(
  scope: Scope,
  agentId: string,
): Promise<CallingWindow | null | undefined> {
  return (await findAgent(scope, agentId))?.settings.callingWindow;
}

/** What it speaks; undefined when it was deleted. */
export async function languageOfVersion(scope: Scope, versionId: string): Promise<Language | undefined> {
  return (await findVersion(scope, versionId))?.language;
}

/** For whoever runs the installation: the agent they name, by id or by a name that only one agent has. */
export async function agentNamed(everywhere: Everywhere, wanted: string): Promise<AgentOfCompany> {
  const [found, ...others] = await findAnywhere(everywhere, wanted);
  if (!found) throw new Failure('not_found', `There is no agent ${wanted}`);
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id }) => id).join(', ');
  throw conflict(`Several agents are called ${wanted}; name one of them by its id: ${ids}`);
}

export async function listCompanyAgents(scope: Scope, query: Paging) {
  const [total, sizes] = await Promise.all([countAgents(scope), listAgentSizes(scope, cut(query))]);
  const slices = slicesOf(sizes.slice(0, query.limit));
  const [first = [], ...others] = slices;
  const rowsOf = async (ids: readonly string[]) => {
    const found = new Map((await findAgents(scope, ids)).map((agent) => [agent.id, agent]));
    // One that was deleted meanwhile is left out.
    return ids.flatMap((id) => found.get(id) ?? []).map(viewAgent);
  };
  if (others.length === 0)
    return { ...pagedBy(newest, query, total, sizes, ({ id }) => id), data: await rowsOf(first) };
  async function* rows() {
    for (const ids of slices) yield* await rowsOf(ids);
  }
  return pagedStream(query, total, sizes, rows());
}

/** So much is read at once for a list, as it is stored. */
const SLICE_BYTES = 64 * 1024;
const SLICE_AGENTS = 20;

function slicesOf(sizes: readonly { readonly id: string; readonly bytes: number }[]): string[][] {
  const slices: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const agent of sizes) {
    const last = slices.at(-1);
    if (last === undefined || bytes + agent.bytes > SLICE_BYTES || last.length === SLICE_AGENTS) {
      slices.push([agent.id]);
      bytes = agent.bytes;
    } else {
      last.push(agent.id);
      bytes += agent.bytes;
    }
  }
  return slices;
}

/**
 * Makes a new version with each property that was sent replaced as a whole. Who says which state of the agent they saw
 * is refused when it is another one by now: what somebody else changed meanwhile would be lost.
 */
export function changeAgent(
  scope: Scope,
  id: string,
  changes: AgentChanges,
  seenUpdatedAt?: string,
): Promise<Agent> {
  refuseViolations(changes);
  return scope.transaction(async (inside) => {
    const agent = await lockOwnAgent(inside, id);
    refuseUnseen(agent, seenUpdatedAt);
    if (Object.keys(changes).length === 0) return agent;
    return publishVersion(inside, agent, await changedAgent(inside, agent, changes));
  });
}

/** Locked first and read then: changes at the same time follow each other, and none is lost. */
export async function lockOwnAgent(scope: Scope, id: string): Promise<Agent> {
  if (!(await lockAgent(scope, id))) throw await missing(scope, id);
  return getAgent(scope, id);
}

/** The agent, or a draft of it, with each property that was sent replaced as a whole; not stored yet. */
export async function changedAgent(scope: Scope, agent: Agent, changes: AgentChanges): Promise<Agent> {
  refuseViolations(changes);
  if (changes.focus !== undefined && changes.flow === undefined && agent.flow !== null)
    throw invalid(['focus cannot be combined with the flow that the agent has; send flow null with it']);
  if (changes.companyPhoneNumberId != null) await requirePhoneNumber(scope, changes.companyPhoneNumberId);
  const flow = await flowFrom(scope, changes.flow, agent.flow);
  const changed: Agent = {
    ...withChanges(agent, changes, flow),
    id: agent.id,
    versionId: scope.newId(),
    createdAt: agent.createdAt,
    updatedAt: scope.now(),
  };
  refuseTooLarge(changed, agent);
  return changed;
}

/** New calls are made with these contents from now on. The caller holds the lock on the agent. */
export async function publishVersion(scope: Scope, agent: Agent, content: Agent): Promise<Agent> {
  const published: Agent = { ...content, versionId: scope.newId(), updatedAt: scope.now() };
  await saveVersion(scope, published);
  await noteChange(scope, 'agent', agent.id);
  if (!isDeepStrictEqual(published.settings.callingWindow, agent.settings.callingWindow))
    await scope.enqueue(moveIntoWindowTask, { companyId: scope.companyId, agentId: agent.id });
  return published;
}

export async function removeAgent(scope: Scope, id: string) {
  await scope.transaction(async (inside) => {
    const outcome = await deleteAgent(inside, id);
    if (outcome === 'missing') throw await missing(inside, id);
    if (outcome === 'in-use')
      throw conflict('The agent is in use by a run or a conversation that is not finished');
    await noteChange(inside, 'agent', id);
  });
  return { id, deleted: true as const };
}

/** Refuses changes to another state of the agent, or of its draft, than the one that was edited, if that is known. */
export function refuseUnseen({ updatedAt }: Agent, seen: string | undefined): void {
  if (seen === undefined || Date.parse(seen) === updatedAt.getTime()) return;
  const at = updatedAt.toISOString();
  throw new Failure(
    'conflict',
    `Somebody else changed this agent at ${at}: load it again and repeat your changes`,
    { errors: [{ path: 'updatedAt', message: at }] },
  );
}

function refuseViolations(sent: AgentChanges): void {
  const violations = agentViolations(sent);
  if (violations.length > 0) throw invalid(violations);
}

/** One that was stored before there was a limit may be changed, but not grow. */
function refuseTooLarge(agent: Agent, before?: Agent): void {
  if (before !== undefined && agentBytes(agent) <= agentBytes(before)) return;
  const violations = sizeViolations(agent);
  if (violations.length > 0) throw invalid(violations);
}

const missing = async (scope: Scope, id: string): Promise<Failure> =>
  (await isAnothers(scope, id))
    ? belongsToAnother('This agent belongs to another company')
    : notFound('Agent');

/** The flow that was sent, read by the grammar; what is null or absent stays so. */
async function flowFrom(
  scope: Scope,
  sent: AgentChanges['flow'],
  before: Flow | null,
): Promise<Flow | null | undefined> {
  if (sent === undefined || sent === null) return sent;
  const { defaultCountry } = await ownCompany(scope);
  const reading = readFlow(sent, {
    country: defaultCountry,
    newId: scope.newId,
    keptIds: before === null ? new Set() : idsOf(before),
  });
  if ('flow' in reading) return reading.flow;
  throw new Failure('unprocessable', 'The flow is not valid', { errors: reading.problems });
}

/** What a preflight knows, whoever is called. */
export async function preflightInputs(
  scope: Scope,
  agent: Agent,
  speech: CallSpeech,
  hasModel: HasModel,
): Promise<PreflightInputs> {
  const [company, catalog, outlook, isByModel] = await Promise.all([
    ownCompany(scope),
    readCatalog(scope),
    foresee(scope),
    hasModel(scope.companyId),
  ]);
  return { agent, company, catalog, speech, hasModel: isByModel, ...outlook };
}
