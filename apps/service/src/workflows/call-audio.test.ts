import { expect, test } from 'vitest';
import type { Ending } from '../domains/conversations/settlement.model.ts';
import { withAudio } from './call-audio.ts';

const good = {
  lossShare: 0.0123,
  jitterMs: 3.12345,
  roundTripMs: 41.6,
  mos: 4.3333,
  quietMs: 0,
  heardNothing: false,
  isCutOff: false,
};
const call = (kind: Exclude<Ending['kind'], 'callback'>) => ({
  ending: { kind } as Ending,
  notes: null,
  findings: { answers: [] },
});

test('the audio of a call is kept with its findings', () => {
  expect(withAudio(call('finished'), good)).toEqual({
    ending: { kind: 'finished' },
    notes: null,
    findings: {
      answers: [],
      audio: { lossPercent: 1.2, jitterMs: 3.1, roundTripMs: 42, mos: 4.33, silentSeconds: 0 },
    },
  });
});

test('a contact who could not be heard is not blamed for it', () => {
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

test('missing audio is noted, and changes no outcome that the contact gave', () => {
  const gap = { ...good, quietMs: 6000 };
  expect(withAudio(call('opt_out'), { ...gap, isCutOff: true })).toMatchObject({
    ending: { kind: 'opt_out' },
    notes: 'No audio came from the contact for 6 s of the call',
  });
  expect(withAudio(call('finished'), gap).ending).toEqual({ kind: 'finished' });
});

test('a call without statistics stays as it is', () => {
  const ended = call('hung_up');
  expect(withAudio(ended, undefined)).toBe(ended);
});
