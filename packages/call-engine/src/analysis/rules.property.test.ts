import { type Language, languages } from '@parley/language/language.ts';
import { labelledCalls } from '@parley/testing/corpus/calls.ts';
import { conductedCall } from '@parley/testing/corpus/conducted-call.ts';
import { type FlowName, flows } from '@parley/testing/corpus/flows.ts';
import { heldOutCalls } from '@parley/testing/corpus/held-out-calls.ts';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { CallAnswer, CallFindings, CallOutcome, TranscriptLine } from '../outcome.ts';
import type { PlanFocus } from '../plan.ts';
import type { CallAnalysis, FinishedCall } from './analysis-model.ts';
import { analysisTables } from './rules/analysis-tables.ts';
import { rulesAnalysisModel } from './rules.ts';

const RUNS = 40;
const analysisModel = rulesAnalysisModel();
const analyse = (call: FinishedCall): Promise<CallAnalysis> =>
  analysisModel.analyse(call, new AbortController().signal);

/** Things people say, things nobody says, and scripts of all kinds. */
const utterance = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...labelledCalls.flatMap(({ says }) => says.filter((line) => typeof line === 'string')),
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'Actually, sorry, no wait, I meant, actually.',
      'نعم، أسكن في بيروت ولدي 5 سنوات من الخبرة',
      'כן, בשמחה. 10 שנים.',
      '…',
      '',
      ' , . ! ? ',
      'No. Yes. No wait, yes. Actually no.',
      'interested interested interested '.repeat(50),
      '1e309 and -0 and 99999999999999999999',
      'My budget is $& and my email is a@b.c',
    ),
  },
);

const outcome = fc.constantFrom<CallOutcome[]>(
  { kind: 'finished' },
  { kind: 'hung_up' },
  { kind: 'voicemail', isMessageLeft: true },
  { kind: 'callback', rawText: 'tomorrow', at: null },
  { kind: 'not_interested', detail: 'DECLINED' },
  { kind: 'not_interested', detail: 'WRONG_PERSON' },
  { kind: 'opt_out' },
  { kind: 'handed_off', to: '+41', label: null },
  { kind: 'message_taken' },
  { kind: 'max_duration' },
  { kind: 'agent_error', message: 'The line failed' },
);

const value = fc.oneof(
  fc.constantFrom(true, false, 0, 7, -1, 'yes', '', '2026-04-01', 'I do not know'),
  fc.constant(['a', 'b']),
);

/** Calls that no conductor would hold: answers that fit no line, lines that fit no question, plans of any language. */
const oddCall: fc.Arbitrary<FinishedCall> = fc
  .record({
    flow: fc.constantFrom(...(Object.keys(flows) as FlowName[])),
    language: fc.constantFrom<Language[]>(...languages),
    isOwnLanguage: fc.boolean(),
    focus: fc.constantFrom<(PlanFocus | null)[]>(
      null,
      null,
      null,
      'GENERIC',
      'SCREENING',
      'LANGUAGE_TEST',
      'REFERENCE_CHECK',
    ),
    turns: fc.array(fc.record({ isContact: fc.boolean(), text: utterance, asks: fc.nat(8) }), {
      maxLength: 14,
    }),
    notes: fc.array(
      fc.record({ question: fc.nat(8), at: fc.nat(13), value: fc.option(value, { nil: undefined }) }),
      { maxLength: 6 },
    ),
    outcome,
    branch: fc.constantFrom('has', 'has-not', 'unknown', null),
    hasAnswered: fc.boolean(),
    message: fc.option(utterance, { nil: null }),
    open: fc.array(utterance, { maxLength: 2 }),
    skills: fc.array(fc.constantFrom('Excel', 'nursing', 'driving licence', ''), { maxLength: 3 }),
  })
  .map((odd): FinishedCall => {
    const plan = {
      ...flows[odd.flow],
      focus: odd.focus,
      language: odd.isOwnLanguage ? flows[odd.flow].language : odd.language,
      known: {
        contact: {},
        job: { requiredSkills: odd.skills, languageRequirements: ['de B2', 'English C1'] },
      },
    };
    const questions = plan.sections.flatMap((section) =>
      section.type === 'looping' ? section.questions : [],
    );
    const transcript = odd.turns.map(
      ({ isContact, text, asks }, index): TranscriptLine => ({
        speaker: isContact ? 'CONTACT' : 'AI',
        text: (isContact ? text : (questions[asks % questions.length]?.text ?? text)).trim(),
        startTime: index * 2,
        endTime: index * 2 + 1.5,
        language: plan.language.toLowerCase(),
      }),
    );
    const answers = odd.notes.map(({ question, at, value: noted }): CallAnswer => {
      const asked = questions[question];
      return {
        questionId: asked?.id ?? `none-${question}`,
        question: asked?.text ?? 'Anything else?',
        ...(asked?.key === undefined ? {} : { key: asked.key }),
        ...(noted === undefined ? {} : { value: noted }),
        evidence: transcript[at]?.text ?? '',
        startMs: at * 2000,
        endMs: at * 2000 + 1500,
      };
    });
    const findings: CallFindings = {
      outcome: odd.outcome,
      answers,
      hasAnswered: odd.hasAnswered,
      openQuestions: odd.open,
      message: odd.message,
      branches: [{ sectionId: 'by-licence', branchId: odd.branch, reason: '' }],
    };
    return {
      plan,
      findings,
      transcript,
      answeredAt: new Date('2026-03-02T09:00:00Z'),
      durationSeconds: odd.turns.length * 2,
    };
  });

