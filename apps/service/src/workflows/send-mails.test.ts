import { ManualClock } from '@parley/kernel/clock.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { cloneDatabase } from '@parley/testing/database.ts';
import { type SmtpServer, startSmtpServer } from '@parley/testing/smtp-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompany } from '../domains/companies/company.actions.ts';
import { Database } from '../storage/database.ts';
import { mailBySmtp } from '../storage/mail.ts';
import { sql } from '../storage/sql.ts';
import { sendInvitation } from './send-mails.ts';

const DAY_MS = 86_400_000;
const clock = new ManualClock('2026-01-31T12:00:00Z');

let smtp: SmtpServer;
let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  smtp = await startSmtpServer();
  const clone = await cloneDatabase();
  drop = clone.drop;
  // The tasks are carried out by hand here.
  const send = async () => {};
  database = new Database({ url: clone.url, clock, newId: uuid7(clock), send, maxConnections: 2 });
});
afterAll(async () => {
  await smtp.close();
  await database.close();
  await drop();
});

async function newInvitation(email: string): Promise<string> {
  const company = await createCompany(database, null, { name: 'Acme', ownerEmail: email });
  const row = await database.first<{ id: string }>(
    sql`select id from invitations where company_id = ${company.id}`,
  );
  return row?.id ?? '';
}

const deliver = (id: string) =>
  sendInvitation(
    database,
    {
      sendMail: mailBySmtp(smtp.url, 'Parley <calls@parley.example>'),
      linkSecret: 'a-link-secret-for-tests-of-at-least-32-chars',
      publicUrl: 'https://parley.example',
    },
    id,
  );

const mailsTo = (email: string) => smtp.received.filter(({ to }) => to.includes(email));

const sentAt = async (id: string) =>
  (
    await database.first<{ sentAt: Date | null }>(
      sql`select sent_at as "sentAt" from invitations where id = ${id}`,
    )
  )?.sentAt;

test('an invitation is mailed once, however often its task runs', async () => {
  const id = await newInvitation('once@acme.example');
  await deliver(id);
  expect(await sentAt(id)).toEqual(clock.now());
  await deliver(id);
  expect(mailsTo('once@acme.example')).toHaveLength(1);
});

test('an invitation whose mail failed is sent later', async () => {
  const id = await newInvitation('later@acme.example');
  smtp.failNext('busy');
  await expect(deliver(id)).rejects.toThrow('Come back later');
  expect(await sentAt(id)).toBeNull();
  await deliver(id);
  expect(mailsTo('later@acme.example')).toHaveLength(1);
});

test('an expired invitation, or one of a deleted company, is not mailed', async () => {
  const [expired, gone] = [await newInvitation('old@acme.example'), await newInvitation('gone@acme.example')];
  await database.run(
    sql`delete from companies where id = (select company_id from invitations where id = ${gone})`,
  );
  await deliver(gone);
  clock.advance(7 * DAY_MS);
  await deliver(expired);
  await deliver(database.newId());
  expect([...mailsTo('old@acme.example'), ...mailsTo('gone@acme.example')]).toEqual([]);
});
