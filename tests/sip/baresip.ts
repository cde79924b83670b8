import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';

const MODULES = '/usr/lib/baresip/modules';

/** Debian's baresip: a telephone that another hand wrote. Without it the tests that need it are skipped. */
export const hasBaresip =
  spawnSync('baresip', ['-h']).error === undefined &&
  existsSync(MODULES) &&
  spawnSync('openssl', ['version']).status === 0;

export interface Telephone {
  readonly port: number;
  readonly tlsPort: number;
  /** What vouches for it (PEM). */
  readonly certificate: string;
  stop(): Promise<void>;
}

/** A telephone that picks up at once and hums; it is reached over UDP, TCP and TLS. */
export async function startBaresip(): Promise<Telephone> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-baresip-'));
  const at = (name: string) => join(folder, name);
  const port = await freePort();
  makeCertificate(at('key'), at('certificate'));
  const certificate = await readFile(at('certificate'), 'utf8');
  await writeFile(at('both'), certificate + (await readFile(at('key'), 'utf8')));
  await writeFile(at('accounts'), '<sip:bob@127.0.0.1>;regint=0;answermode=auto\n');
  await writeFile(
    at('config'),
    [
      `sip_listen 127.0.0.1:${port}`,
      `sip_certificate ${at('both')}`,
      `audio_player aufile,${at('heard.wav')}`,
      'audio_source ausine,440',
      `audio_alert aufile,${at('alert.wav')}`,
      // The only form in which it can hum.
      'ausrc_srate 48000',
      'ausrc_channels 2',
      'auplay_srate 48000',
      'auplay_channels 2',
      `module_path ${MODULES}`,
      'module g711.so',
      'module ausine.so',
      'module aufile.so',
      'module_tmp account.so',
      'module_app menu.so',
      '',
    ].join('\n'),
  );
  const child = spawn('baresip', ['-f', folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
      if (said.includes('baresip is ready')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`baresip ended with ${code}: ${said}`)));
  });
  return {
    port,
    tlsPort: port + 1,
    certificate,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function makeCertificate(key: string, certificate: string): void {
  const args =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1';
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate];
  const { status, stderr } = spawnSync('openssl', [...args.split(' '), ...names]);
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
}
