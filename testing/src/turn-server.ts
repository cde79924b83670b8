import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** What coturn logs when it gives somebody an address to relay for. */
const ALLOCATED = /user <(?<user>[^>]+)>: incoming packet ALLOCATE processed, success/g;
/** Whoever gives the address back asks for no more time with it. */
const RELEASED = /refreshed, realm=<[^>]*>, username=<(?<user>[^>]+)>, lifetime=0\b/g;
const READY = /Total General servers/;
const LOOK_MS = 50;

/** coturn on this machine, with the settings that docs/web-calls.md shows. */
export async function startTurnServer(secret: string) {
  const port = await freePort();
  const child = spawn('turnserver', [
    '-n',
    '--log-file=stdout',
    '--use-auth-secret',
    `--static-auth-secret=${secret}`,
    '--realm=calls.example.com',
    '--fingerprint',
    '--verbose',
    '--no-cli',
    '--no-tcp-relay',
    '--no-multicast-peers',
    '--no-tls',
    '--no-dtls',
    '--min-port=49160',
    '--max-port=49400',
    `--listening-port=${port}`,
    // Elsewhere it must not lead to the machine itself; here there is no other.
    '--listening-ip=127.0.0.1',
    '--relay-ip=127.0.0.1',
    '--allow-loopback-peers',
  ]);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  while (!READY.test(log)) {
    if (child.exitCode !== null) throw new Error(`coturn ended: ${log}`);
    await sleep(LOOK_MS);
  }
  return {
    url: `turn:127.0.0.1:${port}`,
    /** For whom it relays: the user names that it accepted. */
    users: (): string[] => Array.from(log.matchAll(ALLOCATED), ({ groups }) => groups?.user ?? ''),
    /** Who gave the address back. */
    released: (): string[] => Array.from(log.matchAll(RELEASED), ({ groups }) => groups?.user ?? ''),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
