import type { TurnRecord } from '@parley/call-engine/turn-record.ts';
import { Histogram, type Registry } from 'prom-client';

/** From a blink to what nobody waits for; what people feel changes at 0.3, 0.5 and 0.8 seconds. */
const SECONDS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 2, 4];

/** What replies take, for whoever watches the service. */
export function turnMetrics(registry: Registry): (turn: TurnRecord) => void {
  const histogram = new Histogram({
    name: 'parley_turn_seconds',
    help: 'From their last word being known as such to our first sound, by whose part it is',
    labelNames: ['part'],
    buckets: SECONDS,
    registers: [registry],
  });
  return ({ sttMs, mindMs, ttsMs, ownMs }) => {
    for (const [part, ms] of Object.entries({ ear: sttMs, mind: mindMs, voice: ttsMs, own: ownMs }))
      histogram.observe({ part }, ms / 1000);
  };
}
