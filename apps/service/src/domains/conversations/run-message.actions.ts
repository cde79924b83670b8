import type { MessageChannel, NewRunMessages, QueuedMessages } from '@parley/contract/message.ts';
import type { Scope } from '../../storage/scope.ts';
import { agentVersion } from '../agents/agent.actions.ts';
import type { Agent } from '../agents/agent.model.ts';
import { noteChange } from '../events/event.actions.ts';
import { asking, rowOf, type Skip, skipOf } from './message.actions.ts';
import { PER_ADDRESS, sendMessagesTask } from './message.model.ts';
import {
  type Addressee,
  addresseesAmong,
  addresseesOfRun,
  insertMessages,
  lockConversationsOfRun,
  type NewRow,
} from './message.store.ts';

const AT_ONCE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Counts the messages of one statement: of the addresses in it, the database knows those before it. */
function countingAddresses() {
  const among = new Map<string, number>();
  return {
    withRecent: (one: Addressee): Addressee => ({
      ...one,
      recently: one.recently + (among.get(one.address ?? '') ?? 0),
    }),
    count: ({ address }: Addressee) => among.set(address ?? '', (among.get(address ?? '') ?? 0) + 1),
  };
}

async function sendSoon(scope: Scope, runId: string): Promise<void> {
  await noteChange(scope, 'run', runId);
  await scope.enqueue(sendMessagesTask, {});
}

/**
 * Queues a message to every contact of a run who may get one and has not got it. Asked again, it goes on with the others;
 * with `again` those who got it before get another one, unless that was within the hour: a request whose reply was lost may be repeated.
 */
export async function queueRunMessages(
  scope: Scope,
  runId: string,
  wanted: NewRunMessages,
): Promise<QueuedMessages> {
  const kind = wanted.kind ?? 'INVITATION';
  const isRepeat = wanted.again ?? false;
  const skipped: Record<Skip, number> = {
    sentBefore: 0,
    withoutAddress: 0,
    unsubscribed: 0,
    doNotCall: 0,
    closed: 0,
    limited: 0,
  };
  const agents = new Map<string, Agent>();
  let queued = 0;
  // The channel is each version's own, so that all of them are looked at for both.
  const channels: readonly MessageChannel[] = wanted.channel ? [wanted.channel] : ['EMAIL', 'SMS'];
  for (const channel of channels) {
    for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
      const from: string = after;
      after = await scope.transaction(async (inside) => {
        // Locked, so that of two requests at once the second sees what the first has queued.
        if (isRepeat) await lockConversationsOfRun(inside, runId, { after: from, most: AT_ONCE });
        const found = await addresseesOfRun(inside, runId, {
          ...asking(inside, kind, channel),
          after: from,
          most: AT_ONCE,
        });
        const rows: NewRow[] = [];
        const addresses = countingAddresses();
        for (const one of found) {
          const agent = agents.get(one.agentVersionId) ?? (await agentVersion(inside, one.agentVersionId));
          agents.set(one.agentVersionId, agent);
          if (!wanted.channel && (agent.settings.messages?.channel ?? 'EMAIL') !== channel) continue;
          const skip = skipOf(addresses.withRecent(one), isRepeat && !one.isSentLately);
          if (skip !== undefined) skipped[skip] += 1;
          else {
            addresses.count(one);
            rows.push(rowOf(inside, one, agent, { ...wanted, kind, channel }, one.isSentBefore));
          }
        }
        const written = (await insertMessages(inside, rows)).length;
        queued += written;
        skipped.sentBefore += rows.length - written;
        if (written > 0) await sendSoon(inside, runId);
        return found.length === AT_ONCE ? found.at(-1)?.conversationId : undefined;
      });
    }
  }
  return { queued, skipped };
}

/**
 * Queues the invitations of conversations in the transaction that creates them, so that neither is there without the other.
 * As for a callback, one too many to an address within an hour waits: nobody would ask for it again.
 */
export async function inviteBatch(
  scope: Scope,
  runId: string,
  {
    conversationIds,
    agent,
    channels,
  }: {
    readonly conversationIds: readonly string[];
    readonly agent: Agent;
    readonly channels: readonly MessageChannel[];
  },
): Promise<void> {
  const kind = 'INVITATION';
  const later = new Date(scope.now().getTime() + PER_ADDRESS.perMs);
  let written = 0;
  for (const channel of channels) {
    for (let from = 0; from < conversationIds.length; from += AT_ONCE) {
      const ids = conversationIds.slice(from, from + AT_ONCE);
      const found = await addresseesAmong(scope, ids, asking(scope, kind, channel));
      const rows: NewRow[] = [];
      const addresses = countingAddresses();
      for (const one of found) {
        const skip = skipOf(addresses.withRecent(one), false);
        if (skip !== undefined && skip !== 'limited') continue;
        addresses.count(one);
        const row = rowOf(scope, one, agent, { kind, channel }, false);
        rows.push(skip === 'limited' ? { ...row, dueAt: later } : row);
      }
      written += (await insertMessages(scope, rows)).length;
    }
  }
  if (written > 0) await sendSoon(scope, runId);
}
