import type { Understanding } from '../dialogue/dialogue-model.ts';
import type { PlanHandoff } from '../plan.ts';
import { attend } from './attention.ts';
import type { Dialogue } from './dialogue.ts';
import { type Ending, endWith, hungUp, optOut, overTime } from './ending.ts';
import { confirmOptOut } from './opt-out.ts';

interface Destination {
  readonly label?: string;
  readonly phoneNumber: string;
  readonly handoff: PlanHandoff;
}

/**
 * Transfers the call to a human; if there is none or nobody takes it, takes a message. Undefined: they would rather go on
 * than leave one.
 */
export async function handOff(
  dialogue: Dialogue,
  handoffs: readonly PlanHandoff[],
  wanted: string | undefined,
  why: string,
): Promise<Ending | undefined> {
  const all = handoffs.flatMap((handoff) =>
    handoff.destinations.map((destination): Destination => ({ ...destination, handoff })),
  );
  const choice = named(all, wanted) ?? (await chosen(dialogue, all));
  if (choice === undefined) return takeMessage(dialogue, `${why} Nobody is there to take the call.`);
  if ('outcome' in choice) return choice;

  const { phoneNumber: to, label = null, handoff } = choice;
  if (handoff.message === undefined) await dialogue.word({ kind: 'announce_handoff' }, why);
  else await dialogue.say(handoff.message, why);
  if (await dialogue.transfer(to, label, why)) return { outcome: { kind: 'handed_off', to, label }, why };
  await dialogue.lead({ kind: 'handoff_failed' }, 'The call was not taken at the other number.');
  return takeMessage(dialogue, `${why} Nobody took the call.`);
}

/** Asks once for the destination when there are several; takes the first if it stays unclear. */
async function chosen(
  dialogue: Dialogue,
  all: readonly Destination[],
): Promise<Destination | Ending | undefined> {
  const labels = [...new Set(all.flatMap(({ label }) => (label === undefined ? [] : [label])))];
  if (labels.length < 2 || new Set(all.map(({ phoneNumber }) => phoneNumber)).size < 2) return all[0];

  await dialogue.word({ kind: 'choose_destination', labels }, 'There are several people to choose from.');
  const reply = await attend(dialogue, { kind: 'choice', labels });
  if (reply.kind === 'left') return hungUp('They left before they had chosen whom to talk to.');
  if (reply.kind === 'over') return overTime;
  if (reply.kind !== 'words') return all[0];
  const { understanding, heard } = reply;
  const optedOut = await neverAgain(dialogue, understanding);
  if (optedOut !== undefined) return optedOut;
  const { value } = understanding.answer ?? {};
  return (
    named(all, typeof value === 'string' ? value : undefined) ??
    named(all, understanding.wants.person?.label) ??
    named(all, heard.text) ??
    all[0]
  );
}

const plain = (label: string): string => label.normalize('NFC').trim().toLowerCase();

const named = (all: readonly Destination[], wanted: string | undefined): Destination | undefined =>
  wanted === undefined
    ? undefined
    : all.find(({ label }) => label !== undefined && plain(label) === plain(wanted));

async function takeMessage(dialogue: Dialogue, why: string): Promise<Ending | undefined> {
  const asked = await dialogue.word({ kind: 'take_message' }, why);
  let reply = await attend(dialogue, { kind: 'message' });
  // Speech to text may be late: what was said before they were asked, such as their greeting, is no message.
  while (reply.kind === 'words' && reply.heard.endMs < asked.startMs) {
    const optedOut = await neverAgain(dialogue, reply.understanding);
    if (optedOut !== undefined) return optedOut;
    reply = await attend(dialogue, { kind: 'message' });
  }
  if (reply.kind === 'left') return hungUp('They asked for a person and left without a message.');
  if (reply.kind === 'over') return overTime;
  const outcome = { kind: 'message_taken' } as const;
  if (reply.kind !== 'words')
    return endWith(dialogue, { kind: 'goodbye' }, outcome, `${why} They left no message.`);

  const { heard, understanding } = reply;
  if (understanding.goesOn && Object.keys(understanding.wants).length === 0) return undefined;
  const isNone =
    understanding.answer === undefined && (understanding.wants.goodbye ?? understanding.isRefused) === true;
  if (isNone)
    return endWith(dialogue, { kind: 'goodbye' }, outcome, `${why} They wanted to leave no message.`);
  dialogue.findings.takeMessage(heard.text);
  const optedOut = await neverAgain(dialogue, understanding);
  if (optedOut !== undefined) return optedOut;
  return endWith(dialogue, { kind: 'confirm_message' }, outcome, `${why} They left a message.`);
}

async function neverAgain(dialogue: Dialogue, { wants }: Understanding): Promise<Ending | undefined> {
  if (wants.neverAgain === undefined) return undefined;
  if (wants.neverAgain === true) return optOut(dialogue);
  const reply = await confirmOptOut(dialogue, wants.neverAgain);
  return reply !== undefined && 'outcome' in reply ? reply : undefined;
}
