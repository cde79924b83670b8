import type { Understanding } from '../dialogue/dialogue-model.ts';
import { attend, type SpokenReply } from './attention.ts';
import type { Dialogue } from './dialogue.ts';
import { type Ending, endWith, optOut } from './ending.ts';
import { handOff } from './handoff.ts';
import { confirmOptOut } from './opt-out.ts';

type Wants = Understanding['wants'];
/** Where in the call a wish was voiced. */
export interface Place {
  /** Nothing more was to be asked. */
  readonly isLast: boolean;
}

/** Wishes about the call itself, the most urgent first. */
const courtesies: readonly {
  readonly wish: keyof Wants;
  /** Undefined: they do not want it after all. */
  readonly honour: (dialogue: Dialogue, wants: Wants, place: Place) => Promise<Ending | undefined>;
}[] = [
  {
    wish: 'person',
    honour: (dialogue, { person }) =>
      handOff(dialogue, dialogue.plan.handoffs, person?.label, 'They asked for a person.'),
  },
  { wish: 'neverAgain', honour: callNeverAgain },
  {
    wish: 'wrongPerson',
    honour: (dialogue) =>
      endWith(
        dialogue,
        { kind: 'apologise_wrong_person' },
        { kind: 'not_interested', detail: 'WRONG_PERSON' },
        'It is not the person who was to be called.',
      ),
  },
  {
    wish: 'notInterested',
    honour: (dialogue) =>
      endWith(
        dialogue,
        { kind: 'respect_refusal' },
        { kind: 'not_interested', detail: 'DECLINED' },
        'They are not interested.',
      ),
  },
  { wish: 'later', honour: (dialogue, { later }) => callLater(dialogue, later) },
  {
    wish: 'goodbye',
    honour: (dialogue, _, { isLast }) =>
      isLast
        ? endWith(
            dialogue,
            { kind: 'goodbye' },
            { kind: 'finished' },
            'They said goodbye, and everything had been asked.',
          )
        : endWith(
            dialogue,
            { kind: 'goodbye' },
            { kind: 'hung_up' },
            'They said goodbye before everything was asked.',
          ),
  },
];

/** Honours a wish about the call itself; undefined when there is none. */
export async function courtesy(
  dialogue: Dialogue,
  { understanding: { wants } }: SpokenReply,
  place: Place,
): Promise<Ending | undefined> {
  for (const { wish, honour } of courtesies) {
    const ending = wants[wish] ? await honour(dialogue, wants, place) : undefined;
    if (ending !== undefined) return ending;
  }
  return undefined;
}

/** Who says no to the confirmation may want something else instead. */
async function callNeverAgain(
  dialogue: Dialogue,
  { neverAgain }: Wants,
  place: Place,
): Promise<Ending | undefined> {
  if (neverAgain === undefined || neverAgain === true) return optOut(dialogue);
  const reply = await confirmOptOut(dialogue, neverAgain);
  if (reply === undefined) return undefined;
  return 'outcome' in reply ? reply : courtesy(dialogue, reply, place);
}

/**
 * Asks once for a time when none was understood. Another wish voiced meanwhile goes first, except goodbye. Undefined: they
 * would rather go on now.
 */
async function callLater(dialogue: Dialogue, later: Wants['later']): Promise<Ending | undefined> {
  const wish = later ?? { rawText: '', at: null };
  if (wish.at !== null) return confirmCallback(dialogue, wish);

  await dialogue.word({ kind: 'ask_callback_time' }, 'They want to be called later; when is not clear.');
  const reply = await attend(dialogue, { kind: 'callback_time' });
  if (reply.kind !== 'words') return confirmCallback(dialogue, wish);
  const { later: again, goodbye: _, ...others } = reply.understanding.wants;
  const hasOther = Object.keys(others).length > 0 || (again?.at ?? null) !== null;
  if (reply.understanding.goesOn && !hasOther) return undefined;
  const remaining = { ...reply, understanding: { ...reply.understanding, wants: others } };
  return (await courtesy(dialogue, remaining, { isLast: false })) ?? confirmCallback(dialogue, again ?? wish);
}

const confirmCallback = (dialogue: Dialogue, { rawText, at }: NonNullable<Wants['later']>): Promise<Ending> =>
  endWith(
    dialogue,
    { kind: 'confirm_callback', at },
    { kind: 'callback', rawText, at },
    at === null
      ? 'They want to be called later, without a time that was understood.'
      : `They want to be called later, at ${at}.`,
  );
