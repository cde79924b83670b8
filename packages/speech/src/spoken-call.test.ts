import type { AnswerType } from '@parley/call-engine/answer-type.ts';
import { conduct } from '@parley/call-engine/conductor.ts';
import type { JournalEntry } from '@parley/call-engine/journal.ts';
import type { CallPlan, PlanQuestion } from '@parley/call-engine/plan.ts';
import { replay } from '@parley/call-engine/replay.ts';
import { transcriptOf } from '@parley/call-engine/transcript.ts';
import { ScriptedDialogueModel } from '@parley/testing/scripted-dialogue-model.ts';
import { type LegBeat, ScriptedLeg } from '@parley/testing/scripted-leg.ts';
import { asking, handingTo, scriptedPlan, talkingAbout } from '@parley/testing/scripted-plan.ts';
import { ScriptedStt, type SttBehaviour } from '@parley/testing/scripted-stt.ts';
import { ScriptedTime } from '@parley/testing/scripted-time.ts';
import { ScriptedTts } from '@parley/testing/scripted-tts.ts';
import { expect, test } from 'vitest';
import { energyDetector } from './speech-detector.ts';
import { spokenParty } from './spoken-party.ts';

/** A whole call with the conductor, in a time of its own. */
async function hold(
  plan: CallPlan,
  script: readonly LegBeat[],
  options: {
    readonly stt?: SttBehaviour;
    readonly dialogueModel?: ConstructorParameters<typeof ScriptedDialogueModel>[0];
  } = {},
) {
  const time = new ScriptedTime();
  const leg = new ScriptedLeg(time, script);
  const journal: JournalEntry[] = [];
  const party = spokenParty({
    leg,
    stt: new ScriptedStt(time, leg.texts, options.stt),
    tts: new ScriptedTts(time),
    voiceId: null,
    detector: energyDetector,
    language: 'en',
    speed: 1,
    hints: [],
    clock: time,
    onTurn: (turn) => journal.push({ kind: 'turn', ...turn }),
    note: (part, message) => journal.push({ kind: 'trouble', part, message }),
  });
  const findings = await time.until(
    conduct({
      plan,
      party,
      dialogueModel: new ScriptedDialogueModel(options.dialogueModel),
      knowledge: { find: async () => [] },
      answeredAt: new Date('2026-03-02T09:00:00Z'),
      seed: 7,
      keep: (entry) => journal.push(entry),
    }),
  );
  const lines = transcriptOf(journal, 'EN');
  const said = (speaker: 'AI' | 'CONTACT') =>
    lines.filter((line) => line.speaker === speaker).map(({ text }) => text);
  return { findings, journal, leg, lines, said };
}

test('a whole call is conducted by voice, and the latency of every turn is measured', async () => {
  const { findings, journal, leg, lines, said } = await hold(
    scriptedPlan([asking('Where do you live?', 'How old are you?'), talkingAbout('the job')]),
    [{ says: 'Hello?' }, { says: 'In Zurich.' }, { says: 'I am forty.' }, { says: 'Sounds good.' }],
  );
  expect(findings.outcome).toEqual({ kind: 'finished' });
  expect(findings.answers.map(({ value }) => value)).toEqual(['In Zurich.', 'I am forty.']);
  expect(said('CONTACT')).toEqual(['Hello?', 'In Zurich.', 'I am forty.', 'Sounds good.']);
  expect(said('AI')).toEqual([
    'Hello Ada. I am an AI.',
    'Where do you live?',
    '[acknowledge] How old are you?',
    '[acknowledge] [section]',
    '[acknowledge] Thanks, and goodbye.',
  ]);
  expect(leg.isHungUp).toBe(true);
  const times = lines.flatMap(({ startTime, endTime }) => [startTime, endTime]);
  expect(times).toEqual([...times].sort((one, other) => one - other));
  const turns = journal.filter((entry) => entry.kind === 'turn');
  expect(turns).toHaveLength(4);
  expect(turns.every(({ ownMs }) => ownMs <= 20)).toBe(true);
});

