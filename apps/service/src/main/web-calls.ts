import { createHmac, randomBytes } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { systemCallClock } from '@parley/speech/call-clock.ts';
import type { SpokenLanguages } from '@parley/speech/spoken-languages.ts';
import { startWebSound } from '@parley/web-call/web-sound.ts';
import type { FastifyInstance } from 'fastify';
import { noProcess, serveWebCalls } from '../domains/conversations/web-call.routes.ts';
import { processForCalls, processHoldingCall } from '../domains/conversations/worker-liveness.actions.ts';
import { serveCallPage } from '../http/call-page/call-page.ts';
import { limiterInMemory } from '../http/rate-limit.ts';
import type { Validator } from '../http/validation.ts';
import { WebCallHost } from '../workflows/host-web-calls.ts';
import type { MakeSpokenParty } from '../workflows/spoken-parties.ts';
import type { CallRuntime } from './call-runtime.ts';
import type { Config } from './config.ts';
import { conversationOfToken } from './online-links.ts';
import type { Services } from './wiring.ts';

const KEY_BYTES = 32;

export interface WebCalls {
  readonly host: WebCallHost;
  readonly workerId: string;
  isBusy(): boolean;
  /** Resolves when no web call is going on any more. */
  drained(): Promise<void>;
  stop(): void;
}

/** The part of a process that serves web calls. Without STT or TTS contacts type. */
export function makeWebCalls(
  services: Services,
  runtime: CallRuntime,
  makeParty: MakeSpokenParty | undefined,
  languages: SpokenLanguages,
): WebCalls {
  const { config, database } = services;
  const sound = startWebSound({ settings: peerSettings(config), onTrouble: runtime.onError });
  const isRecorded = config.PARLEY_RECORDING === 'on';
  const host = new WebCallHost({
    everywhere: database,
    slots: runtime.slots,
    callServices: runtime.callServices,
    settle: runtime.settle,
    inputs: runtime.callServices.inputs,
    voice: makeParty && { sound, makeParty, languages, isRecorded },
    iceServers: config.PARLEY_ICE_SERVERS,
    newKey: () => randomBytes(KEY_BYTES).toString('base64url'),
    clock: systemCallClock,
  });
  return {
    host,
    workerId: runtime.slots.workerId,
    isBusy: () => host.isBusy,
    drained: () => host.drained(),
    stop: () => sound.close(),
  };
}

/**
 * The page and its API, in every process: a link leads to whichever is reached first. One that does not hold the call,
 * or none at all, passes what is asked on to the one that does. Sound goes straight to that one.
 */
export function serveCalls(
  server: FastifyInstance,
  services: Services,
  webCalls: WebCalls | undefined,
  validator: Validator,
): void {
  const { clock, database, secrets } = services;
  serveCallPage(server);
  serveWebCalls(server, {
    handler: webCalls?.host,
    conversationOf: (token) => conversationOfToken(secrets.link, token),
    async findProcess(conversationId) {
      if (webCalls?.host.holds(conversationId)) return undefined;
      const holding = await processHoldingCall(database, conversationId);
      if (webCalls) return holding?.workerId === webCalls.workerId ? undefined : holding?.address;
      const process = holding ?? (await processForCalls(database));
      if (!process) throw noProcess();
      return process.address;
    },
    hopKey: createHmac('sha256', secrets.link).update('a forwarded request').digest('base64url'),
    validator,
    limiter: limiterInMemory(() => clock.now()),
  });
}

/** Where other processes reach this one. */
export function internalUrl(config: Config, port: number): string {
  if (config.PARLEY_INTERNAL_URL !== undefined) return config.PARLEY_INTERNAL_URL;
  const isEverywhere = config.HOST === '0.0.0.0' || config.HOST === '::';
  const host = isEverywhere ? (firstAddress() ?? 'localhost') : config.HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const firstAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

/** The setting has the account inside the URL; browsers want it in separate fields. */
const peerSettings = (config: Config) => ({
  iceServers: config.PARLEY_ICE_SERVERS.map(({ urls, username, credential }) =>
    username === undefined ? urls : urls.replace(':', `:${username}:${credential}@`),
  ),
  address: config.PARLEY_WEBRTC_ADDRESS ?? null,
  ports: config.PARLEY_WEBRTC_PORTS ?? null,
});