let talked: FinishedCall[];
beforeAll(async () => {
  talked = await Promise.all(
    [...labelledCalls, ...heldOutCalls].map(({ flow, says }) => conductedCall(flows[flow], says)),
  );
  for (const call of talked) await analysisOf(call);
  // Hundreds of calls: a busy machine takes longer than a hook may by default.
}, 60_000);

const analyses = new Map<FinishedCall, Promise<CallAnalysis>>();

/** Every promise looks at the same analyses of the calls that were held. */
function analysisOf(call: FinishedCall): Promise<CallAnalysis> {
  const analysis = analyses.get(call) ?? analyse(call);
  analyses.set(call, analysis);
  return analysis;
}

/** For calls that were really held, also as they were after each line, and for odd ones. */
const always =
  (promise: (call: FinishedCall, analysis: CallAnalysis) => void | Promise<void>) => async () => {
    for (const call of talked) await promise(call, await analysisOf(call));
    const cutShort = fc.tuple(fc.nat(talked.length - 1), fc.nat(14)).map(([index, lines]): FinishedCall => {
      const call = talked[index] as FinishedCall;
      return { ...call, transcript: call.transcript.slice(0, lines) };
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: oddCall }, cutShort), async (call) =>
        promise(call, await analyse(call)),
      ),
      { numRuns: RUNS },
    );
  };

interface Claim {
  readonly evidence: string | null;
  readonly evidenceTime: number | null;
}

test(
  'evidence is quoted exactly from a line of the contact, with the time of that line',
  always(({ transcript }, { analytics }) => {
    const claims: Claim[] = [
      ...(analytics?.fields ?? []),
      ...(analytics?.outcomes ?? []),
      ...(analytics?.qa ?? []),
    ];
    for (const { evidence, evidenceTime } of claims) {
      expect(evidence === null).toBe(evidenceTime === null);
      if (evidence === null) continue;
      expect(evidence.trim()).not.toBe('');
      const lines = transcript.filter(
        ({ speaker, text }) => speaker === 'CONTACT' && text.includes(evidence),
      );
      expect(lines.map(({ startTime }) => startTime)).toContain(evidenceTime);
    }
  }),
);

test(
  'an extracted field has a value, evidence and confidence, or none of them',
  always(({ plan }, { analytics }) => {
    for (const { value: found, confidence, evidence, type, key } of analytics?.fields ?? []) {
      expect(found === null).toBe(evidence === null);
      expect(found === null).toBe(confidence === 0);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
      if (found === null) continue;
      if (type === 'date') expect(found).toMatch(/^\d{4}-\d\d-\d\d$/);
      if (type === 'number') expect(Number.isFinite(found)).toBe(true);
      if (type === 'bool') expect(typeof found).toBe('boolean');
      if (type === 'list') expect(Array.isArray(found) && found.length > 0).toBe(true);
      if (type === 'enum')
        expect(plan.analysis.extractionTargets.find((target) => target.key === key)?.options).toContain(
          found,
        );
      if (type === 'string') expect(String(found).trim()).not.toBe('');
    }
  }),
);

