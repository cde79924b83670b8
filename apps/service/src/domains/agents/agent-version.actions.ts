import type { AgentChanges } from '@parley/contract/agent.ts';
import type {
  AgentDraftView,
  AgentVersionChanges,
  AgentVersionRow,
  AgentVersionView,
} from '@parley/contract/agent-version.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { conflict, invalid, notFound } from '@parley/kernel/failure.ts';
import type { ListOrder } from '../../http/cursor.ts';
import { cut, pagedBy } from '../../http/pagination.ts';
import type { Scope } from '../../storage/scope.ts';
import { noteChange } from '../events/event.actions.ts';
import {
  agentVersion,
  changedAgent,
  getAgent,
  lockOwnAgent,
  publishVersion,
  refuseUnseen,
} from './agent.actions.ts';
import { type Agent, viewAgent } from './agent.model.ts';
import { insertVersion } from './agent.store.ts';
import { changesBetween } from './agent-diff.model.ts';
import {
  countVersions,
  deleteDraft,
  findDraft,
  findPrevious,
  findVersionInBrief,
  listVersions,
  setDraft,
  type VersionInBrief,
} from './agent-version.store.ts';

const byNumber: ListOrder<VersionInBrief> = {
  name: 'versions',
  kinds: ['integer'],
  // Only published versions are listed, and those have a number.
  placeOf: ({ number }) => [number],
};

/** The published versions, the newest first. */
export async function listAgentVersions(scope: Scope, agentId: string, query: Paging) {
  await getAgent(scope, agentId);
  const [total, versions] = await Promise.all([
    countVersions(scope, agentId),
    listVersions(scope, agentId, cut(query, byNumber)),
  ]);
  return pagedBy(byNumber, query, total, versions, viewVersion);
}

export async function readAgentVersion(
  scope: Scope,
  agentId: string,
  versionId: string,
): Promise<AgentVersionView> {
  const version = await ownVersion(scope, agentId, versionId);
  return { ...viewVersion(version), agent: viewAgent(await agentVersion(scope, version.id)) };
}

async function ownVersion(scope: Scope, agentId: string, versionId: string): Promise<VersionInBrief> {
  await getAgent(scope, agentId);
  const version = await findVersionInBrief(scope, agentId, versionId);
  if (!version) throw notFound('Agent version');
  return version;
}

/** What differs from another version, or from the one before. */
export async function compareVersions(
  scope: Scope,
  agentId: string,
  versionId: string,
  since: string | undefined,
): Promise<AgentVersionChanges> {
  const version = await ownVersion(scope, agentId, versionId);
  const other =
    since === undefined ? await basisOf(scope, version) : (await ownVersion(scope, agentId, since)).id;
  if (other === null) return { versionId: version.id, since: null, changes: [] };
  const [before, after] = await Promise.all([agentVersion(scope, other), agentVersion(scope, version.id)]);
  return {
    versionId: version.id,
    since: other,
    changes: changesBetween(viewAgent(before), viewAgent(after)),
  };
}

const basisOf = async (scope: Scope, { agentId, number, basedOn }: VersionInBrief): Promise<string | null> =>
  number === null ? basedOn : ((await findPrevious(scope, agentId, number))?.id ?? null);

/** Publishes an earlier version again, as a new one: the history stays whole. */
export function restoreVersion(scope: Scope, agentId: string, versionId: string): Promise<Agent> {
  return scope.transaction(async (inside) => {
    const agent = await lockOwnAgent(inside, agentId);
    const version = await ownVersion(inside, agentId, versionId);
    if (version.number === null) throw conflict('A draft cannot be restored: publish it');
    if (version.isPublished) throw conflict('This version is already published');
    return publishVersion(inside, agent, await agentVersion(inside, version.id));
  });
}

export async function readDraft(scope: Scope, agentId: string): Promise<AgentDraftView> {
  const agent = await getAgent(scope, agentId);
  const draft = await findDraft(scope, agentId);
  if (!draft) throw notFound('Draft');
  return viewDraft(scope, agent, draft);
}

/** The published version, or the draft: what a check or a test looks at. */
export async function agentOrDraft(scope: Scope, agentId: string, isDraft: boolean): Promise<Agent> {
  const agent = await getAgent(scope, agentId);
  if (!isDraft) return agent;
  const draft = await findDraft(scope, agentId);
  if (!draft) throw notFound('Draft');
  return agentVersion(scope, draft.id);
}

/** A version for one call, and how it is stored in the transaction of what refers to it. */
export interface VersionForCall {
  readonly agent: Agent;
  readonly store: (inside: Scope) => Promise<unknown>;
}

