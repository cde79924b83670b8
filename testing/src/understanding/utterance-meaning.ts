import type { TurnHead } from '@parley/call-engine/dialogue/llm/turn-reading.ts';
import type { Meaning } from './measured-call.ts';
import {
  type Callback,
  type ExpectedValue,
  type Intent,
  intentsOf,
  type OneValue,
  type Question,
  type Utterance,
  type UtteranceFile,
} from './understanding-set.ts';

/** What a turn means. */
export type Reading = Omit<TurnHead, 'next'>;
type Sign = Exclude<TurnHead['signs'][number], string>['sign'];
type Value = TurnHead['answers'][number]['value'];

export const nothing: Reading = { signs: [], answers: [], asks: null };

/** The right reading of one utterance, as a language model writes it down. */
export function meaningOf(file: UtteranceFile, utterance: Utterance): Meaning {
  return ({ plan, heard }) => {
    if (heard !== utterance.say) return undefined;
    const { value, also = {}, callback } = utterance.expect;
    const asked = file.questions[utterance.question];
    const intent = intentsOf(utterance).find((one) => one !== 'answers' || value !== undefined) ?? 'answers';
    if (intent !== 'answers' || value === undefined || asked === undefined || asked.type === 'opening')
      return readingOf(intent, heard, callback === undefined ? null : moment(callback, file.timeZone));
    const keys = plan.sections.flatMap((section) =>
      section.type === 'looping' ? section.questions.map(({ key }) => key) : [],
    );
    const others = Object.entries(also).flatMap(([id, expected]) => {
      const other = file.questions[id];
      if (other === undefined || other.type === 'opening') return [];
      const number = `q${keys.indexOf(other.key) + 1}`;
      return [{ id: number, value: writtenValue(expected, heard, other), quote: heard }];
    });
    return {
      ...nothing,
      answers: [{ id: 'open', value: writtenValue(value, heard, asked), quote: heard }, ...others],
    };
  };
}

const signs: Readonly<Partial<Record<Intent, Sign>>> = {
  never_call: 'never_again',
  later: 'call_later',
  human: 'wants_person',
  not_interested: 'not_interested',
  wrong_person: 'wrong_person',
  machine: 'voicemail',
  refuses: 'refuses',
  repeat: 'repeat',
  moment: 'moment',
  unclear: 'unclear',
};

const topics: Readonly<Partial<Record<Intent, NonNullable<TurnHead['asks']>['about']>>> = {
  asks_who: 'who',
  asks_why: 'reason',
  asks_robot: 'machine',
  asks_pay: 'other',
  asks_recorded: 'recorded',
  asks_source: 'source',
  asks_scam: 'scam',
};

const bare: ReadonlySet<Sign> = new Set(['repeat', 'moment', 'unclear']);

export function readingOf(intent: Intent, quote: string, detail: string | null = null): Reading {
  const sign = signs[intent];
  const about = topics[intent];
  return {
    ...nothing,
    signs: sign === undefined ? [] : [bare.has(sign) ? sign : { sign, quote, detail }],
    asks: about === undefined ? null : { about, quote },
  };
}

/** A value as the prompt asks for it. Of several right ones, the first. */
export function writtenValue(expected: ExpectedValue, heard: string, asked?: Question): Value {
  if (typeof expected !== 'object') return expected;
  if (Array.isArray(expected)) return [...expected];
  if ('anyOf' in expected) return writtenValue(expected.anyOf[0] as OneValue, heard, asked);
  if ('min' in expected) return expected.min;
  if ('from' in expected) return expected.from;
  if ('contains' in expected) return heard;
  const amount = typeof expected.amount === 'number' ? expected.amount : expected.amount.min;
  if (asked?.period === 'year' && expected.period === 'month') return amount * 12;
  if (asked?.period === 'month' && expected.period === 'year') return amount / 12;
  return amount;
}

/** A local time as ISO 8601 in UTC. */
export function moment(callback: Callback, timeZone: string): string {
  const local = typeof callback === 'string' ? callback : callback.from;
  const asUtc = Date.parse(`${local}:00Z`);
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(asUtc)
    .replace(' ', 'T');
  return new Date(2 * asUtc - Date.parse(`${shown}Z`)).toISOString();
}
