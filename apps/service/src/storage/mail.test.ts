import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parley/testing/free-port.ts';
import { type SmtpServer, startSmtpServer } from '@parley/testing/smtp-server.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mailBySmtp, mailToFolder, openMailServer } from './mail.ts';

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

test('a mail reaches the server unchanged, with an id that a retry repeats', async () => {
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
  'a server failure (%s) fails the mail, and the next try succeeds',
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

test('a missing server fails the mail', async () => {
  await expect(mailBySmtp(`smtp://127.0.0.1:${await freePort()}`, from)(mail)).rejects.toThrow(
    'ECONNREFUSED',
  );
});

test('a subject cannot smuggle in a recipient', async () => {
  await mailBySmtp(server.url, from)({ ...mail, subject: 'Hi\r\nBcc: thief@example.com\r\n\r\nText' });
  const { to, message } = server.received.at(-1) as SmtpServer['received'][number];
  expect(to).toEqual(['owner@acme.example']);
  expect(parsed(message).headers).not.toMatch(/^bcc:/im);
});

test('without a server a mail becomes one file that only its owner can read', async () => {
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

test('a folder that cannot be written fails the mail', async () => {
  await expect(mailToFolder('/dev/null/outbox', from)(mail)).rejects.toThrow('ENOTDIR');
});

test('a server that does not greet in time surely has not taken the mail', async () => {
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
