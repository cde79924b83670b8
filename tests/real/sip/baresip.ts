import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resampler } from '@parley/audio/resampler.ts';
import { wavOf } from '@parley/audio/wav.ts';
import { makeCertificate } from '@parley/testing/certificate.ts';
import { freePort } from '@parley/testing/free-port.ts';
import { programs } from '@parley/testing/programs.ts';
import { openControl } from './baresip-control.ts';

const MODULES = '/usr/lib/baresip/modules';

/** Debian's baresip: a telephone that another hand wrote. Without it the tests that need it are skipped. */
export const hasBaresip = !programs.baresip.isMissing && !programs.openssl.isMissing;

export interface Telephone {
  readonly port: number;
  readonly tlsPort: number;
  /** What vouches for it (PEM), and a file of it. */
  readonly certificate: string;
  readonly certificateFile: string;
  /** Speaks into it, at 16 kHz, from now on; what was being said is over. */
  say(sound: Int16Array): Promise<void>;
  /** Calls somebody, as the user of its account. */
  dial(uri: string): Promise<void>;
  hangUp(): Promise<void>;
  /** Puts its call on hold, and takes it up again. */
  hold(): Promise<void>;
  resume(): Promise<void>;
  /** Presses a key. */
  press(key: string): Promise<void>;
  /** Resolves at the next event of a kind, such as CALL_CLOSED. */
  next(event: string): Promise<void>;
  /** Resolves to the address that the next call shows. */
  caller(): Promise<string>;
  /** Resolves once so much more sound has come to it: its own time, which a busy machine stretches. */
  hears(seconds: number): Promise<void>;
  /** The sounds that it has heard in its calls, as files; each is whole once its call is over. */
  heard(): Promise<Buffer[]>;
  /** Likewise what it said. */
  said(): Promise<Buffer[]>;
  stop(): Promise<void>;
}

export interface TelephoneOptions {
  /** The user of its account; bob unless told otherwise. */
  readonly user?: string;
  /** It takes and makes only calls with encrypted sound. */
  readonly isSecure?: boolean;
  readonly codec?: 'g711' | 'g722';
  /** What it says as soon as it has picked up, at 16 kHz: a machine's greeting. */
  readonly greeting?: Int16Array;
}

/** As it is sent: what it changes the rate of is hard to understand. */
const rates = { g711: 8000, g722: 16_000 } as const;
const SAID_HZ = 16_000;
/** How it names its recordings. */
const [HEARD, SAID] = [/dec\.wav$/, /enc\.wav$/];
/** Longer than any call: a microphone never ends. */
const QUIET_SECONDS = 300;

/** A telephone that picks up at once and is silent until it is spoken into; it is reached over UDP, TCP and TLS. */
export async function startBaresip(options: TelephoneOptions = {}): Promise<Telephone> {
  const { user = 'bob', isSecure = false, codec = 'g711', greeting = new Int16Array(0) } = options;
  const folder = await mkdtemp(join(tmpdir(), 'parley-baresip-'));
  const at = (name: string) => join(folder, name);
  const [port, controlPort] = [await freePort(), await freePort()];
  makeCertificate(at('key'), at('certificate'));
  const certificate = await readFile(at('certificate'), 'utf8');
  await writeFile(at('both'), certificate + (await readFile(at('key'), 'utf8')));
  const encrypted = isSecure ? ';mediaenc=srtp-mand' : '';
  await writeFile(at('accounts'), `<sip:${user}@127.0.0.1>;regint=0;answermode=auto${encrypted}\n`);
  const rateHz = rates[codec];
  let sayings = 0;
  const record = async (sound: Int16Array) => {
    const file = at(`saying-${sayings++}.wav`);
    const said = new Resampler(SAID_HZ, rateHz).feed(sound);
    const whole = new Int16Array(said.length + QUIET_SECONDS * rateHz);
    whole.set(said);
    await writeFile(file, wavOf(whole, rateHz));
    return file;
  };
  await writeFile(
    at('config'),
    [
      `sip_listen 127.0.0.1:${port}`,
      `sip_certificate ${at('both')}`,
      // Otherwise it names another address of the machine than the one that its sound comes from.
      'net_interface 127.0.0.1',
      // It listens to what it plays into; nobody does.
      'audio_player aubridge,nobody',
      `audio_source aufile,${await record(greeting)}`,
      'audio_alert aubridge,nobody',
      `ausrc_srate ${rateHz}`,
      'ausrc_channels 1',
      `auplay_srate ${rateHz}`,
      'auplay_channels 1',
      `snd_path ${folder}`,
      `ctrl_tcp_listen 127.0.0.1:${controlPort}`,
      `module_path ${MODULES}`,
      `module ${codec}.so`,
      'module aufile.so',
      'module aubridge.so',
      'module sndfile.so',
      'module srtp.so',
      'module_tmp account.so',
      'module_app menu.so',
      'module_app ctrl_tcp.so',
      '',
    ].join('\n'),
  );
  const child = spawn('baresip', ['-f', folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
      if (process.env.BARESIP_TRACE) process.stderr.write(chunk);
      if (said.includes('baresip is ready')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`baresip ended with ${code}: ${said}`)));
  });
  const control = await openControl(controlPort);
  const recorded = async (end: RegExp) =>
    (await readdir(folder))
      .filter((name) => end.test(name))
      .sort()
      .map(at);
  const files = async (end: RegExp) => Promise.all((await recorded(end)).map((file) => readFile(file)));
  const heardBytes = async () => {
    const sizes = (await recorded(HEARD)).map(async (file) => (await stat(file)).size);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
  return {
    port,
    tlsPort: port + 1,
    certificate,
    certificateFile: at('certificate'),
    say: async (sound) => control.tell('ausrc', `aufile,${await record(sound)}`),
    dial: (uri) => control.tell('dial', uri),
    async next(event) {
      await control.next(event);
    },
    // It picks up at once, and tells of no CALL_INCOMING.
    caller: async () => (await control.next('CALL_ESTABLISHED')).peeruri ?? '',
    hangUp: () => control.tell('hangup', ''),
    hold: () => control.tell('hold', ''),
    resume: () => control.tell('resume', ''),
    press: (key) => control.tell('sndcode', key),
    async hears(seconds) {
      const enough = (await heardBytes()) + seconds * rateHz * 2;
      while ((await heardBytes()) < enough) await new Promise((resolve) => setTimeout(resolve, 50));
    },
    heard: () => files(HEARD),
    said: () => files(SAID),
    async stop() {
      control.close();
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
