import { expect, test } from 'vitest';
import { silentSamples, withoutLead } from './leading-silence.ts';

const sound = Int16Array.from({ length: 4000 }, (_, at) => (at < 2000 ? at % 40 : 5000));

test('leading silence is cut, so that speech begins at most 10 ms after playback', () => {
  expect(silentSamples(sound)).toBe(2000);
  const trimmed = withoutLead(sound, 8000);
  expect(trimmed).toHaveLength(2080);
  expect(trimmed.at(-1)).toBe(5000);
});

test('audio that begins with speech, or is all silence, stays unchanged', () => {
  const loud = sound.subarray(2000);
  expect(withoutLead(loud, 8000)).toHaveLength(2000);
  expect(withoutLead(new Int16Array(800), 8000)).toHaveLength(800);
});
