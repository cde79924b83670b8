import type { Party } from '@parley/call-engine/party.ts';
import { systemClock } from '@parley/kernel/clock.ts';
import { loadConfig } from '@parley/service/main/config.ts';
import { makeLog } from '@parley/service/main/log.ts';
import { startService } from '@parley/service/main/service.ts';
import { openServices } from '@parley/service/main/wiring.ts';
import { ScriptedMedia } from '@parley/testing/scripted-sip.ts';

/** A process that calls people, to be killed: whoever answers says nothing and stays, and a line is printed. */
const { config } = loadConfig(process.env, {});
const services = await openServices({ config, clock: systemClock, log: makeLog('error'), say: () => {} });
const stays: Party = {
  say: (words) => ({ done: said(words) }),
  listen: () => new Promise(() => undefined),
  transfer: async () => false,
  leave: async () => undefined,
  elapsedMs: () => 0,
};

async function said(words: Parameters<Party['say']>[0]) {
  return { text: typeof words === 'string' ? words : '', isWhole: true, startMs: 0, endMs: 0 };
}

const partyOf = (): Party => {
  console.log('answered');
  return stays;
};
await startService(services, new Set(['worker']), { sound: { media: new ScriptedMedia(), partyOf } });
console.log('started');
