import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * What is on the disk survives a power failure; what was only written may not. A name is there only when its folder is synced,
 * too.
 */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Readers find the old file or the whole new one, also after a power failure. */
export async function writeSynced(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await sync(dirname(path));
}
