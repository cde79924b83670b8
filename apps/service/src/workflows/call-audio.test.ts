import { expect, test } from 'vitest';
import type { Ending } from '../domains/conversations/settlement.model.ts';
import { withAudio } from './call-audio.ts';

const good = {
  lossShare: 0.0123,
  jitterMs: 3.12345,
  roundTripMs: 41.6,
  mos: 4.3333,
  quietMs: 0,
  wasQuietAtEnd: false,
  heardNothing: false,
  outbound: { lossShare: 0.0456, jitterMs: 2.04, mos: 4.0112 },
  unheardMs: 0,
  unheardAtEndMs: 0,
  isDigitalSilence: false,
  isCutOff: false,
  wasLetGo: false,
};
const call = (kind: Exclude<Ending['kind'], 'callback'>) => ({
  ending: { kind } as Ending,
  notes: null,
  durationSeconds: 60,
  findings: { answers: [] },
});

test('packet loss, jitter, delay and MOS of a call are stored with its findings', () => {
  expect(withAudio(call('finished'), good)).toEqual({
    ending: { kind: 'finished' },
    notes: null,
    durationSeconds: 60,
    findings: {
      answers: [],
      audio: {
        ...{ lossPercent: 1.2, jitterMs: 3.1, roundTripMs: 42, mos: 4.33, silentSeconds: 0 },
        outbound: { lossPercent: 4.6, jitterMs: 2, mos: 4.01 },
        unheardSeconds: 0,
      },
    },
  });
});

test('the audio of the leg of a bridged handoff is stored with that of the call', () => {
  const handoff = { ...good, lossShare: 0.5, quietMs: 7000 };
  const { findings } = withAudio(call('finished'), { ...good, handoff });
  expect(findings).toMatchObject({
    audio: { lossPercent: 1.2, handoff: { lossPercent: 50, mos: 4.33, silentSeconds: 7 } },
  });
});

test('a call in which no audio arrived from the contact ends as a carrier error, not as a hang-up', () => {
  const silent = { ...good, heardNothing: true, mos: null, quietMs: 12_000 };
  expect(withAudio(call('hung_up_early'), silent)).toMatchObject({
    ending: { kind: 'carrier_error' },
    notes: 'No audio came from the contact during the call',
  });
  expect(withAudio(call('hung_up'), { ...good, isCutOff: true, quietMs: 30_000 })).toMatchObject({
    ending: { kind: 'carrier_error' },
    notes: 'No audio came from the contact for 30 s of the call',
  });
});

test('a call broken off after its audio stopped arriving is a carrier error; one that went to its end is not', () => {
  const lost = { ...good, quietMs: 16_000, wasQuietAtEnd: true };
  expect(withAudio(call('hung_up'), lost)).toMatchObject({
    ending: { kind: 'carrier_error' },
    notes: 'No audio came from the contact for 16 s of the call',
  });
  expect(withAudio(call('hung_up'), { ...lost, wasQuietAtEnd: false }).ending).toEqual({ kind: 'hung_up' });
  expect(withAudio(call('finished'), lost).ending).toEqual({ kind: 'finished' });
});

test('a contact who leaves while nothing of the agent arrives there is a carrier error, not a hang-up', () => {
  const unheard = { ...good, unheardMs: 9000, unheardAtEndMs: 12_000 };
  const notes = "The agent's audio did not arrive at the contact's side for 9 s of the call";
  expect(withAudio(call('hung_up'), unheard)).toMatchObject({ ending: { kind: 'carrier_error' }, notes });
  expect(withAudio(call('finished'), unheard)).toMatchObject({ ending: { kind: 'finished' }, notes });
  expect(withAudio(call('opt_out'), unheard).ending).toEqual({ kind: 'opt_out' });
  expect(withAudio(call('hung_up'), { ...unheard, unheardAtEndMs: 0 })).toMatchObject({
    ending: { kind: 'hung_up' },
    notes,
  });
});

