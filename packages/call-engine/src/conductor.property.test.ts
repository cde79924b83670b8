import { conductScript, type ScriptedCall } from '@parley/testing/scripted-call.ts';
import type { ScriptLine } from '@parley/testing/scripted-party.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Expectation, Intention, OtherAnswer, Understanding } from './dialogue/dialogue-model.ts';
import type { JournalEntry } from './journal.ts';
import type { CallPlan, PlanBranch, PlanCondition, PlanHandoff, PlanQuestion, PlanSection } from './plan.ts';
import { replay } from './replay.ts';

const RUNS = 200;
const maybe = fc.boolean().map((isThere) => (isThere ? true : undefined));
/** Without the properties that are undefined. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

const handoff = fc.subarray(['Sales', 'Service', 'Press'], { minLength: 1 }).map(
  (labels): PlanHandoff => ({
    type: 'human_handoff',
    id: '',
    destinations: labels.map((label, index) => ({ label, phoneNumber: `+4144668180${index}` })),
  }),
);
const looping = fc.integer({ min: 1, max: 3 }).map(
  (count): PlanSection => ({
    type: 'looping',
    id: '',
    questions: Array.from({ length: count }, (): PlanQuestion => ({ id: '', text: '', key: '' })),
  }),
);
const sequential = fc.constant<PlanSection>({ type: 'sequential', id: '', prompt: 'the job' });
const condition = fc.constantFrom<PlanCondition[]>(
  { type: 'intent', description: 'holds' },
  { type: 'intent', description: 'does not' },
  { type: 'expression', field: 'contact.country', operator: 'EXISTS' },
  { type: 'expression', field: 'answer.q1', operator: 'EQUALS', value: 'yes' },
);

const section = (levels: number): fc.Arbitrary<PlanSection> => {
  if (levels === 1)
    return fc.oneof({ weight: 4, arbitrary: looping }, { weight: 2, arbitrary: sequential }, handoff);
  const branch = fc.record({ condition, sections: fc.array(section(levels - 1), { maxLength: 2 }) });
  const conditional = fc
    .record({ branches: fc.array(branch, { minLength: 1, maxLength: 3 }), hasDefault: fc.boolean() })
    .map(
      ({ branches, hasDefault }): PlanSection => ({
        type: 'conditional',
        id: '',
        branches: branches.map((each): PlanBranch => ({ ...each, id: '', name: 'branch' })),
        ...(hasDefault ? { defaultBranchId: 'default' } : {}),
      }),
    );
  return fc.oneof({ weight: 3, arbitrary: section(levels - 1) }, { weight: 1, arbitrary: conditional });
};

/** Gives every block an id of its own, and every question its number. */
function numbered(sections: readonly PlanSection[]): PlanSection[] {
  let [blocks, questions] = [0, 0];
  const visit = (each: PlanSection): PlanSection => {
    blocks += 1;
    const id = `s${blocks}`;
    if (each.type === 'looping') {
      const numberedQuestions = each.questions.map(() => {
        questions += 1;
        return { id: `q${questions}`, key: `q${questions}`, text: `<q${questions}>` };
      });
      return { ...each, id, questions: numberedQuestions };
    }
    if (each.type !== 'conditional') return { ...each, id };
    const branches = each.branches.map((branch, index) => ({
      ...branch,
      id: `${id}.${index}`,
      sections: branch.sections.map(visit),
    }));
    return { ...each, id, branches, ...(each.defaultBranchId ? { defaultBranchId: `${id}.0` } : {}) };
  };
  return sections.map(visit);
}

const plan: fc.Arbitrary<CallPlan> = fc
  .record({
    sections: fc.array(section(4), { minLength: 1, maxLength: 5 }),
    durationMinutes: fc.constantFrom(1, 2, 3, 5, 15),
    leaves: fc.boolean(),
  })
  .map(({ sections, durationMinutes, leaves }) =>
    scriptedPlan(numbered(sections), {
      durationMinutes,
      ...(leaves ? { voicemail: { action: 'LEAVE_MESSAGE', message: 'Call back.' } } : {}),
    }),
  );

