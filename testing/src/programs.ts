import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { cephAdvice } from './ceph-server.ts';

/** A program that some tests need; without it they are skipped. */
export interface Program {
  readonly name: string;
  readonly isMissing: boolean;
  /** Which tests are skipped without it. */
  readonly tests: string;
  /** The command that installs it. */
  readonly install: string;
}

/** First the one without windows: to open 28 pages took its main process 1.7 s of a core, and the whole browser's 6.2. */
export const chromiumPath = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync);

const runs = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).error === undefined;

const speech = findSpeechPackages();

export const programs = {
  chromium: {
    name: 'chromium',
    isMissing: chromiumPath === undefined,
    tests: 'the console, the call page and web calls in a browser',
    install: 'apt-get install chromium-headless-shell',
  },
  sipp: {
    name: 'sipp',
    // Its scenarios are watched through /proc.
    isMissing: !runs('sipp', '-v') || !existsSync('/proc/net/udp'),
    tests: 'SIP scenarios and whole telephone calls',
    install: 'apt-get install sip-tester',
  },
  baresip: {
    name: 'baresip',
    isMissing: !runs('baresip', '-h') || !existsSync('/usr/lib/baresip/modules'),
    tests: 'telephone calls with sound: conversation, voicemail, transfer',
    install: 'apt-get install baresip-core',
  },
  openssl: {
    name: 'openssl',
    isMissing: !runs('openssl', 'version'),
    tests: 'SIP over TLS, and telephone calls with sound',
    install: 'apt-get install openssl',
  },
  curl: {
    name: 'curl',
    isMissing: !runs('curl', '--version'),
    tests: 'the commands of README.md and docs/',
    install: 'apt-get install curl',
  },
  python: {
    name: 'python3',
    isMissing: !runs('python3', '--version'),
    tests: 'the webhook receiver in Python that docs/webhooks.md shows',
    install: 'apt-get install python3',
  },
  speech: {
    name: 'the offline speech models',
    isMissing: !('files' in speech.stt) || !('files' in speech.tts),
    tests: 'spoken calls and recordings',
    install: 'npm ci',
  },
  ceph: {
    name: "Ceph's S3 gateway",
    isMissing: cephAdvice() !== undefined,
    tests: 'the S3 store against a real server',
    install: cephAdvice() ?? '',
  },
} as const satisfies Record<string, Program>;
