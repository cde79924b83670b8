import { conductScript, type ScriptedCall } from '@parley/testing/scripted-call.ts';
import { asking, handingTo, scriptedPlan, talkingAbout } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import type { JournalEntry } from './journal.ts';
import { replay } from './replay.ts';

const plan = scriptedPlan([asking('Age?', 'Town?'), talkingAbout('the job')]);
const contact = ['Hello?', 'Forty', { says: 'Basel', interruptsAfterMs: 300 }, 'Fine'];

/** As it comes back from where it was stored. */
const stored = (journal: readonly JournalEntry[]): JournalEntry[] => JSON.parse(JSON.stringify(journal));

const recorded: readonly [what: string, call: ScriptedCall][] = [
  ['an ordinary call', { plan, contact }],
  ['a call with streamed words', { plan, contact, dialogueModel: { isStreaming: true } }],
  [
    'a call with both streamed and unstreamed words',
    { plan, contact, dialogueModel: { isStreaming: ['section'] } },
  ],
  ['a call whose dialogue model failed', { plan, contact, dialogueModel: { fails: ['understand'] } }],
  ['a call whose line failed while speaking', { plan, contact, habits: { breaksAt: 3 } }],
  [
    'a call whose line failed before the words arrived',
    { plan, contact, dialogueModel: { isStreaming: true }, habits: { breaksAt: 5 } },
  ],
  ['a call whose line failed while listening', { plan, contact, habits: { breaksAt: 4 } }],
  [
    'a call with a failed search',
    {
      plan,
      contact: ['Hello?', 'Pay?'],
      dialogueModel: { understands: { 'Pay?': { question: 'pay' } } },
      passages: null,
    },
  ],
  [
    'a call that nobody answered',
    {
      plan: scriptedPlan([handingTo({ A: '+41446681801', B: '+41446681802' })]),
      contact: ['Hello?', 'B', 'Call me back'],
      habits: { takesTransfer: false },
    },
  ],
  [
    'a call with answers ahead, a correction and a withdrawal',
    {
      plan,
      contact: ['Hello?', 'Both', 'No, fifty', 'Forget it', 'Sixty', 'Fine'],
      dialogueModel: {
        understands: {
          Both: { others: [{ questionId: 'Town?', value: 'Basel', quote: 'Both', isClear: false }] },
          'No, fifty': { others: [{ questionId: 'Town?', value: 'Bern', quote: 'fifty', isClear: true }] },
          'Forget it': { others: [{ questionId: 'Town?', value: null, quote: 'Forget it', isClear: true }] },
        },
      },
    },
  ],
  [
    'a call that was aborted',
    { plan: { ...plan, durationMinutes: 1 }, contact: [{ says: 'Long', takesMs: 90_000 }] },
  ],
];

test.each(recorded)('%s replays identically', async (_, call) => {
  const { journal } = await conductScript(call);
  expect(await replay(stored(journal), call.plan)).toEqual({ kind: 'same' });
});

test.each(recorded)('%s with a truncated journal replays identically as far as it goes', async (_, call) => {
  const { journal } = await conductScript(call);
  for (let length = 0; length < journal.length; length += 1)
    expect(await replay(journal.slice(0, length), call.plan)).toEqual({ kind: 'same' });
});

test('a model reply that failed mid-stream fails again in the replay', async () => {
  const { journal } = await conductScript({
    plan,
    contact,
    dialogueModel: { isStreaming: true, failsAfter: { acknowledge: 'Thank' } },
  });
  expect(journal).toContainEqual({ kind: 'failed', part: 'word', message: 'lost for words', text: 'Thank' });
  expect(await replay(stored(journal), plan)).toEqual({ kind: 'same' });
});

test('with a changed flow the replay shows where the call diverges', async () => {
  const { journal } = await conductScript({ plan, contact });
  const changed = scriptedPlan([
    { ...asking('Age?', 'Country?'), id: 'Age?,Town?' },
    talkingAbout('the job'),
  ]);
  const result = await replay(journal, changed, { entriesBefore: 3 });

  expect(result).toMatchObject({
    kind: 'parted',
    was: { kind: 'ask', questionId: 'Town?' },
    is: { kind: 'ask', questionId: 'Country?' },
    before: [{ kind: 'understood' }, { kind: 'note' }, { kind: 'elapsed' }],
  });
  const at = result.kind === 'parted' ? result.at : -1;
  expect(journal[at]).toEqual({ kind: 'ask', questionId: 'Town?' });
});

test('a flow that continues after the recorded end diverges there', async () => {
  const { journal } = await conductScript({ plan, contact });
  const longer = scriptedPlan([...plan.sections, asking('One more?')]);
  expect(await replay(journal, longer)).toMatchObject({
    kind: 'parted',
    was: { kind: 'word', intention: { kind: 'acknowledge', before: 'Thanks, and goodbye.' } },
    is: { kind: 'enter', sectionId: 'One more?' },
  });
});

test('a flow that needs an unrecorded input diverges there', async () => {
  const { journal } = await conductScript({ plan: scriptedPlan([]), contact: ['Hello?'] });
  const inputs = journal.filter(({ kind }) => kind !== 'heard');
  expect(await replay(inputs, scriptedPlan([]))).toMatchObject({
    kind: 'parted',
    is: { kind: 'unrecorded', input: 'heard' },
  });
});

test('a replay that decides differently on the same words is reported', async () => {
  const { journal } = await conductScript({ plan, contact });
  const altered = journal.map((entry) =>
    entry.kind === 'understood' && entry.understanding.answer?.value === 'Forty'
      ? { ...entry, understanding: { wants: {}, isRefused: true as const } }
      : entry,
  );
  expect(await replay(altered, plan)).toMatchObject({
    kind: 'parted',
    was: { kind: 'note' },
    is: { kind: 'note' },
  });
});

test('a decision whose reason is now worded differently is the same decision', async () => {
  const { journal } = await conductScript({ plan, contact });
  const reworded = stored(journal).map((entry) => ('why' in entry ? { ...entry, why: 'Because.' } : entry));
  expect(await replay(reworded, plan)).toEqual({ kind: 'same' });
});
