import type { NoteTrouble, Trouble } from '@parley/call-engine/journal.ts';
import type { Party } from '@parley/call-engine/party.ts';
import type { TurnRecord } from '@parley/call-engine/turn-record.ts';
import { type LegBeat, ScriptedLeg } from '@parley/testing/scripted-leg.ts';
import { ScriptedStt, type SttBehaviour } from '@parley/testing/scripted-stt.ts';
import { ScriptedTime } from '@parley/testing/scripted-time.ts';
import { ScriptedTts, type TtsBehaviour } from '@parley/testing/scripted-tts.ts';
import { expect, test } from 'vitest';
import { waited } from './call-clock.ts';
import { fallbackStt } from './fallback-stt.ts';
import { fallbackTts } from './fallback-tts.ts';
import { energyDetector } from './speech-detector.ts';
import { speechCircuit } from './speech-failure.ts';
import { spokenParty } from './spoken-party.ts';

/** 28 characters: two seconds. */
const TWO_SECONDS = 'This takes me two seconds ok';

interface Scene {
  readonly stt?: readonly SttBehaviour[];
  readonly tts?: readonly TtsBehaviour[];
  readonly takesTransfer?: boolean;
}

function scene(script: readonly LegBeat[], { stt = [{}], tts = [{}], takesTransfer = true }: Scene = {}) {
  const time = new ScriptedTime();
  const leg = new ScriptedLeg(time, script, { takesTransfer });
  const turns: TurnRecord[] = [];
  const troubles: Trouble[] = [];
  const sttEngines = stt.map((behaviour) => new ScriptedStt(time, leg.texts, behaviour));
  const ttsEngines = tts.map((behaviour) => new ScriptedTts(time, behaviour));
  const note: NoteTrouble = (part, message, instead) =>
    troubles.push({ part, message, ...(instead === undefined ? {} : { instead }) });
  const circuit = () => speechCircuit(() => time.nowMs());
  const party: Party = spokenParty({
    leg,
    stt: fallbackStt(
      sttEngines.map((engine, n) => ({
        name: `stt ${n + 1}`,
        stt: engine,
        supports: () => true,
        circuit: circuit(),
      })),
      { note, clock: time, finalMs: 2000 },
    ),
    tts: fallbackTts(
      ttsEngines.map((engine, n) => ({
        name: `tts ${n + 1}`,
        tts: engine,
        supports: () => true,
        circuit: circuit(),
      })),
      { note, clock: time, firstSoundMs: 1500 },
    ),
    voiceId: null,
    detector: energyDetector,
    language: 'en',
    speed: 1,
    hints: [],
    clock: time,
    onTurn: (turn) => turns.push(turn),
    note,
  });
  return { time, leg, party, turns, troubles, stt: sttEngines, tts: ttsEngines };
}

test('saying a sentence takes as long as its audio', async () => {
  const { time, party } = scene([]);
  const said = await time.until(party.say(TWO_SECONDS).done);
  expect(said).toEqual({ text: TWO_SECONDS, isWhole: true, startMs: 80, endMs: 2080 });
  expect(party.elapsedMs()).toBe(2080);
});

test('an answer is reported with its times after the silence that ends the turn', async () => {
  const { time, party } = scene([{ says: 'I live in Zurich.', afterMs: 1000, forMs: 1200 }]);
  const heard = await time.until(party.listen(8000));
  expect(heard).toEqual({
    kind: 'partial',
    text: 'I live in Zurich.',
    startMs: 980,
    endMs: 2180,
  });
  expect(await time.until(party.listen(8000))).toEqual({
    kind: 'words',
    text: 'I live in Zurich.',
    startMs: 980,
    endMs: 2180,
    language: 'en',
  });
  expect(party.elapsedMs()).toBeLessThan(2180 + 500);
});

/** The next that is not a partial. */
async function words(party: Party, patienceMs = 8000) {
  for (;;) {
    const heard = await party.listen(patienceMs);
    if (heard.kind !== 'partial') return heard;
  }
}

