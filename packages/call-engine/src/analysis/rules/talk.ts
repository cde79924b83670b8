import type { TimeZones } from '@parley/kernel/local-time.ts';
import type { Language } from '@parley/language/language.ts';
import { type Speech, speechOf } from '@parley/language/speech.ts';
import type { CallContext, Understanding } from '../../dialogue/dialogue-model.ts';
import { type Asked, askedBy } from '../../dialogue/rules/asked.ts';
import { cuesOf, type ForeignCues } from '../../dialogue/rules/foreign-cues.ts';
import { meaningfulStems } from '../../dialogue/rules/stem.ts';
import { understand } from '../../dialogue/rules/understanding.ts';
import type { CallFindings } from '../../outcome.ts';
import type { CallPlan, PlanQuestion } from '../../plan.ts';
import type { FinishedCall } from '../analysis-model.ts';
import type { Wording } from './wording.ts';

/** One thing the contact said. */
export interface Said {
  /** Which line of the transcript. */
  readonly line: number;
  readonly text: string;
  /** When it began, in seconds. */
  readonly time: number;
  /** What the agent had said before; empty when nothing. */
  readonly asked: string;
  readonly speech: Speech;
}

/** A finished call, prepared for analysis. */
export interface Talk {
  readonly plan: CallPlan;
  readonly findings: CallFindings;
  readonly context: CallContext;
  readonly foreign: ForeignCues | undefined;
  readonly said: readonly Said[];
  /** What of it may be evidence: not what was heard badly and never confirmed. */
  readonly heardWell: readonly Said[];
  readonly durationSeconds: number;
  /** What their words mean as an answer to a question: the rules dialogue model's own understanding. */
  readonly understand: (words: string, question: PlanQuestion) => Understanding;
  /** The stems that carry the meaning of a text. */
  readonly stems: (text: string) => readonly string[];
  /** What kind of answer a question asks for. */
  readonly asked: (question: string) => Asked;
  readonly zones: TimeZones;
  /** The wording of results, in the language of the call. */
  readonly wording: Wording;
}

/** About five minutes without a pause. Nobody says more, and patterns would take long over what a fault puts there. */
const LONGEST_LINE = 5000;

export function talkOf(call: FinishedCall, zones: TimeZones, wording: Wording): Talk {
  const { plan, findings, answeredAt, durationSeconds } = call;
  const transcript = call.transcript.map((line) => ({
    ...line,
    text: line.text.slice(0, LONGEST_LINE).trim(),
  }));
  const context: CallContext = {
    plan,
    turns: transcript.map(({ speaker, text }) => ({ speaker: speaker === 'AI' ? 'agent' : 'contact', text })),
    answeredAt: answeredAt.toISOString(),
    seed: 0,
    // Each answer is read by itself here: other questions of the flow are not looked for in it.
    progress: { answers: [], questions: [] },
  };
  const said: Said[] = [];
  let asked = '';
  for (const [line, { speaker, text, startTime }] of transcript.entries()) {
    if (speaker === 'AI') asked = text;
    else if (text !== '') said.push({ line, text, time: startTime, asked, speech: speechOf(text) });
  }
  return {
    plan,
    findings,
    context,
    foreign: cuesOf(plan.language),
    said,
    heardWell: said.filter(({ time }) => !isUnconfirmed(findings, time)),
    durationSeconds,
    understand: remembered(
      (words: string, question: PlanQuestion) =>
        understand(words, { kind: 'answer', question }, context, zones),
      (words, { id, text }) => `${id} ${text} ${words}`,
    ),
    stems: remembered((text: string) => [...new Set(meaningfulStems(text))]),
    asked: remembered((question: string) => askedBy(question, plan.language)),
    zones,
    wording,
  };
}

/** Whether what was said at this second was heard badly, and no answer rests on it. */
export function isUnconfirmed({ unsure = [], answers }: CallFindings, seconds: number): boolean {
  const isAt = ({ startMs, endMs }: { readonly startMs: number; readonly endMs: number }): boolean =>
    seconds >= startMs / 1000 - ROUNDING && seconds <= endMs / 1000 + ROUNDING;
  return unsure.some(isAt) && !answers.some((answer) => answer.value !== undefined && isAt(answer));
}

/** The transcript's times are rounded to hundredths of a second. */
export const ROUNDING = 0.011;

/** The same words are looked at for many fields and outcomes; within one analysis once is enough. */
function remembered<Given extends readonly unknown[], Found>(
  read: (...given: Given) => Found,
  nameOf: (...given: Given) => string = (...given) => given.join(' '),
): (...given: Given) => Found {
  const known = new Map<string, Found>();
  return (...given) => {
    const name = nameOf(...given);
    const found = known.has(name) ? (known.get(name) as Found) : read(...given);
    known.set(name, found);
    return found;
  };
}

/** They write ordinals with a point: "am 1. April" is one sentence. */
const ordinalPoint: ReadonlySet<Language> = new Set(
  'DE CS SK HU PL HR SL SR DA NO FI ET LV LT TR BG IS'.split(' ') as Language[],
);
const SENTENCES = /(?<=[.!?…]["'”’)]?)\s+|(?<=[。！？؟])\s*/u;
const SENTENCES_WITH_ORDINALS = /(?<=(?<!\d)[.]|[!?…])\s+/u;

export const sentencesIn = (text: string, language: Language): string[] =>
  text
    .split(ordinalPoint.has(language) ? SENTENCES_WITH_ORDINALS : SENTENCES)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** The contact's words, exactly as in the transcript, and the start of their line in seconds. */
export interface Evidence {
  readonly evidence: string | null;
  readonly evidenceTime: number | null;
}

export const noEvidence: Evidence = { evidence: null, evidenceTime: null };

/** A longer line is quoted by the sentence that matters. */
const LONGEST_QUOTE = 160;

/** `telling`: whether a sentence is the one that says it; without one the whole line is quoted. */
export function quoted(
  said: Said | undefined,
  language: Language,
  telling?: (sentence: string) => boolean,
): Evidence {
  if (said === undefined) return noEvidence;
  const sentence =
    telling === undefined || said.text.length <= LONGEST_QUOTE
      ? undefined
      : sentencesIn(said.text, language).findLast(telling);
  return { evidence: sentence ?? said.text, evidenceTime: said.time };
}
