import { ManualClock } from '@parley/kernel/clock.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { maintainRuns } from './run-maintenance.actions.ts';

const clock = new ManualClock('2026-11-16T12:00:00Z');
let service: TestService;
let company: RunningCompany;
beforeAll(async () => {
  // Without a worker: messages stay queued.
  service = await startTestService({ clock, roles: ['api'] });
  company = await runningCompany(service, { agent: { type: 'ONLINE' } });
});
afterAll(() => service.stop());

const phoneNumber = (last: number) => `+4179123${4000 + last}`;
const byMail = (email: string, more: object = {}) =>
  company.newContact({ email, phoneNumber: undefined, ...more });
const launch = (id: string, body: object) => company.api.post(`/runs/${id}/launch`, body);

/** As lines, in order. */
async function messages(runId: string): Promise<string[]> {
  const { data } = (await company.api.get(`/messages?runId=${runId}&limit=100`)).body;
  return data
    .map(({ kind, channel, address }: Record<string, string>) => `${kind} ${channel} ${address}`)
    .toSorted();
}

test('a launch with invite invites each contact once on every channel that reaches them, and those attached later', async () => {
  const ada = await company.newContact({ email: 'ada@invite.example', phoneNumber: phoneNumber(1) });
  const bob = await byMail('bob@invite.example');
  const run = await company.newRun([ada, bob, await company.newContact({ phoneNumber: phoneNumber(2) })]);
  expect((await company.api.get(`/runs/${run}`)).body).not.toHaveProperty('invite');
  const { status, body } = await launch(run, { invite: ['EMAIL', 'SMS'] });
  expect(status).toBe(200);
  expect(body.invite).toEqual(['EMAIL', 'SMS']);
  const first = [
    'INVITATION EMAIL ada@invite.example',
    'INVITATION EMAIL bob@invite.example',
    `INVITATION SMS ${phoneNumber(1)}`,
    `INVITATION SMS ${phoneNumber(2)}`,
  ];
  expect(await messages(run)).toEqual(first);
  await company.api.post(`/runs/${run}/contacts`, { contactIds: [bob, await byMail('cy@invite.example')] });
  expect(await messages(run)).toEqual([...first, 'INVITATION EMAIL cy@invite.example'].toSorted());
  expect((await company.api.post(`/runs/${run}/messages`, { channel: 'EMAIL' })).body).toMatchObject({
    queued: 0,
    skipped: { sentBefore: 3, withoutAddress: 1 },
  });
});

test('a launch without invite invites nobody', async () => {
  const run = await company.newRun([await byMail('nobody@invite.example')]);
  await launch(run, {});
  expect(await messages(run)).toEqual([]);
});

test('a scheduled run invites its contacts when it starts, and not before', async () => {
  const run = await company.newRun([await byMail('later@invite.example')]);
  const scheduledAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
  expect((await launch(run, { scheduledAt, invite: ['EMAIL'] })).body).toMatchObject({
    status: 'SCHEDULED',
    invite: ['EMAIL'],
  });
  await maintainRuns(service.services.database);
  expect(await messages(run)).toEqual([]);
  clock.advance(3_600_000);
  await maintainRuns(service.services.database);
  expect(await messages(run)).toEqual(['INVITATION EMAIL later@invite.example']);
});

test('a launch that is interrupted between a conversation and its invitation loses no invitation and sends none twice', async () => {
  const emails = ['one@crash.example', 'two@crash.example'];
  const run = await company.newRun(await Promise.all(emails.map((email) => byMail(email))));
  const { database } = service.services;
  await database.pool.query(`
    alter table messages add constraint crashing check (address <> 'two@crash.example') not valid`);
  try {
    expect((await launch(run, { invite: ['EMAIL'] })).status).toBe(500);
    const made = await company.scope.all(
      sql`select from conversations where company_id = ${company.scope.companyId} and run_id = ${run}`,
    );
    expect([made.length, await messages(run)]).toEqual([0, []]);
  } finally {
    await database.pool.query('alter table messages drop constraint crashing');
  }
  await maintainRuns(database);
  await maintainRuns(database);
  expect(await messages(run)).toEqual(emails.map((email) => `INVITATION EMAIL ${email}`));
});