test('silence is reported after the timeout, unless speech began before', async () => {
  const { time, party } = scene([{ says: 'Here I am.', afterMs: 5900 }]);
  expect(await time.until(party.listen(3000))).toEqual({ kind: 'silence', atMs: 3000 });
  expect(await time.until(words(party, 3000))).toMatchObject({ kind: 'words', text: 'Here I am.' });
});

test('the timeout for an answer starts when the agent has finished speaking', async () => {
  const { time, party } = scene([]);
  const saying = party.say(TWO_SECONDS).done;
  const silence = await time.until(party.listen(1000));
  expect(await saying).toMatchObject({ isWhole: true, endMs: 2080 });
  expect(silence).toEqual({ kind: 'silence', atMs: 3060 });
});

test('a barge-in stops the agent within 100 ms, and the transcript has only what was played', async () => {
  const { time, party, leg } = scene([{ says: 'Wait a moment please.', interruptsAfterMs: 1000 }]);
  const said = await time.until(party.say(TWO_SECONDS).done);
  expect(said).toMatchObject({ text: 'This takes me', isWhole: false, startMs: 80 });
  expect(said.endMs).toBeGreaterThan(1080);
  expect(said.endMs).toBeLessThanOrEqual(1160);
  expect(leg.playedSamples()).toBe((said.endMs - said.startMs) * 8);
  expect(await time.until(words(party))).toMatchObject({ kind: 'words', text: 'Wait a moment please.' });
});

test('a partial transcript interrupts the agent while the contact still speaks', async () => {
  const { time, party } = scene([{ says: 'Wait a moment please.', interruptsAfterMs: 500, forMs: 4000 }], {
    stt: [{ partialMs: 200 }],
  });
  await time.until(party.say(`${TWO_SECONDS}, and ${TWO_SECONDS}`).done);
  expect(party.elapsedMs()).toBeLessThan(1300);
});

test('after a cough the agent continues where it stopped', async () => {
  const { time, party, leg } = scene([{ coughsForMs: 400, interruptsAfterMs: 800 }]);
  const said = await time.until(party.say(TWO_SECONDS).done);
  expect(leg.hushes).toBe(1);
  expect(said).toMatchObject({ text: TWO_SECONDS, isWhole: true });
  expect(said.endMs).toBeGreaterThan(2400);
  // Every sample once, none twice: it went on where it had stopped.
  expect(leg.playedSamples()).toBe(2000 * 8);
});

test('after two false alarms a real barge-in stops the agent', async () => {
  const { time, party, leg } = scene([
    { coughsForMs: 300, interruptsAfterMs: 300 },
    { coughsForMs: 300, interruptsAfterMs: 300 },
    { says: 'Stop it now.', interruptsAfterMs: 300 },
  ]);
  const said = await time.until(party.say(`${TWO_SECONDS} ${TWO_SECONDS}`).done);
  expect(leg.hushes).toBe(3);
  expect(said.isWhole).toBe(false);
  expect(said.text.length).toBeGreaterThan(0);
  expect(await time.until(words(party))).toMatchObject({ text: 'Stop it now.' });
});

test('after two barge-ins the transcript of each sentence has only what was played', async () => {
  const { time, party } = scene([
    { says: 'Who is this?', interruptsAfterMs: 700 },
    { says: 'I have no time.', interruptsAfterMs: 700 },
  ]);
  const first = await time.until(party.say(TWO_SECONDS).done);
  expect(await time.until(words(party))).toMatchObject({ text: 'Who is this?' });
  const second = await time.until(party.say('We are calling about the job.').done);
  expect(await time.until(words(party))).toMatchObject({ text: 'I have no time.' });
  expect([first.isWhole, second.isWhole]).toEqual([false, false]);
  expect(TWO_SECONDS.startsWith(first.text)).toBe(true);
  expect('We are calling about the job.'.startsWith(second.text)).toBe(true);
});

test.each(['mhm', 'Okay.'])(
  '"%s" in mid-sentence does not stop the agent and is not an answer',
  async (sign) => {
    const { time, party } = scene([{ says: sign, interruptsAfterMs: 600, forMs: 400 }]);
    const said = await time.until(party.say(`${TWO_SECONDS}. ${TWO_SECONDS}. And so on.`).done);
    expect(said.isWhole).toBe(true);
    expect(await time.until(party.listen(1000))).toMatchObject({ kind: 'silence' });
  },
);

