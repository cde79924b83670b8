import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { startWebSound } from '../calls/lines/web/web-sound.ts';
import { systemCallClock } from '../calls/speech/call-clock.ts';
import type { SpokenLanguages } from '../calls/speech/spoken-languages.ts';
import { serveWebCalls } from '../domains/conversations/web-call.routes.ts';
import { serveCallPage } from '../http/call-page/call-page.ts';
import { limiterInMemory } from '../http/rate-limit.ts';
import { Validator } from '../http/validation.ts';
import { WebCallHost } from '../workflows/host-web-calls.ts';
import type { MakeSpokenParty } from '../workflows/spoken-parties.ts';
import type { CallHall } from './call-hall.ts';
import type { Config } from './config.ts';
import { conversationOfToken } from './online-links.ts';
import type { House } from './wiring.ts';

const KEY_BYTES = 32;

export interface WebCalls {
  serve(server: FastifyInstance): void;
  isBusy(): boolean;
  /** Resolves when no web call is going on any more. */
  drained(): Promise<void>;
  stop(): void;
}

/** The part of a process that contacts open their web calls at. Where nobody can make a spoken party, they type. */
export function makeWebCalls(
  house: House,
  hall: CallHall,
  makeParty: MakeSpokenParty | undefined,
  languages: SpokenLanguages,
): WebCalls {
  const { config, clock, database, secrets } = house;
  const sound = startWebSound({ settings: peerSettings(config), onTrouble: hall.onError });
  const isRecorded = config.PARLEY_RECORDING === 'on';
  const host = new WebCallHost({
    everywhere: database,
    holder: hall.holder,
    room: hall.room,
    settle: hall.settle,
    materials: hall.room.materials,
    voice: makeParty && { sound, makeParty, languages, isRecorded },
    iceServers: config.PARLEY_ICE_SERVERS,
    newKey: () => randomBytes(KEY_BYTES).toString('base64url'),
    clock: systemCallClock,
  });
  return {
    serve(server) {
      serveCallPage(server);
      serveWebCalls(server, {
        desk: host,
        conversationOf: (token) => conversationOfToken(secrets.link, token),
        validator: new Validator(),
        limiter: limiterInMemory(() => clock.now()),
      });
    },
    isBusy: () => host.isBusy,
    drained: () => host.drained(),
    stop: () => sound.close(),
  };
}

/** Here an account stands in the address; browsers want it apart. */
const peerSettings = (config: Config) => ({
  iceServers: config.PARLEY_ICE_SERVERS.map(({ urls, username, credential }) =>
    username === undefined ? urls : urls.replace(':', `:${username}:${credential}@`),
  ),
  address: config.PARLEY_WEB_ADDRESS ?? null,
  ports: config.PARLEY_WEB_PORTS ?? null,
});