test('whoever unsubscribed or asked never to be called is not invited, and one too many to an address waits', async () => {
  const { scope } = company;
  const optedOut = await byMail('out@limits.example');
  await scope.run(sql`
    insert into message_opt_outs (company_id, channel, address_hash, created_at)
    values (${scope.companyId}, 'EMAIL', address_hash(${scope.companyId}, 'EMAIL', 'out@limits.example'), now())`);
  const silent = await byMail('silent@limits.example');
  await scope.run(
    sql`update contacts set do_not_call = true where company_id = ${scope.companyId} and id = ${silent}`,
  );
  const same = Array.from({ length: 6 }, (_, index) =>
    byMail('same@limits.example', { firstName: `Ada ${index}` }),
  );
  const run = await company.newRun([optedOut, silent, ...(await Promise.all(same))]);
  const { invitations } = (await company.api.get(`/runs/${run}/launch-preview`)).body;
  expect(invitations).toEqual([
    { channel: 'EMAIL', contacts: 6, withoutAddress: 0, unsubscribed: 1, doNotCall: 1, isSent: false },
    { channel: 'SMS', contacts: 0, withoutAddress: 8, unsubscribed: 0, doNotCall: 0, isSent: false },
  ]);
  await launch(run, { invite: ['EMAIL'] });
  const due = await scope.all<{ address: string; isLater: boolean }>(sql`
    select address, due_at > ${clock.now()} as "isLater" from messages
    where company_id = ${scope.companyId} and run_id = ${run} order by due_at`);
  expect(due).toEqual([
    ...Array.from({ length: 5 }, () => ({ address: 'same@limits.example', isLater: false })),
    { address: 'same@limits.example', isLater: true },
  ]);
});

test('a cancelled run invites nobody whose conversation was not created yet', async () => {
  const run = await company.newRun([await byMail('late@cancel.example')]);
  await launch(run, { invite: ['EMAIL'] });
  await company.scope.run(sql`
    delete from conversations where company_id = ${company.scope.companyId} and run_id = ${run}`);
  await company.scope.run(sql`
    update runs set fanned_to = 0, pending = 1 where company_id = ${company.scope.companyId} and id = ${run}`);
  await company.api.post(`/runs/${run}/cancel`);
  await maintainRuns(service.services.database);
  expect((await company.api.get(`/runs/${run}`)).body.progress).toMatchObject({ total: 1, cancelled: 1 });
  expect(await messages(run)).toEqual([]);
});

test('invite is refused for runs by telephone, with every other violation, and for keys that may not send messages', async () => {
  const phone = await runningCompany(service);
  const run = await phone.newRun(1);
  const refused = await phone.api.post(`/runs/${run}/launch`, {
    scheduledAt: '2020-01-01T00:00:00Z',
    invite: ['EMAIL'],
  });
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toEqual([
    expect.stringMatching(/^scheduledAt /),
    'invite is only for ONLINE agents: this run calls by telephone',
  ]);
  expect((await phone.api.post(`/runs/${run}/launch`, { invite: ['EMAIL', 'EMAIL'] })).status).toBe(400);
  expect((await phone.api.get(`/runs/${run}/launch-preview`)).body).not.toHaveProperty('invitations');
  expect((await phone.api.post(`/runs/${run}/launch`, {})).status).toBe(200);

  const scopes = ['write:runs', 'read:runs'];
  const { api } = await service.newKey({ companyId: company.id, scopes });
  const online = await company.newRun([await byMail('scope@invite.example')]);
  const forbidden = await api.post(`/runs/${online}/launch`, { invite: ['EMAIL'] });
  expect([forbidden.status, forbidden.body.message]).toEqual([
    403,
    'Insufficient permissions: Required scope write:conversations not found',
  ]);
  expect((await api.post(`/runs/${online}/launch`, { invite: [] })).status).toBe(200);
});