test('a yes during the last sentence of the agent is an answer', async () => {
  const { time, party } = scene([{ says: 'Yes.', interruptsAfterMs: 1000, forMs: 400 }]);
  const said = await time.until(party.say('Do you have a driving licence for cars?').done);
  expect(said.isWhole).toBe(false);
  expect(await time.until(words(party))).toMatchObject({ text: 'Yes.' });
});

test('an echo of the agent’s words does not interrupt it', async () => {
  const { time, party } = scene([{ says: 'takes me two seconds', interruptsAfterMs: 1600, forMs: 800 }]);
  const said = await time.until(party.say(`${TWO_SECONDS} and more. ${TWO_SECONDS}. The end.`).done);
  expect(said).toMatchObject({ isWhole: true });
});

test('choosing an option in the agent’s own words counts as an answer', async () => {
  const { time, party } = scene([{ says: 'Monday at nine', interruptsAfterMs: 1800, forMs: 800 }]);
  const said = await time.until(
    party.say('Would you like Monday at nine, or rather Tuesday at ten in the morning?').done,
  );
  expect(said).toMatchObject({ isWhole: false });
  expect(await time.until(words(party))).toMatchObject({ text: 'Monday at nine' });
});

test('an answer that repeats words of a question while the agent goes on speaking counts', async () => {
  const { time, party } = scene([{ says: 'Yes, I own a car.', interruptsAfterMs: 1800, forMs: 1000 }]);
  const said = await time.until(party.say('Do you own a car? A simple yes or no is enough for me.').done);
  expect(said.isWhole).toBe(false);
  expect(await time.until(words(party))).toMatchObject({ text: 'Yes, I own a car.' });
});

test('a tap on the microphone pauses the agent for a moment, and no word is lost', async () => {
  const { time, party, leg } = scene([{ coughsForMs: 120, interruptsAfterMs: 500 }]);
  const said = await time.until(party.say(TWO_SECONDS).done);
  expect(said).toMatchObject({ text: TWO_SECONDS, isWhole: true });
  expect([leg.hushes, leg.playedSamples()]).toEqual([1, 2000 * 8]);
  expect(said.endMs).toBeLessThanOrEqual(2080 + 320);
});

test('a barge-in never cuts the last 300 ms of a sentence', async () => {
  const { time, party, leg } = scene([{ says: 'Yes, I do.', interruptsAfterMs: 1700 }]);
  expect(await time.until(party.say(TWO_SECONDS).done)).toMatchObject({ isWhole: true });
  expect(leg.hushes).toBe(0);
  expect(await time.until(words(party))).toMatchObject({ text: 'Yes, I do.' });
});

test('the agent waits for speech that began before it spoke', async () => {
  const { time, party } = scene([{ says: 'Hello? Who is there?', afterMs: 100, forMs: 1500 }]);
  await time.pass(400);
  const said = await time.until(party.say(TWO_SECONDS).done);
  expect(said.startMs).toBeGreaterThan(1600);
  expect(said.isWhole).toBe(true);
  expect(await time.until(words(party))).toMatchObject({ text: 'Hello? Who is there?' });
});

test('a barge-in drops the sentences queued behind the interrupted one', async () => {
  const { time, party } = scene([{ says: 'Wait a moment.', interruptsAfterMs: 500 }]);
  const sayings = [party.say(TWO_SECONDS), party.say(TWO_SECONDS)];
  const [, second] = await time.until(Promise.all(sayings.map(({ done }) => done)));
  expect(second).toMatchObject({ text: '', isWhole: false });
});