/** A copy of the draft for a call with whoever edits it: the next save deletes the draft itself. */
export async function copyDraft(scope: Scope, agentId: string): Promise<VersionForCall> {
  const { versionId: published } = await getAgent(scope, agentId);
  const draft = await findDraft(scope, agentId);
  if (!draft) throw notFound('Draft');
  const agent: Agent = { ...(await agentVersion(scope, draft.id)), versionId: scope.newId() };
  const basedOn = draft.basedOn ?? published;
  return { agent, store: (inside) => insertVersion(inside, agent, { basedOn }) };
}

const viewDraft = async (scope: Scope, agent: Agent, draft: VersionInBrief): Promise<AgentDraftView> => ({
  id: draft.id,
  agentId: draft.agentId,
  by: draft.by,
  createdAt: draft.createdAt.toISOString(),
  isBehind: draft.basedOn !== agent.versionId,
  agent: viewAgent(await agentVersion(scope, draft.id)),
});

/** Changes the draft, or begins one from the published version. No contact is called with it. */
export function saveDraft(
  scope: Scope,
  agentId: string,
  changes: AgentChanges,
  seenUpdatedAt?: string,
): Promise<AgentDraftView> {
  if (Object.keys(changes).length === 0) throw invalid(['body must have at least one property']);
  return scope.transaction(async (inside) => {
    const agent = await lockOwnAgent(inside, agentId);
    const before = await findDraft(inside, agentId);
    const base = before ? await agentVersion(inside, before.id) : agent;
    refuseUnseen(base, seenUpdatedAt);
    const changed = await changedAgent(inside, base, changes);
    await deleteDraft(inside, agentId);
    await insertVersion(inside, changed, { basedOn: before?.basedOn ?? agent.versionId });
    await setDraft(inside, agentId, changed.versionId);
    await noteChange(inside, 'agent', agent.id);
    const draft = await findDraft(inside, agentId);
    if (!draft) throw new Error('The draft that was written is not there');
    return viewDraft(inside, agent, draft);
  });
}

/** New calls are made with it from now on. */
export function publishDraft(
  scope: Scope,
  agentId: string,
  { overwrite = false }: { readonly overwrite?: boolean },
): Promise<Agent> {
  return scope.transaction(async (inside) => {
    const agent = await lockOwnAgent(inside, agentId);
    const draft = await findDraft(inside, agentId);
    if (!draft) throw notFound('Draft');
    if (draft.basedOn !== agent.versionId && !overwrite)
      throw conflict(
        'Another version was published since this draft was begun: compare them, then publish with overwrite',
      );
    const content = await agentVersion(inside, draft.id);
    await deleteDraft(inside, agentId);
    return publishVersion(inside, agent, content);
  });
}

export async function discardDraft(scope: Scope, agentId: string) {
  const id = await scope.transaction(async (inside) => {
    await lockOwnAgent(inside, agentId);
    const draft = await findDraft(inside, agentId);
    if (!draft) throw notFound('Draft');
    await deleteDraft(inside, agentId);
    await noteChange(inside, 'agent', agentId.toLowerCase());
    return draft.id;
  });
  return { id, deleted: true as const };
}

/** The published versions that were asked for, in that order: what a run calls with. */
export async function publishedVersions(
  scope: Scope,
  agentId: string,
  versionIds: readonly string[],
): Promise<Agent[]> {
  const agents: Agent[] = [];
  for (const versionId of versionIds) {
    const version = await findVersionInBrief(scope, agentId, versionId);
    if (version?.number == null) throw notFound('Agent version');
    agents.push(await agentVersion(scope, version.id));
  }
  return agents;
}

/** What a preflight checks: the draft, a published version, or else the one that is published. */
export async function agentToCheck(
  scope: Scope,
  agentId: string,
  { draft, versionId }: { readonly draft: boolean; readonly versionId: string | undefined },
): Promise<Agent> {
  if (versionId === undefined) return agentOrDraft(scope, agentId, draft);
  if (draft) throw invalid(['versionId needs draft to be false: leave one of them out']);
  const [agent] = await publishedVersions(scope, agentId, [versionId]);
  if (!agent) throw notFound('Agent version');
  return agent;
}

/** The numbers of versions by their ids, as far as they still exist. */
export async function versionNumbers(
  scope: Scope,
  agentId: string,
  versionIds: readonly string[],
): Promise<Map<string, number | null>> {
  const found = await Promise.all(versionIds.map((id) => findVersionInBrief(scope, agentId, id)));
  return new Map(found.flatMap((one) => (one ? [[one.id, one.number] as const] : [])));
}

const viewVersion = ({ basedOn: _basis, createdAt, ...version }: VersionInBrief): AgentVersionRow => ({
  ...version,
  createdAt: createdAt.toISOString(),
});
