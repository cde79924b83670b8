import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ManualClock } from '@parley/kernel/clock.ts';
import { AwsV4Signer } from 'aws4fetch';
import { freePort } from './free-port.ts';

/**
 * Ceph with its S3 gateway, as Debian ships it: one monitor, one storage daemon that keeps objects in memory,
 * one gateway, all on loopback and in a folder that goes away with them. Nobody of us wrote a line of it, so it
 * tells whether our client speaks S3 or only what we take for it.
 */
export interface CephServer {
  readonly endpoint: string;
  readonly account: {
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  /** The gateway's own time of day follows it. */
  readonly clock: ManualClock;
  makeBucket(bucket: string): Promise<void>;
  keys(bucket: string): Promise<string[]>;
  close(): Promise<void>;
}

const programs = ['monmaptool', 'ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'setpriv'];
const faketime = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];
const run = promisify(execFile);

/** How to install what is missing, or nothing when Ceph can be started. */
export function cephAdvice(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const isHere = (program: string) => folders.some((folder) => existsSync(join(folder, program)));
  if (faketime !== undefined && programs.every(isHere)) return undefined;
  return 'apt-get install --no-install-recommends radosgw ceph-mon ceph-osd libfaketime';
}

const account = { region: 'default', accessKeyId: 'AKTEST', secretAccessKey: 'not-a-real-secret' };

export async function startCeph(): Promise<CephServer> {
  const folder = await mkdtemp(join(tmpdir(), 'ceph-'));
  const [monitorPort, gatewayPort] = [await freePort(), await freePort()];
  const endpoint = `http://127.0.0.1:${gatewayPort}`;
  const clock = new WrittenClock('2030-05-01T12:00:00.500Z', join(folder, 'time'));
  const daemons: ChildProcess[] = [];

  const conf = join(folder, 'ceph.conf');
  const call = (program: string, ...args: string[]) =>
    run(program, ['-c', conf, ...args], { timeout: 50_000 });
  async function daemon(program: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    const log = await open(join(folder, `${program}.log`), 'a');
    // Were the tests killed, nobody would be left to end it.
    const command = ['--pdeathsig', 'KILL', program, '-c', conf, '-f', ...args];
    const env = { ...process.env, ...environment };
    daemons.push(spawn('setpriv', command, { env, stdio: ['ignore', log.fd, log.fd] }));
    await log.close();
  }

  async function close(): Promise<void> {
    for (const child of daemons.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exited = once(child, 'exit');
      // What they would save on their way out goes away with the folder.
      child.kill('SIGKILL');
      await exited;
    }
    await rm(folder, { recursive: true });
  }

  async function start(): Promise<void> {
    const fsid = randomUUID();
    const monitor = `[v2:127.0.0.1:${monitorPort}]`;
    const map = join(folder, 'monmap');
    await writeFile(conf, configuration({ folder, fsid, monitor, gatewayPort }));
    await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', monitor, map]);
    await call('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
    await daemon('ceph-mon', ['-i', 'a']);

    const disk = randomUUID();
    await mkdir(join(folder, 'osd'));
    await call('ceph', 'osd', 'new', disk, '0');
    await call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
    await daemon('ceph-osd', ['-i', '0']);

    const { accessKeyId, secretAccessKey } = account;
    const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
    await call('radosgw-admin', 'user', 'create', '--uid', 'tester', '--display-name', 'tester', ...keys);
    await daemon('radosgw', ['-n', 'client.rgw'], {
      // The C library comes before Ceph's own allocator, in whose first steps newer versions of libfaketime hang.
      LD_PRELOAD: `${faketime} libc.so.6`,
      FAKETIME_TIMESTAMP_FILE: clock.path,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
      TZ: 'UTC',
    });
    await answering(endpoint);
  }

  /** Its answer's text; for what our store never does: to make a bucket, and to look into it. */
  async function ask(method: 'GET' | 'PUT', path: string): Promise<string> {
    const datetime = clock
      .now()
      .toISOString()
      .replace(/[:-]|\.\d{3}/g, '');
    const url = `${endpoint}/${path}`;
    const signed = await new AwsV4Signer({ method, url, service: 's3', datetime, ...account }).sign();
    const response = await fetch(signed.url, { method, headers: signed.headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`Ceph answered ${response.status} to ${method} ${path}: ${text}`);
    return text;
  }

  try {
    await start();
  } catch (error) {
    const log = await readFile(join(folder, 'radosgw.log'), 'utf8').catch(
      () => 'It did not come to the gateway.',
    );
    await close();
    throw new Error(`Ceph did not start. ${log.slice(-2_000)}`, { cause: error });
  }
  return {
    endpoint,
    account,
    clock,
    async makeBucket(bucket) {
      await ask('PUT', bucket);
    },
    async keys(bucket) {
      const listed = await ask('GET', bucket);
      return [...listed.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
    },
    close,
  };
}

/** A clock for another process: libfaketime reads the file whenever that process asks for the time. */
class WrittenClock extends ManualClock {
  readonly path: string;

  constructor(start: string, path: string) {
    super(start);
    this.path = path;
    this.#write();
  }

  override advance(byMs: number): void {
    super.advance(byMs);
    this.#write();
  }

  #write(): void {
    // By renaming, so that nobody reads half a time.
    writeFileSync(`${this.path}.new`, this.now().toISOString().replace('T', ' ').replace('Z', '\n'));
    renameSync(`${this.path}.new`, this.path);
  }
}

async function answering(endpoint: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return void (await fetch(endpoint));
    } catch (error) {
      if (tries === 300) throw error;
      await sleep(100);
    }
  }
}

interface Place {
  readonly folder: string;
  readonly fsid: string;
  readonly monitor: string;
  readonly gatewayPort: number;
}

// One copy of everything and nobody to hide from; the monitor decides at once instead of collecting for a second.
function configuration({ folder, fsid, monitor, gatewayPort }: Place): string {
  return `
[global]
fsid = ${fsid}
mon host = ${monitor}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind msgr1 = false
ms mon client mode = crc
auth cluster required = none
auth service required = none
auth client required = none
run dir = ${folder}
admin socket =
log file =
log to stderr = true
paxos propose interval = 0.01
paxos min wait = 0.01
mon data = ${folder}/mon
mon allow pool size one = true
osd data = ${folder}/osd
osd objectstore = memstore
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${gatewayPort}
rgw enable apis = s3
`;
}