test('streamed text is spoken from the first sentence on, while the next is synthesised', async () => {
  const { time, party, tts } = scene([]);
  async function* streamed() {
    yield 'The first one is here. The sec';
    await waited(time, 300);
    yield 'ond one took longer. ';
    yield 'The third. The fourth.';
  }
  const saying = party.say(streamed()).done;
  await time.pass(1000);
  expect(tts[0]?.requests.map(({ text }) => text)).toEqual([
    'The first one is here.',
    'The second one took longer.',
  ]);
  const said = await time.until(saying);
  expect(said.text).toBe('The first one is here. The second one took longer. The third. The fourth.');
  expect(said.startMs).toBe(80);
});

test('slow synthesis is played as it arrives, without loss', async () => {
  const { time, party, leg } = scene([], { tts: [{ pace: 0.5 }] });
  const said = await time.until(party.say(TWO_SECONDS).done);
  expect(said).toMatchObject({ text: TWO_SECONDS, isWhole: true });
  expect(said.endMs).toBeGreaterThan(4000);
  expect(leg.playedSamples()).toBe(2000 * 8);
});

test('when a TTS vendor fails in mid-sentence, the next says the rest', async () => {
  const { time, party, tts, troubles } = scene([], { tts: [{ failsAt: 1, failsAfterMs: 1000 }, {}] });
  const said = await time.until(party.say(TWO_SECONDS).done);
  expect(said).toMatchObject({ text: TWO_SECONDS, isWhole: true });
  expect(tts[1]?.requests.map(({ text }) => text)).toEqual(['two seconds ok']);
  expect(troubles).toEqual([
    { part: 'tts', message: 'tts 1 failed: the TTS connection was lost', instead: 'tts 2' },
  ]);
});

test('a TTS vendor that hangs is replaced by the next', async () => {
  const { time, party, tts, troubles } = scene([], { tts: [{ isStuck: true }, {}] });
  expect(await time.until(party.say('One. Two.').done)).toMatchObject({ isWhole: true });
  expect(tts.map(({ requests }) => requests.length)).toEqual([2, 2]);
  expect(troubles).toHaveLength(1);
});

test('the only TTS vendor is tried once more, then the sentence fails with a note in the journal', async () => {
  const { time, party, troubles } = scene([], { tts: [{ failsAt: 1 }] });
  await expect(time.until(party.say('Hello.').done)).rejects.toThrow('the TTS connection was lost');
  expect(troubles).toEqual([
    { part: 'tts', message: 'tts 1 failed: the TTS connection was lost', instead: 'tts 1' },
    { part: 'tts', message: 'tts 1 failed: the TTS connection was lost' },
  ]);
});

test('the agent waits for the only TTS vendor when it is slow', async () => {
  const { time, party, troubles } = scene([], { tts: [{ latencyMs: 20_000 }] });
  expect(await time.until(party.say('Hello.').done)).toMatchObject({ isWhole: true });
  expect(troubles).toEqual([]);
});

test('the agent waits for the only STT vendor when it is slow', async () => {
  const { time, party, troubles } = scene([{ says: 'I live in Zurich.', afterMs: 500 }], {
    stt: [{ latencyMs: 6000 }],
  });
  expect(await time.until(words(party, 20_000))).toMatchObject({ text: 'I live in Zurich.' });
  expect(troubles).toMatchObject([{ part: 'stt' }]);
});

test('the only STT vendor is reopened when it fails after having worked', async () => {
  const { time, party, stt } = scene([{ says: 'I live in Zurich.', afterMs: 8000 }], {
    stt: [{ failsAtMs: 6000 }],
  });
  expect(await time.until(words(party, 20_000))).toMatchObject({ text: 'I live in Zurich.', startMs: 7980 });
  expect(stt[0]?.opened).toBe(2);
});

test('the next STT vendor takes over and reports times of the whole call', async () => {
  const { time, party, stt, troubles } = scene([{ says: 'I live in Zurich.', afterMs: 3000, forMs: 1000 }], {
    stt: [{ failsAtMs: 1000 }, {}],
  });
  expect(await time.until(words(party))).toMatchObject({
    text: 'I live in Zurich.',
    startMs: 2980,
    endMs: 3980,
  });
  expect(stt[0]?.closed).toBe(1);
  expect(troubles).toEqual([
    { part: 'stt', message: 'stt 1 failed: the STT connection was lost', instead: 'stt 2' },
  ]);
});

