import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends a mail, or throws: the task that asked is tried again. */
export type SendMail = (mail: Mail & { readonly id: string }) => Promise<void>;

/** Loaded with the first mail: an idle service needs less memory without. */
async function smtp(url: string) {
  const address = new URL(url);
  address.searchParams.set('connectionTimeout', '10000');
  address.searchParams.set('socketTimeout', '20000');
  const { createTransport } = await import('nodemailer');
  return createTransport(address.href);
}

/** Opens it with the first mail; what failed is tried again with the next one. */
function smtpOnce(url: string): () => ReturnType<typeof smtp> {
  let opened: ReturnType<typeof smtp> | undefined;
  return () => {
    opened ??= smtp(url).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

/** Greets the mail server and signs in, without a mail; throws where that fails. */
export const checkSmtp = async (url: string): Promise<void> => {
  const transport = await smtp(url);
  await transport.verify().finally(() => transport.close());
};

export function mailBySmtp(url: string, from: string): SendMail {
  const opened = smtpOnce(url);
  return async ({ id, ...mail }) => {
    const transport = await opened();
    // The same id on a second try lets a receiving server drop the double.
    await transport.sendMail({ from, ...mail, messageId: messageId(id, from) });
  };
}

/** What became of a mail to a contact. */
export type MailOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'bounced' | 'unknown'; readonly detail: string }
  /** `isAboutRecipient`: the server works, other mails may be sent meanwhile. */
  | { readonly kind: 'later'; readonly detail: string; readonly isAboutRecipient: boolean };

/** The mail server as messages to contacts need it: what became of a mail is told apart, because none may be sent twice. */
export interface MailServer {
  /** Greets the server; throws where that fails. */
  check(): Promise<void>;
  send(mail: Mail & { readonly id: string; readonly stopUrl: string }): Promise<MailOutcome>;
}

/** `senderOf` makes the sender on the envelope, to whom a mail comes back; without it that is `from`. */
export function openMailServer(
  url: string,
  from: string,
  senderOf?: (messageId: string) => string,
): MailServer {
  const opened = smtpOnce(url);
  return {
    check: () => checkSmtp(url),
    async send({ id, stopUrl, ...mail }) {
      const headers = {
        // Mail programs show a button (RFC 2369), and press it for the person (RFC 8058).
        'List-Unsubscribe': `<${stopUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
      const transport = await opened();
      try {
        const envelope = senderOf && { from: senderOf(id), to: mail.to };
        await transport.sendMail({
          from,
          ...mail,
          headers,
          messageId: messageId(id, from),
          ...(envelope && { envelope }),
        });
        return { kind: 'accepted' };
      } catch (error) {
        return failureOf(error as SmtpError);
      }
    },
  };
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
  readonly syscall?: string;
  readonly timeoutType?: string;
}

/** Before the mail itself is handed over, a failure means that it was not sent. */
const BEFORE_MAIL = /^(?:EDNS|EAUTH|ENOAUTH|ETLS|EOAUTH2|ECONFIG)$/;
/** All timeouts have one code; that of a socket may come after the mail was handed over. */
const BEFORE_SIGN_IN = /^(?:CONNECT|GREETING|UPGRADE)_TIMEOUT$/;
const ABOUT_PERSON = /^(?:RCPT TO|DATA)$/;
/** The server closes the connection, whatever it was asked. */
const CLOSING = 421;

/** A server that was lost without an answer may have taken the mail: then nobody knows. */
function failureOf(error: SmtpError): MailOutcome {
  const { code = '', responseCode, response, command = '', syscall, timeoutType = '', message } = error;
  const detail = (response ?? message).replaceAll(/\s+/g, ' ');
  if (responseCode !== undefined && responseCode >= 500 && ABOUT_PERSON.test(command))
    return { kind: 'bounced', detail };
  const isSurelyUnsent =
    responseCode !== undefined ||
    BEFORE_MAIL.test(code) ||
    BEFORE_SIGN_IN.test(timeoutType) ||
    syscall === 'connect';
  if (!isSurelyUnsent) return { kind: 'unknown', detail };
  // Greylisting, or a full mailbox.
  return { kind: 'later', detail, isAboutRecipient: command === 'RCPT TO' && responseCode !== CLOSING };
}

/** Without a mail server each mail is a file, which an operator can read or pass on. */
export function mailToFolder(folder: string, from: string): SendMail {
  return async ({ id, to, subject, text }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${id}.eml`);
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
    const { message } = await transport.sendMail({ from, to, subject, text, messageId: messageId(id, from) });
    await writeFile(`${path}.part`, message as Buffer, { mode: 0o600, flush: true });
    await rename(`${path}.part`, path);
    await syncFolder(folder);
  };
}

/** The folder of mails that were not sent by SMTP. */
export interface Outbox {
  /** Deletes mails about calls that are gone; `present` says which of these calls are not. */
  forget(present: (callIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>;
}

/** A mail to a contact is named after the call it is about, and the time that it says. */
const MAIL_TO_CONTACT = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d+\.eml$/;

/** Looks at the files, not at a list of them: a crash between a deletion and this one forgets nothing. */
export const openOutbox = (folder: string): Outbox => ({
  async forget(present) {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const mails = names.flatMap((name) => {
      const callId = MAIL_TO_CONTACT.exec(name)?.[1];
      return callId === undefined ? [] : [{ name, callId }];
    });
    if (mails.length === 0) return;
    const left = await present([...new Set(mails.map(({ callId }) => callId))]);
    for (const { name, callId } of mails)
      if (!left.has(callId)) await rm(join(folder, name), { force: true });
  },
});

const messageId = (id: string, from: string): string =>
  `<${id}@${from.split('@')[1]?.replace(/>$/, '') ?? 'parley'}>`;

/** A file's name is on disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
