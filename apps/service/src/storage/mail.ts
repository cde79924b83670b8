import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends a mail, or throws: the task that asked is tried again. */
export type SendMail = (mail: Mail & { readonly id: string }) => Promise<void>;

function smtp(url: string) {
  const address = new URL(url);
  address.searchParams.set('connectionTimeout', '10000');
  address.searchParams.set('socketTimeout', '20000');
  return createTransport(address.href);
}

/** Greets the mail server and signs in, without a mail; throws where that fails. */
export const checkSmtp = async (url: string): Promise<void> => {
  const transport = smtp(url);
  await transport.verify().finally(() => transport.close());
};

export function mailBySmtp(url: string, from: string): SendMail {
  const transport = smtp(url);
  return async ({ id, ...mail }) => {
    // The same id on a second try lets a receiving server drop the double.
    await transport.sendMail({ from, ...mail, messageId: messageId(id, from) });
  };
}

/** Without a mail server each mail is a file, which an operator can read or pass on. */
export function mailToFolder(folder: string, from: string): SendMail {
  return async ({ id, to, subject, text }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${id}.eml`);
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
    const { message } = await transport.sendMail({ from, to, subject, text, messageId: messageId(id, from) });
    await writeFile(`${path}.part`, message as Buffer, { mode: 0o600, flush: true });
    await rename(`${path}.part`, path);
    await syncFolder(folder);
  };
}

const messageId = (id: string, from: string): string =>
  `<${id}@${from.split('@')[1]?.replace(/>$/, '') ?? 'parley'}>`;

/** A file's name is on disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