test('an STT vendor that does not answer is replaced, and the next gets the same audio', async () => {
  const { time, party, troubles } = scene([{ says: 'Hello?', afterMs: 500 }], {
    stt: [{ isStuck: true }, {}],
  });
  expect(await time.until(words(party, 20_000))).toMatchObject({ text: 'Hello?', startMs: 480 });
  expect(troubles).toEqual([
    { part: 'stt', message: 'stt 1 failed: no final transcript within 2000 ms', instead: 'stt 2' },
  ]);
});

test('listening fails with a note in the journal when no STT vendor is left', async () => {
  const { time, party, troubles } = scene([], { stt: [{ failsAtMs: 1000 }] });
  await expect(time.until(party.listen(8000))).rejects.toThrow('every speech to text has failed');
  expect(troubles.map(({ message }) => message)).toEqual([
    'stt 1 failed: the STT connection was lost',
    'Speech to text failed: every speech to text has failed',
  ]);
});

test('a failure of the dialogue model fails the sentence, and the call continues', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'I see. ';
    throw new Error('the dialogue model is gone');
  }
  const { time, party } = scene([]);
  await expect(time.until(party.say(failing()).done)).rejects.toThrow('the dialogue model is gone');
  expect(await time.until(party.say('Sorry.').done)).toMatchObject({ isWhole: true });
});

test('after the contact has hung up nothing is said or reported', async () => {
  const { time, party } = scene([{ leaves: true, interruptsAfterMs: 500 }]);
  const said = await time.until(party.say(TWO_SECONDS).done);
  expect(said).toMatchObject({ text: 'This', isWhole: false, endMs: 560 });
  expect(await party.say('Hello?').done).toMatchObject({ text: '', isWhole: false });
  expect(await party.listen(1000)).toEqual({ kind: 'left', atMs: 560 });
  expect(await party.listen(1000)).toEqual({ kind: 'left', atMs: 560 });
  expect(await party.transfer('+1')).toBe(false);
});

test('a contact who hangs up right after their last words is still heard to the end', async () => {
  const { time, party } = scene([
    { says: 'Never call me again', afterMs: 500, forMs: 800 },
    { leaves: true, afterMs: 20 },
  ]);
  expect(await time.until(words(party))).toMatchObject({ kind: 'words', text: 'Never call me again' });
  expect(await party.say('Goodbye.').done).toMatchObject({ text: '', isWhole: false });
  expect(await time.until(words(party))).toEqual({ kind: 'left', atMs: 1280 });
});

test('a contact who leaves in mid-sentence has said what was recognised so far, if no more comes', async () => {
  const { time, party } = scene(
    [
      { says: 'I have to go now', afterMs: 500, forMs: 800 },
      { leaves: true, afterMs: 20 },
    ],
    {
      stt: [{ partialMs: 200, latencyMs: 60_000 }],
    },
  );
  expect(await time.until(words(party))).toMatchObject({ kind: 'words', text: 'I have to go' });
  expect(await time.until(words(party))).toMatchObject({ kind: 'left' });
});

test.each(['mhm', 'Yeah.', 'This takes me two'])(
  '"%s" in mid-sentence is not an answer if the contact then hangs up',
  async (sign) => {
    const { time, party } = scene([
      { says: sign, interruptsAfterMs: 1400, forMs: 400 },
      { leaves: true, afterMs: 20 },
    ]);
    const said = await time.until(party.say(`${TWO_SECONDS}. ${TWO_SECONDS}. And so on.`).done);
    expect(said.isWhole).toBe(false);
    expect(await time.until(party.listen(8000))).toMatchObject({ kind: 'left' });
  },
);

test('an opt-out in mid-sentence is heard, even if the contact hangs up at once', async () => {
  const { time, party } = scene([
    { says: 'Never call me again', interruptsAfterMs: 1400, forMs: 400 },
    { leaves: true, afterMs: 20 },
  ]);
  await time.until(party.say(`${TWO_SECONDS}. ${TWO_SECONDS}. And so on.`).done);
  expect(await time.until(words(party))).toMatchObject({ kind: 'words', text: 'Never call me again' });
});

