import { rulesAnalysisModel } from '@parley/call-engine/analysis/rules.ts';
import type { NewAgent } from '@parley/contract/agent.ts';
import { ManualClock } from '@parley/kernel/clock.ts';
import { callingCompany } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { HandClock, HostedPage, hostedWebCalls } from '@parley/testing/hosted-web-calls.ts';
import { contact, onlineAgent } from '@parley/testing/online-agent.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeAgent, createAgent } from '../domains/agents/agent.actions.ts';
import { readUsage } from '../domains/billing/account.actions.ts';
import { isExact } from '../domains/billing/ledger.actions.ts';
import { analysesOf } from '../domains/conversations/call-analysis.store.ts';
import { moveAttempt, retryAdmission } from '../domains/conversations/call-attempt.actions.ts';
import { attemptsOf } from '../domains/conversations/call-attempt.store.ts';
import { findConversation } from '../domains/conversations/conversation.store.ts';
import { createConversation } from '../domains/conversations/conversation-creation.actions.ts';
import { claimDue } from '../domains/conversations/dispatch.actions.ts';
import { closeExpiredLinks } from '../domains/conversations/online-link.actions.ts';
import { moveIntoWindow } from '../domains/conversations/window-change.actions.ts';
import { history } from '../domains/events/event.actions.ts';
import { sql } from '../storage/sql.ts';
import { CallAnalyser } from './analyse-calls.ts';
import { sendMessages } from './send-messages.ts';

/** A Monday. */
const START = '2026-11-16T12:00:00.000Z';
const TOMORROW = '2026-11-17T15:00:00.000Z';
const DAY_MS = 86_400_000;
const date = new ManualClock(START);

let store: Awaited<ReturnType<typeof testDatabase>>;
let clock: HandClock;
let hosted: Awaited<ReturnType<typeof hostedWebCalls>>;
beforeAll(async () => {
  store = await testDatabase({
    clock: date,
    // The tasks are carried out by hand here.
    send: async () => {},
  });
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.database.run(sql`delete from messages`);
  date.advance(Date.parse(START) - date.now().getTime());
  clock = new HandClock();
  hosted = await hostedWebCalls(store.database, clock);
});
afterEach(() => hosted.stop());

async function invited(more: { agent?: Partial<NewAgent>; scheduleTime?: string } = {}) {
  const { scope } = await callingCompany(store.database);
  const { id: agentId } = await createAgent(scope, { ...(onlineAgent as NewAgent), ...more.agent });
  const wanted = { agentId, contact, ...(more.scheduleTime && { scheduleTime: more.scheduleTime }) };
  const { id } = (await createConversation(scope, wanted, false)).conversation;
  return {
    id,
    scope,
    agentId,
    open: () => HostedPage.open(hosted.host, clock, id),
    conversation: () => findConversation(scope, id),
    attempts: () => attemptsOf(scope, [id]),
    events: () => history(scope, id),
    state: () => hosted.host.view(id),
  };
}
type Call = Awaited<ReturnType<typeof invited>>;

const WISH = "I'm driving, call me tomorrow at three";

const services = (mails: object[]) => ({
  mail: {
    check: async () => {},
    send: async (mail: object) => {
      mails.push(mail);
      return { kind: 'accepted' as const };
    },
  },
  sms: undefined,
  blocked: () => undefined,
  smsPerDay: 0,
  links: {
    urlOf: (id: string) => `https://calls.example.com/call/${id}`,
    stopUrl: () => 'https://calls.example.com/unsubscribe/me',
    reportUrl: () => '',
  },
});

/** They answer the first question, or nothing, and ask to go on tomorrow at three. */
async function asksForTomorrow(call: Call, hasAnswered = true): Promise<void> {
  const page = await call.open();
  if (hasAnswered) {
    await page.answer(/AI assistant/, 'Hello');
    await page.answer(/How many years/, 'Seven years');
    await page.answer(/own a car/, WISH);
  } else await page.answer(/AI assistant/, WISH);
  await page.ended();
}

