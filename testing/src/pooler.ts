import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

const NOBODY = 65_534;

export interface Pooler {
  readonly url: string;
  stop(): Promise<void>;
}

/** PgBouncer in transaction mode, with fewer connections to the server than two processes have to it. */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-pooler-'));
  const [port, server] = [await freePort(), new URL(databaseUrl.replace('@/', '@localhost/'))];
  const name = server.pathname.slice(1);
  const user = decodeURIComponent(server.username);
  const host = server.searchParams.get('host') ?? server.hostname;
  const settings = [
    '[databases]',
    `${name} = host=${host} port=${server.searchParams.get('port') ?? (server.port || 5432)} user=${user} password=${decodeURIComponent(server.password)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 8',
    'max_client_conn = 200',
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${settings.join('\n')}\n`);
  await chmod(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  const child = spawn('pgbouncer', [file], isRoot ? { uid: NOBODY, gid: NOBODY } : {});
  const exit = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  while (!said.includes('process up'))
    await Promise.race([
      once(child.stderr, 'data'),
      exit.then(() => {
        throw new Error(`PgBouncer did not start: ${said}`);
      }),
    ]);
  return {
    url: `postgresql://parley@127.0.0.1:${port}/${name}`,
    stop: async () => {
      child.kill('SIGKILL');
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