test('once STT has failed, the last words of a contact who hangs up are not waited for', async () => {
  const { time, party } = scene(
    [
      { says: 'I have to go now', afterMs: 500, forMs: 800 },
      { leaves: true, afterMs: 20 },
    ],
    { stt: [{ failsAtMs: 800 }] },
  );
  await time.pass(1600);
  expect(await party.listen(1000)).toMatchObject({ kind: 'left' });
});

test('hanging up waits for the current sentence', async () => {
  const { time, party, leg, stt } = scene([]);
  const goodbye = party.say(TWO_SECONDS).done;
  await time.until(party.leave());
  expect(await goodbye).toMatchObject({ isWhole: true });
  expect(leg.isHungUp).toBe(true);
  expect(stt[0]?.closed).toBe(1);
  expect(await party.listen(1000)).toMatchObject({ kind: 'left' });
});

test('hanging up stops listening at once', async () => {
  const { time, party } = scene([]);
  const listening = party.listen(600_000);
  await time.until(party.leave());
  expect(await listening).toEqual({ kind: 'silence', atMs: 0 });
});

test('an agent that speaks while it listens does not wait', async () => {
  const { time, party } = scene([]);
  const listening = party.listen(600_000);
  const saying = party.say('Sorry.').done;
  expect(await listening).toEqual({ kind: 'silence', atMs: 0 });
  expect(await time.until(saying)).toMatchObject({ isWhole: true });
});

test('a transfer waits for the current sentence, and ends the call when accepted', async () => {
  const { time, party, leg, stt } = scene([]);
  const saying = party.say(TWO_SECONDS).done;
  expect(await time.until(party.transfer('+41'))).toBe(true);
  expect(await saying).toMatchObject({ isWhole: true });
  expect(leg.transfers).toEqual(['+41']);
  expect(stt[0]?.closed).toBe(1);
  expect(await party.listen(1000)).toMatchObject({ kind: 'left' });
});

test('after a refused transfer the call continues', async () => {
  const { time, party } = scene([], { takesTransfer: false });
  expect(await time.until(party.transfer('+41'))).toBe(false);
  expect(await time.until(party.say('Sorry.').done)).toMatchObject({ isWhole: true });
});

test('pressed DTMF keys are reported in order', async () => {
  const { time, party } = scene([
    { presses: '4', afterMs: 100 },
    { presses: '2', afterMs: 100 },
  ]);
  expect(await time.until(party.listen(8000))).toMatchObject({ kind: 'digit', digit: '4' });
  expect(await time.until(party.listen(8000))).toMatchObject({ kind: 'digit', digit: '2' });
});

test('missing audio from the network counts as silence, and the call continues', async () => {
  const { time, party, leg } = scene([]);
  await time.pass(500);
  leg.isStalled = true;
  const heard = await time.until(party.listen(5000));
  expect(heard.kind).toBe('silence');
  expect(party.elapsedMs()).toBeGreaterThan(5000);
});

test('the latency of each turn is measured: STT, LLM, TTS and our own share', async () => {
  const { time, party, turns } = scene([{ says: 'I live in Zurich.', afterMs: 200 }], {
    stt: [{ latencyMs: 400 }],
    tts: [{ latencyMs: 150 }],
  });
  await time.until(words(party));
  await time.pass(250);
  await time.until(party.say('I see.').done);
  expect(turns).toHaveLength(1);
  expect(turns[0]).toMatchObject({ modelMs: 250, ttsMs: 150 });
  expect(turns[0]?.ownMs).toBeLessThanOrEqual(20);
});

test('a tone after a long greeting is reported after its words, and stops the agent', async () => {
  const { time, party } = scene([
    { says: 'Leave a message.', afterMs: 500, forMs: 4000 },
    { beepsForMs: 400, interruptsAfterMs: 300 },
  ]);
  expect(await time.until(words(party))).toMatchObject({ kind: 'words', text: 'Leave a message.' });
  const said = await time.until(party.say(`${TWO_SECONDS}. ${TWO_SECONDS}.`).done);
  expect(said.isWhole).toBe(false);
  expect(await time.until(words(party))).toEqual({ kind: 'beep', atMs: expect.any(Number) });
});

