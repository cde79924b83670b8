import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

/** Services of Postfix, as its own master.cf has them, without a root folder of their own. */
const services = (port: number): string =>
  [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'proxymap unix - - n - - proxymap',
    'anvil unix - - n - 1 anvil',
    'smtp unix - - n - - smtp',
    'local unix - n n - - local',
  ].join('\n');

/**
 * A real mail server with the two domains of a mail that comes back: it accepts mails to anybody at `theirs` and finds out later
 * that nobody is there, and delivers what comes to `ours` by `aliases`.
 */
export async function startPostfix(theirs: string, ours: string, aliases: string) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-postfix-'));
  // Its processes run as other users.
  await chmod(folder, 0o755);
  const port = await freePort();
  const settings = {
    compatibility_level: '3.6',
    queue_directory: join(folder, 'queue'),
    data_directory: join(folder, 'data'),
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    myhostname: `mail.${theirs}`,
    mydestination: `${theirs}, ${ours}, $myhostname`,
    mynetworks: '127.0.0.0/8',
    local_recipient_maps: '',
    recipient_delimiter: '+',
    alias_maps: `$default_database_type:${join(folder, 'aliases')}`,
    alias_database: '',
  };
  await mkdir(settings.queue_directory);
  await mkdir(settings.data_directory);
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  await writeFile(join(folder, 'main.cf'), `${lines.join('\n')}\n`);
  await writeFile(join(folder, 'master.cf'), `${services(port)}\n`);
  await writeFile(join(folder, 'aliases'), aliases);
  await run('postalias', ['-c', folder, join(folder, 'aliases')]);
  await run('chown', ['postfix', settings.data_directory]);
  // Its processes keep what they are started with open: nothing may be waited for but the command itself.
  await once(spawn('postfix', ['-c', folder, 'start'], { stdio: 'ignore' }), 'exit');
  return {
    url: `smtp://127.0.0.1:${port}`,
    async stop() {
      await once(spawn('postfix', ['-c', folder, 'stop'], { stdio: 'ignore' }), 'exit');
      await rm(folder, { recursive: true });
    },
    queued: async () => (await run('postqueue', ['-c', folder, '-p'])).stdout,
  };
}
