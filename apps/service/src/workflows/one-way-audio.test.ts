import { settled } from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import { oneWayAudio } from './one-way-audio.ts';

function watched(report: (attemptId: string, direction: string) => Promise<void>) {
  const lines: string[] = [];
  const errors: string[] = [];
  const onGap = oneWayAudio({
    log: {
      warn: (fields, words) => lines.push(`warn ${fields.attemptId}: ${words}`),
      info: (fields, words) => lines.push(`info ${fields.attemptId}: ${words}`),
    },
    fieldsOf: (attemptId) => ({ attemptId }),
    report,
    onError: ({ message }) => errors.push(message),
  });
  return { onGap, lines, errors };
}

test('one-way audio of a call is in the log and reported as an event with its direction, and its end is in the log', () => {
  const reported: string[] = [];
  const { onGap, lines } = watched(async (...what) => void reported.push(what.join(' ')));
  for (const gap of ['from them', 'to them'] as const) {
    onGap('a', gap, true);
    onGap('a', gap, false);
  }
  expect(lines).toEqual([
    expect.stringMatching(/^warn a: No audio \(RTP\) arrives from the contact .*PARLEY_RTP_PORTS/),
    expect.stringMatching(/^info a: Audio \(RTP\) arrives from the contact of this call again/),
    expect.stringMatching(
      /^warn a: The other side reports .* no audio of the agent arrives.*PARLEY_RTP_PORTS/,
    ),
    expect.stringMatching(/^info a: The other side reports .* audio of the agent arrives in this call again/),
  ]);
  expect(reported).toEqual(['a FROM_CONTACT', 'a TO_CONTACT']);
});

test('digital silence is in the log, and is no event: muted people are as silent', () => {
  const reported: string[] = [];
  const { onGap, lines } = watched(async (attemptId) => void reported.push(attemptId));
  onGap('a', 'no sound', true);
  onGap('a', 'no sound', false);
  expect(lines).toEqual([
    expect.stringMatching(/^info a: .*digital silence/),
    expect.stringMatching(/^info a: .*has sound in it/),
  ]);
  expect(reported).toEqual([]);
});

test('one-way audio whose event cannot be stored disturbs no call', async () => {
  const { onGap, errors } = watched(() => Promise.reject(new Error('the database is away')));
  onGap('a', 'from them', true);
  await settled();
  expect(errors).toEqual(['the database is away']);
});
