import type { Expectation } from '../dialogue/dialogue-model.ts';
import { attend, PATIENCE_MS, type Reply, type SpokenReply } from './attention.ts';
import { heardTwice, isUnsure } from './certainty.ts';
import { courtesy, type Place } from './courtesy.ts';
import type { Dialogue } from './dialogue.ts';
import { type Ending, endWith, hungUp, NEVER_AGAIN, overTime } from './ending.ts';
import { keysForPresence } from './keys.ts';
import { meet } from './machine.ts';
import { takeIn } from './whole-call.ts';

/** What is left for the section, once wishes about the call itself have been honoured. */
export type Heeded =
  | SpokenReply
  /** The contact is there but has not answered. */
  | { readonly kind: 'present' }
  /** Only where silence was allowed. */
  | { readonly kind: 'silence' }
  /** `reply` is what they said that ended it, if they said anything. */
  | { readonly kind: 'end'; readonly ending: Ending; readonly reply?: SpokenReply };

export interface HearOptions extends Place {
  readonly patienceMs?: number;
  /** Whether the call goes on after a silence. */
  readonly isSilenceFine?: boolean;
}

/** Listens. Wishes about the call itself are honoured here, before the section sees them. */
export async function hear(
  dialogue: Dialogue,
  expectation: Expectation,
  options: HearOptions,
): Promise<Heeded> {
  const first = await attend(dialogue, expectation, options.patienceMs);
  const { reply: awake, isPresentOnly } =
    first.kind === 'silence' && !options.isSilenceFine
      ? await areYouThere(dialogue, expectation)
      : { reply: first, isPresentOnly: false };

  const met = await meet(dialogue, awake);
  if (met.kind === 'end') return met;
  const { reply, isPutThrough } = met;
  if (reply.kind === 'left') return { kind: 'end', ending: hungUp('They left.') };
  if (reply.kind === 'over') return { kind: 'end', ending: overTime };
  if (reply.kind === 'silence')
    return options.isSilenceFine ? reply : { kind: 'end', ending: await giveUp(dialogue) };

  if (dialogue.isOver) return { kind: 'end', ending: lateWish(reply), reply };
  const ending = await courtesy(dialogue, reply, options);
  if (ending !== undefined) return { kind: 'end', ending, reply };
  // A person put through by a call screener has not heard who is calling.
  if (isPutThrough) dialogue.leadWith(dialogue.plan.firstMessage.text);
  return isPutThrough || isPresentOnly ? { kind: 'present' } : reply;
}

/** Words and keys that say more than "yes, I am here" count as the answer. */
async function areYouThere(
  dialogue: Dialogue,
  expectation: Expectation,
): Promise<{ readonly reply: Reply; readonly isPresentOnly: boolean }> {
  await dialogue.word({ kind: 'still_there' }, `They have been silent for ${PATIENCE_MS / 1000} seconds.`);
  const keys = keysForPresence(expectation, dialogue.plan);
  const reply = await attend(dialogue, { kind: 'presence' }, PATIENCE_MS, keys);
  if (reply.kind !== 'words') return { reply, isPresentOnly: false };
  if (reply.isPressed) return { reply, isPresentOnly: reply.understanding.answer === undefined };
  const { answer, machine } = reply.understanding;
  if (answer !== undefined || machine !== undefined) return { reply, isPresentOnly: true };
  const understood = await dialogue.understand(reply.heard, expectation);
  takeIn(dialogue, reply.heard, understood, expectation);
  const understanding = isUnsure(reply.heard) ? heardTwice(understood, reply.understanding) : understood;
  const wants = { ...reply.understanding.wants, ...understanding.wants };
  return { reply: { ...reply, understanding: { ...understanding, wants } }, isPresentOnly: false };
}

const giveUp = (dialogue: Dialogue): Promise<Ending> =>
  endWith(
    dialogue,
    { kind: 'goodbye' },
    { kind: 'hung_up' },
    'They stayed silent, also when asked whether they were still there.',
  );

/** Nothing more is said, but an opt-out counts at any time. */
const lateWish = ({ understanding: { wants } }: SpokenReply): Ending =>
  wants.neverAgain !== undefined && wants.neverAgain !== 'faint'
    ? { outcome: { kind: 'opt_out' }, why: NEVER_AGAIN }
    : overTime;