test('a run reminds those who have not finished, again where it is asked to, but not within the hour', async () => {
  const run = await company.newRun([
    await byMail('slow@remind.example'),
    await byMail('done@remind.example'),
  ]);
  await launch(run, { invite: ['EMAIL'] });
  const { scope } = company;
  await scope.run(sql`
    update conversations c set status = 'COMPLETED', open_agent_id = null from contacts p
    where c.company_id = ${scope.companyId} and c.run_id = ${run} and p.id = c.contact_id and p.email = 'done@remind.example'`);
  const remind = async (more: object = {}) =>
    (await company.api.post(`/runs/${run}/messages`, { kind: 'REMINDER', channel: 'EMAIL', ...more })).body;
  expect(await remind()).toMatchObject({ queued: 1, skipped: { closed: 1 } });
  expect(await remind()).toMatchObject({ queued: 0, skipped: { closed: 1, sentBefore: 1 } });
  expect(await remind({ again: true })).toMatchObject({ queued: 0, skipped: { closed: 1, sentBefore: 1 } });
  await scope.run(
    sql`update messages set status = 'SENT' where company_id = ${scope.companyId} and run_id = ${run}`,
  );
  // As when a reply was lost, and the request is repeated.
  expect(await remind({ again: true })).toMatchObject({ queued: 0, skipped: { closed: 1, sentBefore: 1 } });
  clock.advance(3_600_001);
  const both = await Promise.all([remind({ again: true }), remind({ again: true })]);
  expect(both.map(({ queued }) => queued).toSorted()).toEqual([0, 1]);
  expect((await messages(run)).filter((one) => one.startsWith('REMINDER'))).toHaveLength(2);
});

test('the exports of an ONLINE run have the links with the state of each message, also of those who have not opened theirs', async () => {
  const run = await company.newRun([
    await byMail('open@export.example', { firstName: 'Ida' }),
    await byMail('closed@export.example', { firstName: 'Max' }),
    await company.newContact({ phoneNumber: phoneNumber(7), firstName: 'Zoe' }),
  ]);
  await launch(run, { invite: ['EMAIL'] });
  const { scope } = company;
  await scope.run(sql`
    update messages set status = 'OUTBOX', opened_at = case when address like 'open%' then ${clock.now()}::timestamptz end
    where company_id = ${scope.companyId} and run_id = ${run}`);
  const { data } = (await company.api.get(`/runs/${run}/contacts`)).body;
  const [ida, max, zoe] = data.map(({ onlineUrl }: { onlineUrl: string }) => onlineUrl);
  const rows = async (query: string) => {
    const { text } = await company.api.get(`/runs/${run}/results.csv${query}`);
    return text.trim().split('\r\n').slice(1);
  };
  const { text } = await company.api.get(`/runs/${run}/results.csv`);
  expect(text).toMatch(/Link,Link works until \(\S+\),Message,Link opened \(\S+\),/);
  expect(await rows('')).toEqual([
    expect.stringMatching(new RegExp(`^Ida,.*${ida},[^,]+,Invitation by e-mail: outbox,[^,]+,`)),
    expect.stringMatching(new RegExp(`^Max,.*${max},[^,]+,Invitation by e-mail: outbox,,`)),
    expect.stringMatching(new RegExp(`^Zoe,.*${zoe},[^,]+,,,`)),
  ]);
  const names = async (invitation: string) =>
    (await rows(`?invitation=${invitation}`)).map((row: string) => row.split(',')[0]);
  expect(await names('NOT_OPENED')).toEqual(['Max', 'Zoe']);
  expect(await names('NOT_INVITED')).toEqual(['Zoe']);
  expect(await names('OPENED')).toEqual(['Ida']);
  const lines = (await company.api.get(`/runs/${run}/results.ndjson?invitation=OPENED`)).text.trim();
  expect(JSON.parse(lines)).toMatchObject({
    onlineUrl: ida,
    linkExpiresAt: expect.any(String),
    lastMessage: { kind: 'INVITATION', channel: 'EMAIL', status: 'OUTBOX', openedAt: expect.any(String) },
  });
  const { api } = await service.newKey({ companyId: company.id, scopes: ['read:runs', 'read:contacts'] });
  for (const path of ['results.csv', 'results.ndjson', 'contacts?invitation=OPENED'])
    expect((await api.get(`/runs/${run}/${path}`)).status, path).toBe(403);

  const phone = await runningCompany(service);
  const called = await phone.newRun(1);
  await phone.api.post(`/runs/${called}/launch`);
  expect((await phone.api.get(`/runs/${called}/results.csv`)).text).not.toContain('Link');
  expect((await phone.api.get(`/runs/${called}/results.ndjson`)).text).not.toContain('onlineUrl');
  expect((await phone.api.get(`/runs/${called}/contacts?invitation=NOT_OPENED`)).body.total).toBe(0);
});
