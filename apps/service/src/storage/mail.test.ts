import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parley/testing/free-port.ts';
import { type SmtpServer, startSmtpServer } from '@parley/testing/smtp-server.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mailBySmtp, mailToFolder, openMailServer } from './mail.ts';

const library = vi.hoisted(() => ({ isBroken: false }));
vi.mock('nodemailer', async (load) => {
  const real = await load<typeof import('nodemailer')>();
  const createTransport = (options: string) => {
    if (library.isBroken) throw new Error('The mail library could not be loaded');
    return real.createTransport(options);
  };
  return { ...real, createTransport };
});

const from = 'Parley <calls@parley.example>';
const id = '01957a2e-7c00-7000-8000-000000000000';
const mail = {
  id,
  to: 'owner@acme.example',
  subject: 'Grüezi',
  text: 'Hello,\n\n.a line with a dot\nüber uns\n',
};

let server: SmtpServer;
let folder: string;
beforeAll(async () => {
  server = await startSmtpServer();
  folder = await mkdtemp(join(tmpdir(), 'mail-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** The text of a quoted-printable or plain message, and its headers. */
function parsed(message: string): { headers: string; text: string } {
  const [headers = '', ...body] = message.split('\n\n');
  const quoted = /quoted-printable/i.test(headers);
  const bytes = body
    .join('\n\n')
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { headers, text: quoted ? Buffer.from(bytes, 'latin1').toString() : body.join('\n\n') };
}

test('a mail reaches the SMTP server unchanged, and keeps its Message-ID when it is sent again', async () => {
  const send = mailBySmtp(server.url, from);
  await send(mail);
  await send(mail);
  const [first, second] = server.received.slice(-2).map(({ message }) => parsed(message));
  expect(server.received.at(-1)).toMatchObject({ from: 'calls@parley.example', to: ['owner@acme.example'] });
  expect(first?.text.trimEnd()).toBe(mail.text.trimEnd());
  expect(first?.headers).toContain(`Message-ID: <${id}@parley.example>`);
  expect(second?.headers).toContain(`Message-ID: <${id}@parley.example>`);
});

test.each(['busy', 'refuse', 'hang-up'] as const)(
  'a mail that fails because of the SMTP server (%s) succeeds on the next try',
  async (fault) => {
    const send = mailBySmtp(server.url, from);
    const before = server.received.length;
    server.failNext(fault);
    await expect(send(mail)).rejects.toThrow();
    expect(server.received.length).toBe(before);
    await send(mail);
    expect(server.received.length).toBe(before + 1);
  },
);

test('mails are sent once the mail library can be loaded, without a restart', async () => {
  const send = mailBySmtp(server.url, from);
  const mailServer = openMailServer(server.url, from);
  const toContact = { ...mail, stopUrl: 'https://parley.example/stop' };
  const before = server.received.length;
  library.isBroken = true;
  await expect(send(mail)).rejects.toThrow('could not be loaded');
  await expect(mailServer.send(toContact)).rejects.toThrow('could not be loaded');
  library.isBroken = false;
  await send(mail);
  expect(await mailServer.send(toContact)).toEqual({ kind: 'accepted' });
  expect(server.received.length).toBe(before + 2);
});

test('an unreachable SMTP server fails the mail', async () => {
  await expect(mailBySmtp(`smtp://127.0.0.1:${await freePort()}`, from)(mail)).rejects.toThrow(
    'ECONNREFUSED',
  );
});

test('the subject of a mail cannot inject another recipient', async () => {
  await mailBySmtp(server.url, from)({ ...mail, subject: 'Hi\r\nBcc: thief@example.com\r\n\r\nText' });
  const { to, message } = server.received.at(-1) as SmtpServer['received'][number];
  expect(to).toEqual(['owner@acme.example']);
  expect(parsed(message).headers).not.toMatch(/^bcc:/im);
});

test('without an SMTP server a mail is written to a file that only its owner can read', async () => {
  const outbox = join(folder, 'outbox');
  const send = mailToFolder(outbox, from);
  await send({ ...mail, text: 'first' });
  await send(mail);
  expect(await readdir(outbox)).toEqual([`${id}.eml`]);
  const path = join(outbox, `${id}.eml`);
  const { headers, text } = parsed(await readFile(path, 'utf8'));
  expect(text.trimEnd()).toBe(mail.text.trimEnd());
  expect(headers).toMatch(/^To: owner@acme\.example$/m);
  expect(headers).toMatch(/^From: Parley <calls@parley\.example>$/m);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(outbox)).mode & 0o777).toBe(0o700);
});

test('a mail fails when the mail folder cannot be written', async () => {
  await expect(mailToFolder('/dev/null/outbox', from)(mail)).rejects.toThrow('ENOTDIR');
});

test('a mail to an SMTP server that does not greet in time is reported as certainly not sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    server.failNext('silent');
    const met = server.met.length;
    const sent = openMailServer(server.url, from).send({
      ...mail,
      stopUrl: 'https://calls.example.com/stop',
    });
    while (server.met.length === met) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await sent).toMatchObject({ kind: 'later', isAboutRecipient: false });
  } finally {
    vi.useRealTimers();
  }
});