test('a callback requested in a web call becomes an invitation for that time, and an event is emitted', async () => {
  const call = await invited();
  await asksForTomorrow(call);
  expect(await call.conversation()).toMatchObject({
    status: 'SCHEDULED',
    scheduledAt: new Date(TOMORROW),
    callbacks: 1,
  });
  const [held, waiting] = await call.attempts();
  expect(held).toMatchObject({ status: 'COMPLETED', reasonCode: 'CALLBACK_REQUESTED', number: 1 });
  expect(waiting).toMatchObject({ status: 'SCHEDULED', direction: 'INBOUND', number: 2 });
  const rescheduled = (await call.events()).at(-1);
  expect(rescheduled).toMatchObject({
    type: 'conversation.rescheduled',
    data: {
      reason: 'CANDIDATE_REQUEST',
      candidateRequest: { rawText: expect.stringContaining('tomorrow at three'), timeResolved: true },
      previousAttempt: { callAttemptId: held?.id, attemptNumber: 1 },
      nextAttempt: { callAttemptId: waiting?.id, scheduledAt: TOMORROW, attemptNumber: 2 },
    },
  });
  // Nobody dials it, whatever the hour, and billing is not asked for it.
  date.advance(2 * DAY_MS);
  await retryAdmission(store.database);
  expect(await claimDue(store.database, hosted.workerId, 10)).toEqual([]);
  expect((await call.attempts()).at(-1)).toMatchObject({ status: 'SCHEDULED' });
});

test('the link of an invitation shows its opening time, and from then on continues the scheduled attempt', async () => {
  const call = await invited();
  await asksForTomorrow(call);
  expect(await call.state()).toMatchObject({ state: 'not_yet', opensAt: TOMORROW });
  await expect(call.open()).rejects.toMatchObject({ kind: 'conflict' });
  date.advance(Date.parse(TOMORROW) - Date.parse(START));
  expect(await call.state()).toMatchObject({ state: 'open' });
  const page = await call.open();
  await page.answer(/AI assistant/, 'Hello');
  await page.answer(/How many years/, 'Seven years');
  await page.answer(/own a car/, 'Yes, I do');
  await page.answer(/Which city/, 'I live in Zurich');
  await page.ended();
  expect(await call.conversation()).toMatchObject({ status: 'COMPLETED' });
  expect(await call.attempts()).toMatchObject([
    { number: 1, reasonCode: 'CALLBACK_REQUESTED' },
    { number: 2, status: 'COMPLETED', direction: 'INBOUND', reasonCode: null },
  ]);
  expect(await readUsage(call.scope)).toMatchObject({ held: 0 });
  expect(await isExact(call.scope)).toBe(true);
});

test('answers given before a callback are analysed, and conversation.completed is not emitted yet', async () => {
  const call = await invited();
  await asksForTomorrow(call);
  const analyser = new CallAnalyser({
    everywhere: store.database,
    analysisModelOf: async () => rulesAnalysisModel(),
    atOnce: 200,
    patienceMs: 5000,
    onError: (error) => {
      throw error;
    },
  });
  analyser.start();
  await expect
    .poll(async () => (await call.events()).map(({ type }) => type))
    .toEqual(['conversation.started', 'conversation.rescheduled', 'analysis.completed']);
  await analyser.stop(1000);
  const [analysis] = await analysesOf(call.scope, [call.id]);
  expect(JSON.stringify(analysis?.result)).toContain('"years"');
});

test('a contact who asks for another time before the first answer is invited, and nothing is analysed', async () => {
  const call = await invited();
  await asksForTomorrow(call, false);
  expect(await call.conversation()).toMatchObject({ status: 'SCHEDULED' });
  expect(await analysesOf(call.scope, [call.id])).toEqual([]);
});

test('the invitation is mailed in the language of the call, with the time and the link', async () => {
  const call = await invited();
  await asksForTomorrow(call);
  const mails: object[] = [];
  await sendMessages(store.database, services(mails));
  await sendMessages(store.database, services(mails));
  expect(mails).toEqual([
    {
      id: expect.any(String),
      to: 'ada@example.com',
      subject: 'Your conversation with Acme',
      text: expect.stringMatching(
        /Hello Ada,[\s\S]*Tuesday, November 17, 2026[\s\S]*3:00[\s\S]*https:\/\/calls\.example\.com\/call\//,
      ),
      stopUrl: 'https://calls.example.com/unsubscribe/me',
    },
  ]);
});

