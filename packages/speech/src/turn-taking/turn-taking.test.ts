import { FRAME_MS } from '@parley/audio/audio-leg.ts';
import { expect, test } from 'vitest';
import { isHum } from './back-channel.ts';
import { endOfTurnSilenceMs } from './end-of-turn.ts';
import { type TurnEvent, TurnTaking } from './turn-taking.ts';

/** What happens for how long, or the words that the STT reports. */
type Step =
  | { readonly speech: number }
  | { readonly silence: number }
  | { readonly partial: string }
  | { readonly final: string }
  | { readonly we: 'begin' | 'end' };

/** The events with their times, after these steps. */
function events(...steps: readonly Step[]): string[] {
  const turns = new TurnTaking({
    endOfTurnSilenceMs: (text) => endOfTurnSilenceMs(text, 'en'),
    isBackChannel: isHum,
  });
  const told: string[] = [];
  let nowMs = 0;
  let areWeSpeaking = false;
  const tell = (all: TurnEvent[]) => {
    for (const event of all)
      told.push('turn' in event ? `${event.kind} "${event.turn.text}" @${nowMs}` : `${event.kind} @${nowMs}`);
  };
  const run = (isSpeech: boolean, forMs: number) => {
    for (const untilMs = nowMs + forMs; nowMs < untilMs; ) {
      nowMs += FRAME_MS;
      tell(turns.frame(isSpeech, nowMs, areWeSpeaking));
    }
  };
  for (const step of steps) {
    if ('speech' in step) run(true, step.speech);
    else if ('silence' in step) run(false, step.silence);
    else if ('we' in step) {
      areWeSpeaking = step.we === 'begin';
      if (areWeSpeaking) turns.agentStarts();
    } else {
      const [kind, text] =
        'final' in step ? (['final', step.final] as const) : (['partial', step.partial] as const);
      tell(turns.words({ kind, text, startMs: nowMs - 100, endMs: nowMs }, areWeSpeaking));
    }
  }
  return told;
}

test('a finished sentence ends the turn after 300 ms of silence', () => {
  expect(
    events({ speech: 1000 }, { silence: 240 }, { final: 'I live in Zurich.' }, { silence: 200 }),
  ).toEqual([
    'speech_began @60',
    'speech_paused @1200',
    'partial "I live in Zurich." @1240',
    'end_known @1300',
    'turn_ended "I live in Zurich." @1300',
  ]);
});

test('an unfinished sentence ends the turn later', () => {
  const told = events(
    { speech: 1000 },
    { silence: 240 },
    { final: 'I live in Zurich and' },
    { silence: 1000 },
  );
  expect(told.at(-1)).toBe('turn_ended "I live in Zurich and" @2200');
});

test('speech that continues after a short pause is one turn', () => {
  expect(
    events(
      { speech: 1000 },
      { silence: 260 },
      { final: 'I live in Zurich and' },
      { silence: 300 },
      { speech: 600 },
      { silence: 240 },
      { final: 'work in Bern.' },
      { silence: 200 },
    ),
  ).toEqual([
    'speech_began @60',
    'speech_paused @1200',
    'partial "I live in Zurich and" @1260',
    'speech_began @1620',
    'speech_paused @2360',
    'partial "I live in Zurich and work in Bern." @2400',
    'end_known @2460',
    'turn_ended "I live in Zurich and work in Bern." @2460',
  ]);
});

test('a final transcript that comes late ends the turn when it arrives', () => {
  const told = events({ speech: 500 }, { silence: 1400 }, { final: 'Yes.' }, { silence: 20 });
  expect(told).toEqual([
    'speech_began @60',
    'speech_paused @700',
    'end_known @1700',
    'partial "Yes." @1900',
    'turn_ended "Yes." @1920',
  ]);
});

test('80 ms of speech pause the agent, and 250 ms count as a barge-in', () => {
  expect(events({ we: 'begin' }, { speech: 60 }, { silence: 400 })).toEqual([
    'speech_began @60',
    'speech_paused @260',
  ]);
  expect(events({ we: 'begin' }, { speech: 240 }, { silence: 180 }, { speech: 60 })).toEqual([
    'speech_began @60',
    'hold @80',
    'release @480',
  ]);
  expect(events({ we: 'begin' }, { speech: 600 })).toEqual(['speech_began @60', 'hold @80', 'barge_in @260']);
});

test('after a false alarm only a certain barge-in stops the agent', () => {
  const click = [{ speech: 120 }, { silence: 400 }, { final: '' }, { silence: 20 }] as const;
  const told = events({ we: 'begin' }, ...click, ...click, { speech: 260 });
  expect(told.filter((event) => /^(?:hold|release|barge_in)/.test(event))).toEqual([
    'hold @80',
    'release @240',
    'barge_in @1340',
  ]);
  const later = events({ we: 'begin' }, ...click, { silence: 10_000 }, { speech: 100 });
  expect(later.at(-1)).toBe('hold @10620');
});

test('on a line with repeated clicks the agent pauses less and less', () => {
  const click = [{ speech: 120 }, { silence: 400 }, { final: '' }, { silence: 1480 }] as const;
  const minutes = Array.from({ length: 90 }, () => click).flat();
  const holds = events({ we: 'begin' }, ...minutes).filter((event) => event.startsWith('hold'));
  expect(holds.map((event) => Math.round(Number(event.split('@')[1]) / 1000))).toEqual([0, 12, 34, 76, 158]);
});

test('while the agent is silent there is no barge-in', () => {
  expect(events({ speech: 240 })).toEqual(['speech_began @60']);
});

