import type { Flow } from './flow.model.ts';

/** Changes that were not saved, kept in the browser's tab until they are. */
export interface FlowDraft {
  readonly flow: Flow;
  /** When the agent was last changed before: what the changes are made to. */
  readonly basis: string;
}

export type DraftStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (agentId: string): string => `parley.flow-draft.${agentId}`;

export function readDraft(store: DraftStore, agentId: string): FlowDraft | undefined {
  try {
    const draft = JSON.parse(store.getItem(keyOf(agentId)) ?? 'null') as Partial<FlowDraft> | null;
    return typeof draft?.basis === 'string' && Array.isArray(draft.flow?.sections)
      ? (draft as FlowDraft)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A tab whose store is full or forbidden only keeps less: nothing else changes. */
export function keepDraft(store: DraftStore, agentId: string, draft: FlowDraft | undefined): void {
  try {
    if (draft === undefined) store.removeItem(keyOf(agentId));
    else store.setItem(keyOf(agentId), JSON.stringify(draft));
  } catch {
    // As said above.
  }
}