test('an invitation that the contact has already followed is not mailed any more', async () => {
  const call = await invited();
  await asksForTomorrow(call);
  date.advance(2 * DAY_MS);
  const page = await call.open();
  const mails: object[] = [];
  await sendMessages(store.database, services(mails));
  expect(mails).toEqual([]);
  page.leave();
  await page.ended();
});

test('a rescheduled invitation is mailed again with the new time', async () => {
  const call = await invited();
  await asksForTomorrow(call);
  const mails: { id: string; text: string }[] = [];
  const send = async () => {
    await sendMessages(store.database, services(mails));
  };
  await send();
  for (const [seconds, scheduledAt] of [
    [60, '2026-11-18T09:00:00.000Z'],
    [120, TOMORROW],
  ] as const) {
    date.advance(Date.parse(START) + seconds * 1000 - date.now().getTime());
    await moveAttempt(
      call.scope,
      call.id,
      (await call.attempts()).at(-1)?.id as string,
      { scheduledAt },
      false,
    );
    await send();
  }
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining('Tuesday, November 17'),
    expect.stringContaining('Wednesday, November 18'),
    expect.stringContaining('Tuesday, November 17'),
  ]);
  // A receiving server drops a mail whose id it has seen.
  expect(new Set(mails.map(({ id }) => id)).size).toBe(3);
  // Others than the contact may have chosen the time.
  expect(mails.at(-1)?.text).not.toContain('as you asked');
  expect(await call.state()).toMatchObject({ state: 'not_yet', opensAt: TOMORROW });
});

test('a changed calling window does not move an invitation to a web call', async () => {
  const call = await invited({ agent: { callingWindow: { start: '09:00', end: '18:00' } } });
  const page = await call.open();
  await page.answer(/AI assistant/, "I'm driving, call me another time");
  await page.ended();
  const before = (await call.attempts()).at(-1);
  expect(before).toMatchObject({ status: 'SCHEDULED', direction: 'INBOUND' });
  await changeAgent(call.scope, call.agentId, { callingWindow: { start: '19:00', end: '21:00' } });
  const { companyId } = call.scope;
  await moveIntoWindow(store.database, { companyId, agentId: call.agentId });
  expect((await call.attempts()).at(-1)?.scheduledAt).toEqual(before?.scheduledAt);
  expect(await call.conversation()).toMatchObject({ scheduledAt: before?.scheduledAt });
});

test('the fourth callback request in a web call cancels the conversation', async () => {
  const call = await invited();
  for (let turn = 1; turn <= 4; turn++) {
    await asksForTomorrow(call, false);
    date.advance(2 * DAY_MS);
  }
  expect(await call.conversation()).toMatchObject({ status: 'CANCELLED' });
  expect((await call.events()).at(-1)).toMatchObject({
    type: 'conversation.cancelled',
    data: { reason: 'CANDIDATE_NOT_INTERESTED', reasonDetail: 'CALLBACK_LIMIT' },
  });
});

test('an invitation that is not used expires together with its link and its attempt', async () => {
  const call = await invited();
  await asksForTomorrow(call);
  date.advance(32 * DAY_MS);
  await closeExpiredLinks(store.database);
  expect(await call.conversation()).toMatchObject({ status: 'UNREACHABLE' });
  expect((await call.attempts()).at(-1)).toMatchObject({ status: 'CANCELLED' });
});

test('a web-call link with a scheduleTime works only from that time on', async () => {
  const call = await invited({ scheduleTime: TOMORROW });
  expect(await call.state()).toMatchObject({ state: 'not_yet', opensAt: TOMORROW });
  await expect(call.open()).rejects.toMatchObject({ kind: 'conflict' });
  date.advance(Date.parse(TOMORROW) - Date.parse(START));
  const page = await call.open();
  page.leave();
  await page.ended();
});