const understanding: fc.Arbitrary<Understanding> = fc
  .oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        wants: fc.constant({}),
        answer: fc.option(
          fc.record({ value: fc.constantFrom('yes', 7, true, ['a']), isClear: fc.boolean() }),
          { nil: undefined },
        ),
        isDone: fc.option(fc.boolean(), { nil: undefined }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        wants: fc.record({ repeat: maybe, moment: maybe }),
        question: fc.option(fc.constantFrom('known', 'unknown'), { nil: undefined }),
        isOffTopic: maybe,
        isRefused: maybe,
        isDone: fc.option(fc.boolean(), { nil: undefined }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        wants: fc.record({
          person: fc.option(fc.record({ label: fc.constantFrom('Sales', 'Nobody') }), { nil: undefined }),
          neverAgain: maybe,
          wrongPerson: maybe,
          notInterested: maybe,
          later: fc.option(
            fc.record({ rawText: fc.constant('later'), at: fc.constantFrom(null, '2026-03-03T15:00:00Z') }),
            { nil: undefined },
          ),
          goodbye: maybe,
        }),
        machine: fc.constantFrom(undefined, 'voicemail' as const, 'screening' as const),
      }),
    },
  )
  .map((each) => plain(each) as Understanding);

/** What they mean by it stands beside the line, by its text. */
const line = fc
  .record({
    means: understanding,
    afterMs: fc.constantFrom(0, 400, 9_000, 40_000),
    takesMs: fc.constantFrom(0, 500, 4_000, 30_000),
    interruptsAfterMs: fc.constantFrom(undefined, undefined, undefined, 0, 150),
    isPartial: fc.constantFrom(undefined, undefined, undefined, undefined, true as const),
  })
  .map(({ means, ...beat }) => ({ means, beat: plain(beat) }));

const other: fc.Arbitrary<OtherAnswer> = fc.record({
  questionId: fc.constantFrom('q1', 'q2', 'q3', 'q9'),
  value: fc.constantFrom<OtherAnswer['value'][]>('yes', 'no', 8, null),
  quote: fc.constant('line'),
  isClear: fc.boolean(),
});

/** The same from somebody who answers ahead, corrects and withdraws, and may not want to be called again. */
const restlessLine = fc
  .record({
    line,
    others: fc.array(other, { maxLength: 3 }),
    hasToldAlready: maybe,
    neverAgain: fc.constantFrom(undefined, undefined, undefined, undefined, 'possible' as const),
  })
  .map(({ line: { means, beat }, others, hasToldAlready, neverAgain }) => ({
    means: plain({
      ...means,
      others,
      hasToldAlready,
      wants: { ...means.wants, neverAgain },
    }) as Understanding,
    beat,
  }));

const callWith = (lines: typeof line): fc.Arbitrary<ScriptedCall> =>
  fc
    .record({
      plan,
      lines: fc.array(lines, { maxLength: 40 }),
      leaves: fc.boolean(),
      isStreaming: fc.boolean(),
      takesTransfer: fc.boolean(),
      fails: fc.constantFrom(undefined, undefined, undefined, undefined, 'judge' as const, 'answer' as const),
      breaksAt: fc.constantFrom(undefined, undefined, undefined, 2, 7),
    })
    .map(({ plan, lines, leaves, isStreaming, takesTransfer, fails, breaksAt }) => ({
      plan,
      contact: [
        ...lines.map(({ beat }, index) => ({ ...beat, says: `line ${index}` }) as ScriptLine),
        ...(leaves ? [{ leaves: true as const }] : []),
      ],
      dialogueModel: {
        understands: Object.fromEntries(lines.map(({ means }, index) => [`line ${index}`, means])),
        holds: ['holds'],
        answers: { known: 'It is known.' },
        isStreaming,
        fails: fails === undefined ? [] : [fails],
      },
      habits: { takesTransfer, ...(breaksAt === undefined ? {} : { breaksAt }) },
      passages: [{ title: 'About', text: 'It is known.' }],
    }));

const call = callWith(line);
const restlessCall = callWith(restlessLine);

const always = (promise: (script: ScriptedCall) => Promise<void>) =>
  fc.assert(fc.asyncProperty(call, promise), { numRuns: RUNS });

test('a call with any flow and any contact ends within its maximum duration', () =>
  always(async (script) => {
    const { journal } = await conductScript(script);
    const endMs = script.plan.durationMinutes * 60_000;
    const ends = journal.filter(({ kind }) => kind === 'end');
    expect(ends).toHaveLength(1);
    for (const entry of journal) {
      if (entry.kind === 'said') expect(entry.startMs).toBeLessThan(endMs);
      if (entry.kind === 'heard' && entry.heard.kind === 'silence')
        expect(entry.heard.atMs).toBeLessThanOrEqual(endMs);
    }
  }));

