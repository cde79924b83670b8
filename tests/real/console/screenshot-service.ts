import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parley/testing/free-port.ts';
import { startReceiver } from '@parley/testing/webhook-receiver.ts';
import { screenshotData } from './screenshot-data.ts';

const bin = join(import.meta.dirname, '../../../apps/service/bin/parley.js');
const KEY = /^ {2}(sk_test_\S+)$/m;
const LINK = /^ {2}(http\S+\/console\/sign-in#\S+)$/m;
/** A call of some minutes takes a second. */
const SPEED = '60';

/** The service as it is started the first time, with a day's work behind it. */
export async function startScreenshotService() {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-shown-'));
  const receiver = await startReceiver();
  const child = spawn(process.execPath, [bin, 'start'], {
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      PARLEY_DATA_DIR: dataDir,
      PARLEY_SIM_SPEED: SPEED,
      PARLEY_ALLOW_PRIVATE_URLS: 'true',
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const said = (words: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = words.exec(text);
        if (found) resolve(found[1] ?? '');
      };
      child.stdout.on('data', look);
      child.once('exit', () => reject(new Error(`The service ended: ${text}`)));
      look();
    });
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    await receiver.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const [link, key] = [await said(LINK), await said(KEY)];
    const url = link.split('/console/')[0] ?? '';
    return { url, link, stop, pages: await screenshotData({ url, key, hookUrl: receiver.url }) };
  } catch (error) {
    await stop();
    throw error;
  }
}
