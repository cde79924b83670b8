import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Captions, type WebEvent } from './captions.ts';
import { TypedInbox, TypedParty } from './typed-party.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function typing(mostMs = 900_000) {
  const events: WebEvent[] = [];
  const inbox = new TypedInbox();
  const sinceMs = performance.now();
  const party = new TypedParty({
    inbox,
    captions: new Captions((event) => events.push(event)),
    nowMs: () => Math.round(performance.now() - sinceMs),
    language: 'en',
    mostMs,
  });
  const shown = () =>
    events.flatMap((event) => (event.type === 'update' ? [[event.text, event.isFinal]] : []));
  return { party, inbox, events, shown };
}

/** Lets what waits go on for so long. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const QUESTION = 'What did you do before you came to us, and for how long?';

test('captions grow at reading pace and are complete once they have been read', async () => {
  const { party, events, shown } = typing();
  const saying = party.say(QUESTION).done;
  await pass(1);
  expect(events[0]).toEqual({ type: 'agent_start_talking' });
  expect(shown()).toEqual([['What did you do before', false]]);
  await pass(3000);
  expect(await saying).toMatchObject({ text: QUESTION, isWhole: true, startMs: 0 });
  expect(shown().at(-1)).toEqual([QUESTION, true]);
  expect(events.at(-1)).toEqual({ type: 'agent_stop_talking' });
  expect(new Set(events.flatMap((event) => (event.type === 'update' ? [event.id] : []))).size).toBe(1);
});

test('words of an unfinished sentence appear as they arrive, with spaces between them', async () => {
  const { party } = typing();
  async function* found() {
    yield 'Thank you.';
    yield ' How old are you?';
  }
  const saying = party.say(found()).done;
  await pass(5000);
  expect((await saying).text).toBe('Thank you. How old are you?');
});

test('a typed answer during a sentence of the agent shows its rest at once, and it counts as read', async () => {
  const { party, inbox } = typing();
  const saying = party.say(QUESTION).done;
  await pass(1);
  inbox.put('I was a baker.');
  await pass(0);
  expect(await saying).toMatchObject({ text: QUESTION, isWhole: true });
  expect(await party.listen(8000)).toMatchObject({ kind: 'words', text: 'I was a baker.', language: 'en' });
});

test('an answer sent in several messages is one answer', async () => {
  const { party, inbox } = typing();
  for (const text of ['I was a baker', 'for ten years']) inbox.put(text);
  expect(await party.listen(8000)).toMatchObject({ text: 'I was a baker\nfor ten years' });
});

test('a typing contact gets a minute more than a speaking one, except at the greeting', async () => {
  const { party } = typing();
  const heard: string[] = [];
  party.listen(8000).then(({ kind }) => heard.push(kind));
  await pass(67_000);
  expect(heard).toEqual([]);
  await pass(1000);
  expect(heard).toEqual(['silence']);
  const greeting = party.listen(3000);
  await pass(3000);
  expect(await greeting).toMatchObject({ kind: 'silence', atMs: 71_000 });
});

test('waiting for an answer ends with the maximum duration of the call', async () => {
  const { party } = typing(20_000);
  const listening = party.listen(8000);
  await pass(20_000);
  expect(await listening).toEqual({ kind: 'silence', atMs: 20_000 });
});

test('only the words that were shown before a contact left count as read', async () => {
  const { party, inbox } = typing();
  const saying = party.say(QUESTION).done;
  await pass(1);
  inbox.leave();
  await pass(0);
  expect(await saying).toMatchObject({ text: 'What did you do before', isWhole: false });
  expect(await party.listen(8000)).toMatchObject({ kind: 'left' });
  expect(await party.say('Hello?').done).toMatchObject({ text: '', isWhole: false });
});

test('what a contact typed before leaving is reported', async () => {
  const { party, inbox } = typing();
  inbox.put('I have to go');
  inbox.leave();
  expect(await party.listen(8000)).toMatchObject({ text: 'I have to go' });
  expect(await party.listen(8000)).toMatchObject({ kind: 'left' });
});

test('in a typed call an agent that speaks while it listens does not wait', async () => {
  const { party } = typing();
  const listening = party.listen(600_000);
  const saying = party.say('Sorry, we have to end here.').done;
  await pass(3000);
  expect(await listening).toMatchObject({ kind: 'silence' });
  expect(await saying).toMatchObject({ isWhole: true });
});

test('hanging up a typed call waits for the current sentence and stops listening', async () => {
  const { party } = typing();
  const goodbye = party.say('Goodbye, and thank you for your time.').done;
  const leaving = party.leave();
  await pass(3000);
  await leaving;
  expect(await goodbye).toMatchObject({ isWhole: true });
  expect(await party.listen(8000)).toMatchObject({ kind: 'left' });
});

test('when the model fails in mid-sentence, the part that was shown is final', async () => {
  const { party, shown } = typing();
  async function* failing(): AsyncGenerator<string> {
    yield 'I ';
    throw new Error('the dialogue model is gone');
  }
  const saying = party.say(failing()).done;
  const failed = expect(saying).rejects.toThrow('the dialogue model is gone');
  await pass(1000);
  await failed;
  expect(shown().at(-1)).toEqual(['I', true]);
});

test('a typed call cannot be transferred', async () => {
  expect(await typing().party.transfer()).toBe(false);
});

test('the number of typed messages waiting for an answer is limited', () => {
  const { inbox } = typing();
  const taken = Array.from({ length: 60 }, () => inbox.put('x'));
  expect(taken.filter(Boolean)).toHaveLength(50);
});