test('a contact who answered meanwhile has heard the agent, whatever the reports say', () => {
  const unheard = { ...good, unheardMs: 20_000, unheardAtEndMs: 30_000 };
  const saying = (value: string | undefined, endMs: number) => ({
    ...call('hung_up'),
    findings: { hasAnswered: value !== undefined, answers: [{ value, endMs }] },
  });
  expect(withAudio(saying('tea', 40_000), unheard).ending).toEqual({ kind: 'hung_up' });
  expect(withAudio(saying('tea', 20_000), unheard).ending).toEqual({ kind: 'carrier_error' });
  expect(withAudio(saying(undefined, 40_000), unheard).ending).toEqual({ kind: 'carrier_error' });
});

test('a contact who talked or left a message, nobody knows when, has hung up, whatever the reports say', () => {
  const unheard = { ...good, unheardMs: 20_000, unheardAtEndMs: 30_000 };
  for (const found of [{ hasAnswered: true }, { message: 'Ask for Ann' }, { openQuestions: ['Who is it?'] }])
    expect(withAudio({ ...call('hung_up'), findings: { answers: [], ...found } }, unheard).ending).toEqual({
      kind: 'hung_up',
    });
});

test('a call in which nothing but digital silence came and nobody answered anything is a carrier error', () => {
  const silent = { ...good, isDigitalSilence: true };
  expect(withAudio(call('hung_up_early'), silent)).toMatchObject({
    ending: { kind: 'carrier_error' },
    notes: 'The audio from the contact had no sound in it (digital silence)',
  });
  for (const kind of ['opt_out', 'finished', 'hung_up'] as const)
    expect(withAudio(call(kind), silent).ending).toEqual({ kind });
});

test("a gap in the contact's audio is noted, and does not change an outcome that the contact chose", () => {
  const gap = { ...good, quietMs: 6000 };
  expect(withAudio(call('opt_out'), { ...gap, isCutOff: true })).toMatchObject({
    ending: { kind: 'opt_out' },
    notes: 'No audio came from the contact for 6 s of the call',
  });
  expect(withAudio(call('finished'), gap).ending).toEqual({ kind: 'finished' });
});

test('a call that the network cut off is a carrier error with a note, and not a hang-up of the contact', () => {
  const cut = { ...good, isCutOff: true, cutOffBy: 'Q.850 41' };
  const notes = 'The network cut off the call (Q.850 41)';
  for (const kind of ['hung_up', 'hung_up_early'] as const)
    expect(withAudio(call(kind), cut)).toMatchObject({ ending: { kind: 'carrier_error' }, notes });
  // Everything had been asked, or they had decided.
  for (const kind of ['finished', 'opt_out'] as const)
    expect(withAudio(call(kind), cut)).toMatchObject({ ending: { kind }, notes });
});

test('a contact whom the network let go of for a transfer that nobody answered has a note, and the same outcome', () => {
  expect(withAudio(call('message_taken'), { ...good, wasLetGo: true })).toMatchObject({
    ending: { kind: 'message_taken' },
    notes: 'The transfer was not answered; the network had already let go of the contact',
  });
});

test('a call without audio statistics is stored unchanged', () => {
  const ended = call('hung_up');
  expect(withAudio(ended, undefined)).toBe(ended);
});

test('a contact who left a call in which the agent was certainly never heard has not hung up; each has a note', () => {
  const notes = "The agent's audio never arrived at the contact's side";
  expect(withAudio(call('hung_up_early'), good, 'certain')).toMatchObject({
    ending: { kind: 'carrier_error' },
    notes,
  });
  expect(withAudio(call('hung_up_early'), good, 'reported')).toMatchObject({
    ending: { kind: 'hung_up_early' },
    notes,
  });
  expect(withAudio(call('hung_up_early'), good)).toMatchObject({
    ending: { kind: 'hung_up_early' },
    notes: null,
  });
});
