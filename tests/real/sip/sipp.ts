import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parley/testing/free-port.ts';
import { PATIENCE_MS } from '@parley/testing/patience.ts';
import { programs } from '@parley/testing/programs.ts';

/** Debian's sip-tester: a far end that another hand wrote. Without it the tests that need it are skipped. */
export const hasSipp = !programs.sipp.isMissing;

export interface Sipp {
  readonly port: number;
  /** Whether everything went as the scenario says. */
  readonly result: Promise<{ readonly isRight: boolean; readonly logged: string; readonly words: string }>;
  /** What it has written down so far. */
  logged(): string;
  stop(): Promise<void>;
}

export interface SippOptions {
  readonly transport?: 'udp' | 'tcp';
  readonly calls?: number;
  readonly keys?: Readonly<Record<string, string>>;
  /** It calls this port, instead of being called. */
  readonly towards?: number;
  /** Then it gives up; as long as a test waits unless told otherwise. */
  readonly mostSeconds?: number;
  /** Plays back the sound that it hears. */
  readonly isEcho?: boolean;
}

/** Starts a far end that plays one scenario, and waits until it listens, unless it is the one who calls. Another test may take its port before it does. */
export async function startSipp(scenario: string, options: SippOptions = {}): Promise<Sipp> {
  for (let tries = 3; ; tries -= 1) {
    try {
      return await listeningSipp(scenario, options);
    } catch (error) {
      if (tries === 1) throw error;
    }
  }
}

async function listeningSipp(scenario: string, options: SippOptions): Promise<Sipp> {
  const {
    transport = 'udp',
    calls = 1,
    keys = {},
    towards,
    isEcho = false,
    mostSeconds = PATIENCE_MS / 1000,
  } = options;
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'parley-sipp-'));
  // sipp itself puts in no words where it has to know a code in advance.
  const words = { contact: `127.0.0.1:${port}`, lingerMs: '1', ...keys };
  const told = await readFile(join(import.meta.dirname, 'scenarios', `${scenario}.xml`), 'utf8');
  const file = join(folder, `${scenario}.xml`);
  await writeFile(
    file,
    Object.entries(words).reduce((text, [name, value]) => text.replaceAll(`[${name}]`, value), told),
  );
  const child = spawn(
    'sipp',
    [
      ...(towards === undefined ? [] : [`127.0.0.1:${towards}`]),
      ...(isEcho ? ['-rtp_echo'] : []),
      ...['-sf', file],
      ...['-i', '127.0.0.1', '-p', `${port}`, '-mi', '127.0.0.1', '-mp', `${await freePort()}`],
      ...['-t', transport === 'udp' ? 'u1' : 't1', '-m', `${calls}`, '-nostdin'],
      ...['-timeout', `${mostSeconds}`],
      // What comes again because it was late is passed over; what does not come at all is still waited for in vain.
      ...['-default_behaviors', 'all,-abortunexp'],
      ...[
        '-trace_err',
        '-error_file',
        join(folder, 'errors'),
        '-trace_logs',
        '-log_file',
        join(folder, 'log'),
      ],
      ...(process.env.SIPP_TRACE
        ? ['-trace_msg', '-message_file', `${process.env.SIPP_TRACE}.${scenario}`]
        : []),
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // Who calls has nothing to wait for, and may be done before anybody looks.
  if (towards === undefined) await listening(child, transport, port);
  const read = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '';
  let lastLogged = '';
  const result = ended.then(async (code) => {
    lastLogged = read('log');
    const told = { isRight: code === 0, logged: lastLogged, words: `exit ${code}: ${read('errors')}` };
    await rm(folder, { recursive: true, force: true });
    return told;
  });
  return {
    port,
    result,
    logged: () => read('log') || lastLogged,
    async stop() {
      child.kill('SIGKILL');
      await result;
    },
  };
}

/** The kernel knows first. */
async function listening(child: ChildProcess, transport: 'udp' | 'tcp', port: number): Promise<void> {
  const mark = new RegExp(`^\\s*\\d+: [0-9A-F]{8}:${port.toString(16).toUpperCase().padStart(4, '0')} `, 'm');
  while (!mark.test(readFileSync(`/proc/net/${transport}`, 'utf8'))) {
    if (child.exitCode !== null) throw new Error(`sipp ended with ${child.exitCode} before it listened`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
