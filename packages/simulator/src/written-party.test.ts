import { expect, test } from 'vitest';
import type { Move, SimulatedContact } from './simulated-contact.ts';
import { VirtualTime } from './virtual-time.ts';
import { WrittenParty } from './written-party.ts';

/** Makes the given moves, whatever the agent says. */
const doing = (...moves: Move[]): SimulatedContact => ({
  hear: () => undefined,
  next: (beforeMs) => (moves[0] !== undefined && moves[0].startMs < beforeMs ? moves.shift() : undefined),
});
const speaks = (text: string, startMs: number, endMs: number): Move => ({
  kind: 'speak',
  text,
  startMs,
  endMs,
});
const leaves = (startMs: number): Move => ({ kind: 'leave', startMs });

const partyWith = (contact: SimulatedContact, speed = 1e9): WrittenParty =>
  new WrittenParty({
    contact,
    pace: new VirtualTime(speed).pace(),
    language: 'en',
    connect: (to) => ({ isTaken: to === '+1', afterMs: 2000 }),
  });

/** 28 characters: two seconds. */
const TWO_SECONDS = 'This takes me two seconds ok';

test('speaking a sentence in a simulated call takes time', async () => {
  const party = partyWith(doing());
  expect(await party.say(TWO_SECONDS).done).toEqual({
    text: TWO_SECONDS,
    isWhole: true,
    startMs: 0,
    endMs: 2000,
  });
  expect(party.elapsedMs()).toBe(2000);
});

test('in a simulated call streamed text takes as long to speak as text given at once', async () => {
  async function* stream() {
    yield* TWO_SECONDS.match(/../g) ?? [];
  }
  expect((await partyWith(doing()).say(stream()).done).endMs).toBe(2000);
});

test.each([
  [200, ''],
  [290, 'This'],
  [1000, 'This takes me'],
  [1999, 'This takes me two seconds'],
])(
  'after an interruption at %d ms only whole words count as heard by the simulated contact',
  async (atMs, text) => {
    const party = partyWith(doing(speaks('Wait', atMs, atMs + 400)));
    const said = await party.say(TWO_SECONDS).done;
    expect(said).toMatchObject({ text, isWhole: false, endMs: atMs });
    expect(await party.listen(1000)).toMatchObject({ text: 'Wait', startMs: atMs, endMs: atMs + 400 });
  },
);

test('in a language without spaces an interruption of a simulated call cuts between words', async () => {
  const party = partyWith(doing(speaks('はい', 1500, 2000)));
  const { text } = await party.say('今日はいい天気ですね。').done;
  expect('今日はいい天気ですね。'.startsWith(text)).toBe(true);
  expect(['今日', '今日は', '今日はいい', '今日はいい天気']).toContain(text);
});

test('sentences queued behind an interrupted one are dropped in a simulated call', async () => {
  const party = partyWith(doing(speaks('Wait', 1000, 1500)));
  const sayings = [party.say(TWO_SECONDS), party.say(TWO_SECONDS)];
  const [, second] = await Promise.all(sayings.map(({ done }) => done));
  expect(second).toEqual({ text: '', isWhole: false, startMs: 1000, endMs: 1000 });
  expect((await party.say('Yes?').done).startMs).toBe(1500);
});

test('the agent waits until the simulated contact has finished', async () => {
  const party = partyWith(doing(speaks('Hello?', 0, 700)));
  expect((await party.say(TWO_SECONDS).done).startMs).toBe(700);
  expect(await party.listen(1000)).toMatchObject({ text: 'Hello?', endMs: 700 });
  expect(party.elapsedMs()).toBe(2700);
});

test('silence is reported when the simulated contact does not speak within the timeout', async () => {
  const party = partyWith(doing(speaks('Here', 5000, 5400)));
  expect(await party.listen(5000)).toEqual({ kind: 'silence', atMs: 5000 });
  expect(await party.listen(5000)).toMatchObject({ kind: 'words', text: 'Here' });
});

test('the agent waits for words of a simulated contact that start within the timeout', async () => {
  const party = partyWith(doing(speaks('A long story', 900, 9000)));
  expect(await party.listen(1000)).toMatchObject({ kind: 'words', endMs: 9000 });
});

test('after the simulated contact hangs up nothing is said or heard', async () => {
  const party = partyWith(doing(leaves(500)));
  expect(await party.say(TWO_SECONDS).done).toMatchObject({ text: 'This', isWhole: false, endMs: 500 });
  expect(await party.say('Hello?').done).toMatchObject({ text: '', isWhole: false });
  expect(await party.listen(1000)).toEqual({ kind: 'left', atMs: 500 });
  expect(await party.listen(1000)).toEqual({ kind: 'left', atMs: 500 });
  expect(await party.transfer('+1')).toBe(false);
});

test('hanging up a simulated call waits for the current sentence', async () => {
  const party = partyWith(doing());
  const goodbye = party.say(TWO_SECONDS).done;
  await party.leave();
  expect(await goodbye).toMatchObject({ isWhole: true });
  expect(party.elapsedMs()).toBe(2000);
});

test('hanging up a simulated call stops listening at once', async () => {
  const party = partyWith(doing(), 1);
  const listening = party.listen(600_000);
  await party.leave();
  expect(await listening).toEqual({ kind: 'silence', atMs: 0 });
  expect(await party.listen(600_000)).toMatchObject({ kind: 'left' });
});

test("an agent that speaks while listening does not wait, and gets the simulated contact's words later", async () => {
  const party = partyWith(doing(speaks('A long story', 0, 20)), 1);
  const listening = party.listen(600_000);
  await new Promise(setImmediate);
  const saying = party.say('Sorry').done;
  expect(await listening).toEqual({ kind: 'silence', atMs: 0 });
  expect(await saying).toMatchObject({ isWhole: true, startMs: 20 });
  expect(await party.listen(1000)).toMatchObject({ text: 'A long story' });
});

test('when the streamed text of a sentence fails, the sentence fails and the simulated call continues', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'I ';
    throw new Error('the dialogue model is gone');
  }
  const party = partyWith(doing());
  await expect(party.say(failing()).done).rejects.toThrow('the dialogue model is gone');
  expect(await party.say('Sorry.').done).toMatchObject({ isWhole: true });
});

test('the agent waits for a simulated contact that replies asynchronously', async () => {
  const typed = Promise.withResolvers<Move>();
  const party = partyWith({ hear: () => undefined, next: () => typed.promise });
  const listening = party.listen(1000);
  typed.resolve(speaks('hi', 40, 40));
  expect(await listening).toMatchObject({ kind: 'words', text: 'hi' });
});
