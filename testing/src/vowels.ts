/**
 * A second of somebody who says "aeaeae": a glottis at 120 Hz through three formants that move, four syllables a
 * second. Detectors of speech take it for speech.
 */
export function vowels(rateHz: number, random: () => number): Int16Array<ArrayBuffer> {
  const tract = [
    [700, 200, 2.3, 100],
    [1400, 500, 1.7, 90],
    [2600, 0, 1, 160],
  ].map(([hz = 0, swing = 0, sway = 0, width = 0]) => ({ hz, swing, sway, width, last: 0, beforeLast: 0 }));
  let phase = 0;
  const sound = Float64Array.from({ length: rateHz }, (_, n) => {
    const time = n / rateHz;
    phase += (120 + 15 * Math.sin(2 * Math.PI * 3 * time)) / rateHz;
    let sample = (phase >= 1 ? 1 : 0) + (random() - 0.5) * 0.02;
    phase %= 1;
    for (const formant of tract) {
      const hz = formant.hz + formant.swing * Math.sin(2 * Math.PI * formant.sway * time);
      const decay = Math.exp((-Math.PI * formant.width) / rateHz);
      const ringing = 2 * decay * Math.cos((2 * Math.PI * hz) / rateHz) * formant.last;
      const out = sample * (1 - decay) + ringing - decay * decay * formant.beforeLast;
      [formant.beforeLast, formant.last] = [formant.last, out];
      sample = out;
    }
    return sample * (0.5 + 0.5 * Math.sin(2 * Math.PI * 4 * time));
  });
  const loudest = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return Int16Array.from(sound, (sample) => Math.round((sample / loudest) * 10_000));
}
