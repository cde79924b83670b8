import { type Heard, type Party, type Said, type Words, wholeText } from '@parley/call-engine/party.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Captions, type WebEvent } from './captions.ts';
import { TypedInbox } from './typed-party.ts';
import { WebParty } from './web-party.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A microphone in the hands of the test. */
class HandParty implements Party {
  readonly said: string[] = [];
  isLeft = false;
  #listening: PromiseWithResolvers<Heard> | undefined;
  #saying: PromiseWithResolvers<Said> | undefined;

  say(words: Words) {
    this.#saying = Promise.withResolvers();
    void this.#gather(words);
    return { done: this.#saying.promise };
  }

  async #gather(words: Words) {
    const text = await wholeText(words);
    this.said.push(text);
  }

  finish(text: string, isWhole = true) {
    this.#saying?.resolve({ text, isWhole, startMs: 100, endMs: 900 });
  }

  listen() {
    this.#listening = Promise.withResolvers();
    return this.#listening.promise;
  }

  hear(heard: Heard) {
    this.#listening?.resolve(heard);
  }

  async transfer(to: string) {
    return to === '+1';
  }

  async leave() {
    this.isLeft = true;
  }

  elapsedMs() {
    return 0;
  }
}

function talking() {
  const events: WebEvent[] = [];
  const inbox = new TypedInbox();
  const sinceMs = performance.now();
  const party = new WebParty({
    inbox,
    presence: {
      isMissing: false,
      isAway: false,
      awayMs: () => 0,
      takeReturn: () => false,
      changed: async () => {},
    },
    captions: new Captions((event) => events.push(event)),
    nowMs: () => Math.round(performance.now() - sinceMs),
    language: 'en',
    mostMs: 900_000,
    onLeave: () => {},
  });
  const spoken = new HandParty();
  const captions = () =>
    events.flatMap((one) => (one.type === 'update' ? [[one.who, one.text, one.isFinal]] : []));
  return { party, inbox, spoken, events, captions };
}

const words = (text: string): Heard => ({ kind: 'words', text, startMs: 1000, endMs: 1500, language: 'en' });

test('spoken words reach the agent, and both sides appear as captions', async () => {
  const { party, spoken, captions } = talking();
  party.talkThrough(spoken);
  const saying = party.say('How old are you?').done;
  await pass(0);
  spoken.finish('How old are you?');
  expect(await saying).toMatchObject({ text: 'How old are you?', isWhole: true, startMs: 100 });
  const listening = party.listen(8000);
  await pass(0);
  spoken.hear(words('Forty'));
  expect(await listening).toMatchObject({ text: 'Forty' });
  expect(captions()).toEqual([
    ['agent', 'How old are you?', false],
    ['agent', 'How old are you?', true],
    ['contact', 'Forty', true],
  ]);
});

test('times in a web call count from its start, even if the microphone joins later', async () => {
  const { party, spoken } = talking();
  await pass(5000);
  party.talkThrough(spoken);
  const listening = party.listen(8000);
  await pass(0);
  spoken.hear(words('Forty'));
  expect(await listening).toMatchObject({ startMs: 6000, endMs: 6500 });
});

test('a typed message is reported before speech that came during it', async () => {
  const { party, inbox, spoken } = talking();
  party.talkThrough(spoken);
  const first = party.listen(8000);
  await pass(0);
  inbox.put('Forty');
  expect(await first).toMatchObject({ text: 'Forty' });
  spoken.hear(words('I mean fifty'));
  await pass(0);
  expect(await party.listen(8000)).toMatchObject({ text: 'I mean fifty' });
});

test('typing and speaking at the same moment are both reported', async () => {
  const { party, inbox, spoken } = talking();
  party.talkThrough(spoken);
  const first = party.listen(8000);
  await pass(0);
  inbox.put('typed');
  spoken.hear(words('said'));
  const second = first.then(() => party.listen(8000));
  await pass(0);
  const both = await Promise.all([first, second]);
  expect(both.map((heard) => 'text' in heard && heard.text).sort()).toEqual(['said', 'typed']);
});

test('the contact can switch to the microphone while the agent listens', async () => {
  const { party, spoken } = talking();
  const listening = party.listen(8000);
  await pass(0);
  party.talkThrough(spoken);
  await pass(0);
  spoken.hear(words('Hello'));
  expect(await listening).toMatchObject({ text: 'Hello' });
});

test('when the contact turns the microphone off in mid-sentence, the rest appears as text and the call goes on', async () => {
  const { party, inbox, spoken } = talking();
  party.talkThrough(spoken);
  const saying = party.say('How old are you, and where do you live?').done;
  await pass(0);
  party.talkThrough(undefined);
  spoken.finish('How old are you,', false);
  await pass(5000);
  expect(await saying).toMatchObject({ text: 'How old are you, and where do you live?', isWhole: true });
  const listening = party.listen(8000);
  inbox.put('Forty');
  expect(await listening).toMatchObject({ text: 'Forty' });
});

test('closing the microphone while the agent listens does not count as leaving', async () => {
  const { party, inbox, spoken } = talking();
  party.talkThrough(spoken);
  const listening = party.listen(8000);
  await pass(0);
  party.talkThrough(undefined);
  spoken.hear({ kind: 'left', atMs: 1 });
  await pass(0);
  inbox.put('Still here');
  expect(await listening).toMatchObject({ text: 'Still here' });
});

test('a contact who leaves a web call is reported', async () => {
  const { party, inbox, spoken } = talking();
  party.talkThrough(spoken);
  const listening = party.listen(8000);
  await pass(0);
  inbox.leave();
  expect(await listening).toMatchObject({ kind: 'left' });
});

test('after a barge-in only what was played counts as said', async () => {
  const { party, spoken, captions } = talking();
  party.talkThrough(spoken);
  async function* stream() {
    yield 'How old';
    yield ' are you?';
  }
  const saying = party.say(stream()).done;
  await pass(0);
  spoken.finish('How', false);
  expect(await saying).toMatchObject({ text: 'How', isWhole: false });
  expect(captions().at(-1)).toEqual(['agent', 'How', true]);
});

test('a partial transcript grows into the final one under one caption', async () => {
  const { party, spoken, events } = talking();
  party.talkThrough(spoken);
  for (const kind of ['partial', 'words'] as const) {
    const listening = party.listen(8000);
    await pass(0);
    spoken.hear({ kind, text: kind === 'partial' ? 'For' : 'Forty', startMs: 0, endMs: 1 });
    expect(await listening).toMatchObject({ kind });
  }
  const ids = events.flatMap((event) => (event.type === 'update' ? [event.id] : []));
  expect(new Set(ids).size).toBe(1);
});

test('only a spoken call can be transferred, and hanging up closes the microphone', async () => {
  const { party, spoken } = talking();
  expect(await party.transfer('+1')).toBe(false);
  party.talkThrough(spoken);
  expect(await party.transfer('+1')).toBe(true);
  await party.leave();
  expect(spoken.isLeft).toBe(true);
});
