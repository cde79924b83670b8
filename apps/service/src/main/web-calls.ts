import { createHmac, randomBytes } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { inUse } from '@parley/kernel/secret.ts';
import { systemCallClock } from '@parley/speech/call-clock.ts';
import type { SpokenLanguages } from '@parley/speech/spoken-languages.ts';
import { startWebSound } from '@parley/web-call/web-sound.ts';
import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { serveMailBounces } from '../domains/conversations/mail-bounce.routes.ts';
import { serveMessageStop } from '../domains/conversations/message-stop.routes.ts';
import { serveSmsReports } from '../domains/conversations/sms-report.routes.ts';
import { noProcess, serveWebCalls } from '../domains/conversations/web-call.routes.ts';
import { processForCalls, processHoldingCall } from '../domains/conversations/worker-liveness.actions.ts';
import { serveCallPage } from '../http/call-page/call-page.ts';
import { limiterInMemory } from '../http/rate-limit.ts';
import type { Validator } from '../http/validation.ts';
import { bounceAddresses } from '../storage/mail-bounce.ts';
import { WebCallHost } from '../workflows/host-web-calls.ts';
import type { MakeSpokenParty } from '../workflows/spoken-parties.ts';
import type { CallRuntime } from './call-runtime.ts';
import { type Config, publicUrl } from './config.ts';
import { iceServersFor } from './ice-servers.ts';
import type { LinkSecrets } from './link-secrets.ts';
import { conversationOfToken, messageLinks, stopOrderOf } from './online-links.ts';
import { connectsInside } from './private-candidates.ts';
import { followsLawOnWeb } from './sip.ts';
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
  onUnspoken: ((language: string) => boolean) | undefined,
): WebCalls {
  const { config, database, log, registry } = services;
  const audioMissing = new Counter({
    name: 'parley_web_audio_never_connected_total',
    help: 'Web calls that contacts joined with a microphone, and whose audio never connected: they could only type',
    registers: [registry],
  });
  const sound = startWebSound({
    settings: () => peerSettings(services),
    onTrouble: runtime.onError,
  });
  const isRecorded = config.PARLEY_RECORDING === 'on';
  const onAudioMissing = (attemptId: string) => {
    audioMissing.inc();
    log.warn(
      runtime.calls.fieldsOf(attemptId),
      'the audio of a web call never connected, and the contact could only type: check the firewall for UDP, PARLEY_WEBRTC_ADDRESS, PARLEY_WEBRTC_PORTS and the TURN server',
    );
  };
  const host = new WebCallHost({
    everywhere: database,
    slots: runtime.slots,
    callServices: { ...runtime.callServices, followsLaw: followsLawOnWeb(config) },
    settle: runtime.settle,
    inputs: runtime.callServices.inputs,
    voice: makeParty && { sound, makeParty, languages, isRecorded, onUnspoken, onAudioMissing },
    iceServersOf: (conversationId) => iceServersFor(config, services.clock.now(), conversationId),
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
  linkSecrets: LinkSecrets,
  webCalls: WebCalls | undefined,
  validator: Validator,
): void {
  const { clock, config, database, secrets } = services;
  serveCallPage(server);
  if (config.PARLEY_SMS_TOKEN !== undefined)
    serveSmsReports(server, {
      everywhere: database,
      authToken: config.PARLEY_SMS_TOKEN,
      links: messageLinks(publicUrl(config, config.PORT), linkSecrets),
      replyUrl: `${publicUrl(config, config.PORT)}/sms-replies`,
    });
  if (config.PARLEY_MAIL_BOUNCES !== undefined)
    serveMailBounces(server, {
      everywhere: database,
      addresses: bounceAddresses(config.PARLEY_MAIL_BOUNCES, secrets.link),
      limiter: limiterInMemory(() => clock.now()),
    });
  serveMessageStop(server, {
    everywhere: database,
    orderOf: (token) => stopOrderOf(linkSecrets.stop, token),
    limiter: limiterInMemory(() => clock.now()),
  });
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
    hopKey: createHmac('sha256', inUse(secrets.link)).update('a forwarded request').digest('base64url'),
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
const peerSettings = ({ config, clock }: Services) => ({
  iceServers: iceServersFor(config, clock.now(), 'parley').map(({ urls, username, credential }) =>
    username === undefined ? urls : urls.replace(':', `:${inUrl(username)}:${inUrl(credential ?? '')}@`),
  ),
  allowPrivate: connectsInside(config),
  address: config.PARLEY_WEBRTC_ADDRESS ?? null,
  ports: config.PARLEY_WEBRTC_PORTS ?? null,
});

/** libdatachannel decodes what stands before the @. */
const inUrl = (part: string): string => encodeURIComponent(part);