test('speech with natural gaps counts as a barge-in', () => {
  const syllables = Array.from({ length: 5 }, () => [{ speech: 80 }, { silence: 20 }] as const).flat();
  expect(events({ we: 'begin' }, ...syllables).slice(1)).toEqual(['hold @80', 'barge_in @380']);
});

test('a cough counts as a false alarm once STT has found no words in it', () => {
  expect(events({ we: 'begin' }, { speech: 300 }, { silence: 300 }, { final: '' }, { silence: 20 })).toEqual([
    'speech_began @60',
    'hold @80',
    'barge_in @260',
    'speech_paused @500',
    'false_interruption @620',
  ]);
});

test('a short final word counts as a barge-in', () => {
  expect(
    events({ we: 'begin' }, { speech: 160 }, { silence: 240 }, { final: 'No!' }, { silence: 100 }),
  ).toEqual([
    'speech_began @60',
    'hold @80',
    'release @320',
    'speech_paused @360',
    'barge_in @400',
    'partial "No!" @400',
    'end_known @460',
    'turn_ended "No!" @460',
  ]);
});

test('a back-channel does not count as a barge-in', () => {
  const told = events({ we: 'begin' }, { speech: 160 }, { silence: 240 }, { final: 'mhm' }, { silence: 400 });
  expect(told.some((event) => event.startsWith('barge_in'))).toBe(false);
});

test('two words of a partial transcript count as a barge-in before the speech detector is sure', () => {
  expect(events({ we: 'begin' }, { speech: 200 }, { partial: 'wait' }, { partial: 'wait a' })).toEqual([
    'speech_began @60',
    'hold @80',
    'partial "wait" @200',
    'barge_in @200',
    'partial "wait a" @200',
  ]);
});

test('speech that began before the agent spoke is not a barge-in', () => {
  const told = events({ speech: 400 }, { we: 'begin' }, { speech: 200 });
  expect(told).toEqual(['speech_began @60']);
});

test('endless noise delays the agent by three seconds at most, and does not interrupt it', () => {
  const told = events({ we: 'begin' }, { speech: 4000 }, { final: '' }, { speech: 5000 }, { final: '' });
  expect(told.slice(0, 5)).toEqual([
    'speech_began @60',
    'hold @80',
    'barge_in @260',
    'speech_paused @3000',
    'false_interruption @4000',
  ]);
  expect(told.slice(5).some((event) => /^(?:hold|barge_in)/.test(event))).toBe(false);
});

test('the final transcript of a long speech is requested once, and the turn goes on', () => {
  const told = events({ speech: 9000 }, { final: 'I began long ago' }, { speech: 9000 });
  expect(told).toEqual([
    'speech_began @60',
    'speech_paused @8000',
    'partial "I began long ago" @9000',
    'speech_began @9020',
  ]);
});

test('an STT vendor that does not answer is overdue, and its last partial transcript counts', () => {
  const told = events({ speech: 500 }, { partial: 'I do' }, { silence: 5000 });
  expect(told.slice(-2)).toEqual(['stt_overdue @4700', 'turn_ended "I do" @4700']);
});

test('words that the speech detector missed still make a turn', () => {
  const told = events(
    { silence: 1000 },
    { final: 'Hello there.' },
    { silence: 300 },
    { final: '' },
    { silence: 100 },
  );
  expect(told.at(-1)).toBe('turn_ended "Hello there." @1300');
});

test('a click does not start a turn', () => {
  expect(events({ speech: 40 }, { silence: 500 }, { speech: 40 }, { silence: 500 })).toEqual([]);
});

test('a final transcript starts where its partials started', () => {
  const turns = new TurnTaking({ endOfTurnSilenceMs: () => 300, isBackChannel: isHum });
  for (let ms = 20; ms <= 500; ms += 20) turns.frame(true, ms, false);
  const [first] = turns.words({ kind: 'partial', text: 'I', startMs: 10, endMs: 400 }, false);
  for (let ms = 520; ms <= 700; ms += 20) turns.frame(false, ms, false);
  turns.words({ kind: 'final', text: 'Aye.', startMs: 40, endMs: 450, language: 'en' }, false);
  const last: TurnEvent[] = [];
  for (let ms = 720; ms <= 1000; ms += 20) last.push(...turns.frame(false, ms, false));
  expect(first).toMatchObject({ turn: { text: 'I', startMs: 10, endMs: 400 } });
  expect(last[1]).toEqual({
    kind: 'turn_ended',
    turn: { text: 'Aye.', startMs: 10, endMs: 450, language: 'en' },
  });
});

test('the words recognised before a contact hangs up in mid-sentence count as said', () => {
  const turns = new TurnTaking({ endOfTurnSilenceMs: () => 300, isBackChannel: isHum });
  for (let ms = 20; ms <= 200; ms += 20) turns.frame(true, ms, false);
  turns.words({ kind: 'partial', text: 'I must', startMs: 0, endMs: 200 }, false);
  expect(turns.close()).toMatchObject({ text: 'I must' });
  expect(turns.close()).toBeUndefined();
});

test('a turn has the confidence of its least certain words', () => {
  const turns = new TurnTaking({ endOfTurnSilenceMs: () => 300, isBackChannel: isHum });
  const say = (text: string, confidence?: number) =>
    turns.words(
      { kind: 'final', text, startMs: 0, endMs: 0, ...(confidence === undefined ? {} : { confidence }) },
      false,
    );
  say('I live in Zurich', 0.9);
  say('and', 0.4);
  say('work in Bern');
  expect(turns.close()).toMatchObject({ text: 'I live in Zurich and work in Bern', confidence: 0.4 });
  say('I live in Zurich');
  expect(turns.close()).not.toHaveProperty('confidence');
});