test(
  'an analysis has scores from 0 to 100, weights that add up to 100, and a total that follows from them',
  always((_, { analytics, general, specific }) => {
    const { scoring = null, matchScore = null } = analytics ?? {};
    expect(matchScore).toBe(scoring?.total ?? null);
    for (const rating of [general.overallRating, specific?.overallScore ?? null, matchScore]) {
      if (rating === null) continue;
      expect(Number.isInteger(rating)).toBe(true);
      expect(rating).toBeGreaterThanOrEqual(0);
      expect(rating).toBeLessThanOrEqual(100);
    }
    if (scoring === null) return;
    expect(scoring.items.reduce((sum, { weightPercent }) => sum + weightPercent, 0)).toBe(100);
    const scores = scoring.items.map(({ score }) => score);
    expect(scores.every((score) => Number.isInteger(score) && score >= 0 && score <= 100)).toBe(true);
    expect(scoring.total).toBeGreaterThanOrEqual(Math.min(...scores));
    expect(scoring.total).toBeLessThanOrEqual(Math.max(...scores));
    expect(scoring.items.every(({ reasoning }) => reasoning !== '')).toBe(true);
  }),
);

test(
  'the sentiment score is between -1 and 1 and matches its label',
  always((_, { analytics }) => {
    if (analytics === null) return;
    const { score, overall } = analytics.sentiment;
    expect(Math.abs(score)).toBeLessThanOrEqual(1);
    expect(
      Math.sign(score) * (overall === 'positive' ? 1 : overall === 'negative' ? -1 : 0),
    ).toBeGreaterThanOrEqual(0);
  }),
);

test(
  'only custom flows have analytics, only language tests a specific part, and all calls a general part',
  always(({ plan }, { analytics, specific, general }) => {
    expect(analytics === null).toBe(plan.focus !== null);
    expect(specific === null).toBe(plan.focus !== 'LANGUAGE_TEST');
    expect(general.overallRating === null && general.scoringIncompleteReason === null).toBe(false);
    if (analytics !== null) expect(general.overallRating).toBe(analytics.matchScore);
  }),
);

test(
  'every target, outcome and tag appears once in an analysis, in the order of the plan',
  always(({ plan: { analysis } }, { analytics }) => {
    if (analytics === null) return;
    const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key);
    expect(keys(analytics.fields)).toEqual(keys(analysis.extractionTargets));
    expect(keys(analytics.outcomes)).toEqual(keys(analysis.outcomes));
    expect(keys(analytics.tags)).toEqual(keys(analysis.tags));
    expect(new Set(analytics.qa.map(({ id }) => id)).size).toBe(analytics.qa.length);
  }),
);

/** What can only be ours: the longest piece of each English sentence. */
const englishPieces = Object.values(analysisTables.EN.sentences)
  .flatMap((sentence) => (typeof sentence === 'string' ? [sentence] : Object.values(sentence)))
  .map((sentence) => longest(sentence.split(/\{\w+\}/)))
  .filter((piece) => piece.length >= 12);

function longest(pieces: readonly string[]): string {
  return pieces.reduce((one, other) => (other.length > one.length ? other : one)).trim();
}

test(
  'generated sentences of an analysis are in the language of the call',
  always(({ plan }, analysis) => {
    if (plan.language === 'EN') return;
    const labelled = JSON.stringify(analysis);
    expect(englishPieces.filter((piece) => labelled.includes(JSON.stringify(piece).slice(1, -1)))).toEqual(
      [],
    );
  }),
);

test(
  'analysing a call twice gives the same result',
  always(async (call, analysis) => {
    const again = await rulesAnalysisModel().analyse(call, new AbortController().signal);
    expect(again).toEqual(analysis);
  }),
);

test('an aborted analysis does not start', async () => {
  await expect(analysisModel.analyse(talked[0] as FinishedCall, AbortSignal.abort())).rejects.toThrow();
});