test('in a call with any flow and any contact no question is asked more than three times', () =>
  always(async (script) => {
    const { decisions } = await conductScript(script);
    const asked = Object.groupBy(decisions('ask'), ({ questionId }) => questionId);
    for (const times of Object.values(asked)) expect(times?.length).toBeLessThanOrEqual(3);
  }));

test('in a call with any flow and any contact the answer to a question is noted at most once', () =>
  always(async (script) => {
    const { findings } = await conductScript(script);
    const noted = findings.answers.map(({ questionId }) => questionId);
    expect(noted).toEqual([...new Set(noted)]);
  }));

test('in a call with any flow and any contact nothing is said after the end', () =>
  always(async (script) => {
    const { journal, party, findings } = await conductScript(script);
    expect(journal.findLast(({ kind }) => kind !== 'failed')?.kind).toBe('end');
    // A scripted party fails at being spoken to once it was left.
    expect(party.isLeft).toBe(findings.outcome.kind !== 'handed_off');
  }));

test('the replay of a call with any flow and any contact makes the same decisions', () =>
  always(async (script) => {
    const { journal } = await conductScript(script);
    expect(await replay(plain(journal), plain(script.plan))).toEqual({ kind: 'same' });
  }));

test('replaying the journal of a call against another flow comes to an end', () =>
  fc.assert(
    fc.asyncProperty(call, plan, async (script, other) => {
      const { journal } = await conductScript(script);
      expect(['same', 'parted']).toContain((await replay(journal, other)).kind);
    }),
    { numRuns: RUNS },
  ));

const afterPerson: ReadonlySet<Intention['kind']> = new Set([
  'announce_handoff',
  'choose_destination',
  'handoff_failed',
  'take_message',
  'confirm_message',
  'goodbye',
  // The other wishes that count at any time.
  'confirm_opt_out',
  'give_moment',
  'technical_apology',
] satisfies Intention['kind'][]);

test('after a request for a human the agent talks only about the handoff', () =>
  always(async (script) => {
    const { journal } = await conductScript(script);
    const from = journal.findIndex(isRequest);
    if (from < 0) return;
    for (const entry of journal.slice(from)) {
      if (entry.kind === 'word') expect(afterPerson).toContain(entry.intention.kind);
      expect(['ask', 'enter', 'branch', 'look_up']).not.toContain(entry.kind);
    }
  }));

/** A machine does not ask for a person, and past the end of the call nobody can be fetched. */
function isRequest(entry: JournalEntry): boolean {
  if (entry.kind !== 'understood') return false;
  return entry.understanding.wants.person !== undefined && entry.understanding.machine === undefined;
}

test('the dialogue model is asked only about questions and sections of the flow', () =>
  always(async (script) => {
    const { dialogueModel } = await conductScript(script);
    const questions = new Set(questionsIn(script.plan.sections));
    const isOfTheFlow = (expectation: Expectation): boolean =>
      expectation.kind !== 'answer' || questions.has(expectation.question.id);
    expect(dialogueModel.expectations.every(isOfTheFlow)).toBe(true);
  }));

const questionsIn = (sections: readonly PlanSection[]): string[] =>
  sections.flatMap((each) => {
    if (each.type === 'looping') return each.questions.map(({ id }) => id);
    return each.type === 'conditional' ? each.branches.flatMap((branch) => questionsIn(branch.sections)) : [];
  });

test('with answers given early, corrected and withdrawn, a call ends in time and replays identically', () =>
  fc.assert(
    fc.asyncProperty(restlessCall, async (script) => {
      const { journal, findings } = await conductScript(script);
      const endMs = script.plan.durationMinutes * 60_000;
      for (const entry of journal) if (entry.kind === 'said') expect(entry.startMs).toBeLessThan(endMs);
      const noted = findings.answers.map(({ questionId }) => questionId);
      expect(noted).toEqual([...new Set(noted)]);
      const decided = findings.branches.map(({ sectionId }) => sectionId);
      expect(decided).toEqual([...new Set(decided)]);
      expect(await replay(plain(journal), script.plan)).toEqual({ kind: 'same' });
    }),
    { numRuns: RUNS },
  ));