test('a tone after a few words does not stop the agent, and is a beep only if nobody speaks after it', async () => {
  const { time, party } = scene([
    { says: 'Ada.', afterMs: 500, forMs: 600 },
    { beepsForMs: 400, interruptsAfterMs: 300 },
  ]);
  expect(await time.until(words(party))).toMatchObject({ kind: 'words', text: 'Ada.' });
  const said = await time.until(party.say(TWO_SECONDS).done);
  expect(said.isWhole).toBe(true);
  expect(await time.until(words(party))).toMatchObject({ kind: 'beep', isFaint: true });
  expect(await time.until(words(party))).toEqual({ kind: 'beep', atMs: expect.any(Number) });
});

test('a beep that directly follows words is reported after them', async () => {
  const { time, party } = scene([
    { says: 'State your name after the tone.', afterMs: 500, forMs: 1000 },
    { beepsForMs: 300, afterMs: 100 },
  ]);
  expect(await time.until(words(party))).toMatchObject({ kind: 'words' });
  expect(await time.until(words(party))).toMatchObject({ kind: 'beep' });
});

test('a tone late in a call is not reported as a beep', async () => {
  const { time, party } = scene([{ beepsForMs: 400, afterMs: 50_000 }]);
  expect(await time.until(words(party, 60_000))).toMatchObject({ kind: 'silence' });
});

test('on hold the agent stops speaking, ignores music, and call time stands still', async () => {
  const { time, leg, party } = scene([{ says: 'Your call is important to us.', afterMs: 4000, forMs: 2000 }]);
  const said = party.say(TWO_SECONDS).done;
  await time.until(waited(time, 1000));
  leg.hold(true);
  expect(await time.until(said)).toMatchObject({ isWhole: false });
  const beforeMs = party.elapsedMs();
  const heard = party.listen(8000);
  await time.until(waited(time, 60_000));
  expect(party.elapsedMs()).toBe(beforeMs);
  expect(party.pausedMs?.()).toBe(60_000);
  leg.hold(false);
  expect(await time.until(heard)).toEqual({ kind: 'returned', atMs: beforeMs });
  await time.until(waited(time, 1000));
  leg.hold(true);
  await time.until(party.leave());
  await time.until(waited(time, 1000));
  expect(party.pausedMs?.()).toBe(60_000);
});

test('a sentence that is due during a hold is said when the contact is back', async () => {
  const { time, leg, party } = scene([]);
  leg.hold(true);
  const said = party.say(TWO_SECONDS).done;
  await time.until(waited(time, 30_000));
  expect(leg.playedSamples()).toBe(0);
  leg.hold(false);
  expect(await time.until(said)).toMatchObject({ text: TWO_SECONDS, isWhole: true });
});

test('hanging up during a hold drops the pending speech', async () => {
  const { time, leg, party } = scene([]);
  leg.hold(true);
  const said = party.say(TWO_SECONDS).done;
  const fromMs = time.nowMs();
  await time.until(party.leave());
  // Not because the hold has lasted too long.
  expect(time.nowMs() - fromMs).toBeLessThan(1000);
  expect(leg.isHungUp).toBe(true);
  expect(await said).toMatchObject({ text: '', isWhole: false });
});

test('hanging up a second time does not wait for the last sentence', async () => {
  const { time, leg, party } = scene([]);
  const said = party.say(TWO_SECONDS).done;
  const leaving = party.leave();
  await time.until(waited(time, 500));
  expect(leg.isHungUp).toBe(false);
  await time.until(party.leave());
  expect(leg.isHungUp).toBe(true);
  await time.until(leaving);
  expect(await said).toMatchObject({ isWhole: false });
});

test('a call that is left on hold for ten minutes is hung up', async () => {
  const { time, leg, party } = scene([]);
  leg.hold(true);
  const heard = party.listen(8000);
  await time.until(waited(time, 600_000));
  expect((await time.until(heard)).kind).toBe('left');
  expect(leg.isHungUp).toBe(true);
});
