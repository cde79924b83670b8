import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The mails that a service without a mail server has written; one that is being written has another name. */
export async function mailed(dataDir: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox');
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
}