test('a do-not-call request with low STT confidence is confirmed first, and counts if they hang up', async () => {
  const wishes = { 'Lose my number.': { wants: { neverAgain: true as const } } };
  const { findings, said } = await hold(
    scriptedPlan([asking('Where do you live?')]),
    [{ says: 'Hello?' }, { says: 'Lose my number.' }, { leaves: true, afterMs: 2000 }],
    { stt: { confidence: 0.5 }, dialogueModel: { understands: wishes } },
  );
  expect(said('AI').at(-1)).toBe('[ask_opt_out]');
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

test('a spoken call replays identically', async () => {
  const plan = scriptedPlan([asking('Where do you live?')]);
  const { journal } = await hold(plan, [{ says: 'Hello?' }, { says: 'In Zurich.' }]);
  expect(await replay(JSON.parse(JSON.stringify(journal)), plan)).toEqual({ kind: 'same' });
});

test('a contact who talks over the first message still hears that an AI is speaking', async () => {
  const { said } = await hold(scriptedPlan([asking('Age?')]), [
    { says: 'Who is it?', interruptsAfterMs: 400 },
    { says: 'All right then.' },
    { says: 'I am forty.' },
  ]);
  expect(said('AI')[1]).toContain('I am an AI.');
});

test('a silent contact is asked whether they are there, and then the call ends', async () => {
  const { findings, said } = await hold(scriptedPlan([asking('Age?')]), [{ says: 'Hello?' }]);
  expect(findings.outcome).toEqual({ kind: 'hung_up' });
  expect(said('AI')).toContain('[still_there]');
});

test('hanging up in mid-sentence ends the call', async () => {
  const { findings, journal } = await hold(scriptedPlan([asking('Where do you live?', 'Age?')]), [
    { says: 'Hello?' },
    { says: 'In Zurich.' },
    { leaves: true, interruptsAfterMs: 300 },
  ]);
  expect(findings.outcome).toEqual({ kind: 'hung_up' });
  const said = journal.filter((entry) => entry.kind === 'said');
  expect(said.at(-1)).toMatchObject({ isWhole: false });
});

test('a contact who asks for a person is transferred', async () => {
  const { findings, leg } = await hold(
    scriptedPlan([asking('Age?'), handingTo({ '': '+41441234567' })]),
    [{ says: 'Hello?' }, { says: 'Give me a person.' }],
    { dialogueModel: { understands: { 'Give me a person.': { wants: { person: {} } } } } },
  );
  expect(findings.outcome.kind).toBe('handed_off');
  expect(leg.transfers).toEqual(['+41441234567']);
});

test('a call ends with a reason when its only STT vendor fails', async () => {
  const { findings, journal } = await hold(
    scriptedPlan([asking('Age?')]),
    [{ says: 'Hello?' }, { says: 'I am forty.' }],
    { stt: { failsAtMs: 1000 } },
  );
  expect(findings.outcome).toMatchObject({ kind: 'agent_error' });
  expect(journal.filter((entry) => entry.kind === 'trouble').length).toBeGreaterThan(0);
});

const HELLO: LegBeat = { says: 'Hello?' };
const duringQuestion = (presses: string): LegBeat => ({ presses, interruptsAfterMs: 300 });
const inSilence = (presses: string, afterMs = 2000): LegBeat => ({ presses, afterMs });
/** A key without meaning does not keep the agent from asking. */
const stillThere = inSilence('0', 7500);
const inQuickSuccession = (...keys: string[]): LegBeat[] => keys.map((key) => inSilence(key, 100));
const keyless: AnswerType = { kind: 'text' };
const yesNo: AnswerType = { kind: 'yes_no' };
const number: AnswerType = { kind: 'number' };

test.each<[string, AnswerType, readonly LegBeat[], unknown]>([
  ['during the question', yesNo, [duringQuestion('2')], false],
  ['in the silence after it', yesNo, [inSilence('2')], false],
  [
    'in reply to "are you still there?", and again',
    yesNo,
    [stillThere, inSilence('2'), inSilence('2')],
    false,
  ],
  ['without meaning, and then one that has it', yesNo, [inSilence('7'), inSilence('2')], false],
  ['during a question for a number', number, [duringQuestion('4'), ...inQuickSuccession('2', '#')], 42],
  ['twice the same, quickly', number, [inSilence('5'), ...inQuickSuccession('5', '#')], 55],
  ['no end of the number', number, [inSilence('5'), ...inQuickSuccession('5')], 55],
  ['during a question that keys do not answer', keyless, [duringQuestion('2'), { says: 'Blue.' }], 'Blue.'],
  [
    'in the silence after such a question',
    keyless,
    [inSilence('2'), { says: 'Blue.', afterMs: 500 }],
    'Blue.',
  ],
  [
    'in reply to "are you still there?", and then words',
    keyless,
    [stillThere, inSilence('2'), { says: 'Blue.' }],
    'Blue.',
  ],
])('DTMF keys count at every time of a call as they should: %s', async (_, answerType, script, value) => {
  const { findings, said } = await holdKeyed(answerType, [HELLO, ...script]);
  expect(findings).toMatchObject({ outcome: { kind: 'finished' }, answers: [{ value }] });
  // No key interrupts the agent.
  expect(said('AI')).toContain('Which is it to be?');
});

test.each<[string, AnswerType, readonly LegBeat[]]>([
  ['during the question', keyless, [duringQuestion('9')]],
  ['in the silence after it', keyless, [inSilence('9')]],
  ['in reply to "are you still there?"', keyless, [stillThere, inSilence('9')]],
  ['during a question that keys answer, and not denied', yesNo, [duringQuestion('9')]],
  ['in the silence after one, and again', yesNo, [inSilence('9'), inSilence('9', 12_000)]],
])('the opt-out key counts at every time of a call: %s', async (_, answerType, script) => {
  const { findings } = await holdKeyed(answerType, [HELLO, ...script]);
  expect(findings.outcome).toEqual({ kind: 'opt_out' });
});

function holdKeyed(answerType: AnswerType, script: readonly LegBeat[]) {
  const takesKeys = answerType.kind === 'text' ? {} : { takesKeys: true as const };
  const question: PlanQuestion = { id: 'q', text: 'Which is it to be?', answerType, ...takesKeys };
  const section = { type: 'looping', id: 'section', questions: [question] } as const;
  return hold(scriptedPlan([section], { keypad: { optOut: '9' } }), script);
}
