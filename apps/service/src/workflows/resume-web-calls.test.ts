import type { NewAgent } from '@parley/contract/agent.ts';
import { callingCompany } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { HandClock, HostedPage, hostedWebCalls } from '@parley/testing/hosted-web-calls.ts';
import { contact, onlineAgent } from '@parley/testing/online-agent.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAgent } from '../domains/agents/agent.actions.ts';
import { attemptsOf } from '../domains/conversations/call-attempt.store.ts';
import { findConversation } from '../domains/conversations/conversation.store.ts';
import { createConversation } from '../domains/conversations/conversation-creation.actions.ts';
import { replayCall } from './replay-call.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
let clock: HandClock;
let hosted: Awaited<ReturnType<typeof hostedWebCalls>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());
beforeEach(async () => {
  clock = new HandClock();
  hosted = await hostedWebCalls(store.database, clock);
});
afterEach(() => hosted.stop());

const MINUTE_MS = 60_000;

async function invited(agent: Partial<NewAgent> = {}) {
  const { scope } = await callingCompany(store.database);
  const { id: agentId } = await createAgent(scope, { ...(onlineAgent as NewAgent), ...agent });
  const { conversation } = await createConversation(scope, { agentId, contact }, false);
  const { id } = conversation;
  const open = () => HostedPage.open(hosted.host, clock, id);
  const status = async () => (await findConversation(scope, id))?.status;
  const attempts = () => attemptsOf(scope, [id]);
  const state = () => hosted.host.view(id);
  return { open, status, attempts, state };
}

/** The page on which the first question was answered and the second is open. */
async function halfway(call: { open(): Promise<HostedPage> }): Promise<HostedPage> {
  const page = await call.open();
  await page.answer(/AI assistant/, 'Hello');
  await page.answer(/How many years/, 'Seven years');
  await page.asked(/own a car/);
  return page;
}

test('reloading the page of a web call continues the call with a welcome and the open question', async () => {
  const call = await invited();
  const before = await halfway(call);
  before.close();
  expect(await call.state()).toMatchObject({ state: 'in_call', canResume: true });
  await clock.pass(9 * MINUTE_MS);
  const page = await call.open();
  await page.answer(/^(Welcome back|Good to have you back|Hello again).*: Do you own a car\?$/, 'Yes, I do');
  await page.answer(/Which city/, 'I live in Zurich');
  await page.ended();
  expect(page.end).toMatchObject({ reason: 'finished', canComeBack: false });
  expect(page.agentLines.some((line) => /still (there|on the line)|hear me/.test(line))).toBe(false);
  const [attempt, ...others] = await call.attempts();
  expect(others).toEqual([]);
  expect(attempt).toMatchObject({ status: 'COMPLETED', reasonCode: null });
  // Nine minutes of absence are none of the call's time, and nobody pays for them.
  expect(attempt?.durationSeconds).toBeLessThan(60);
  expect(await call.status()).toBe('COMPLETED');
  const { replay } = await replayCall(store.database, attempt?.id ?? '', 'its plan');
  expect(replay).toEqual({ kind: 'same' });
});

test('a web call whose contact does not return in time ends, and is analysed', async () => {
  const call = await invited({ resumeMinutes: 2 });
  const page = await halfway(call);
  page.cut();
  await clock.pass(2 * MINUTE_MS - 1000);
  expect(await call.status()).toBe('IN_PROGRESS');
  await clock.pass(2000);
  await clock.until(async () => (await call.status()) === 'COMPLETED');
  expect(await call.attempts()).toMatchObject([{ status: 'COMPLETED', reasonCode: 'HUNG_UP' }]);
  expect(await call.state()).toMatchObject({ state: 'finished', endedEarly: true });
  await expect(call.open()).rejects.toMatchObject({ kind: 'conflict' });
});

test('with resumeMinutes 0 a contact can return to a web call for only 20 seconds', async () => {
  const call = await invited({ resumeMinutes: 0 });
  (await halfway(call)).close();
  await clock.pass(19_000);
  expect(await call.status()).toBe('IN_PROGRESS');
  await clock.pass(2000);
  await clock.until(async () => (await call.status()) === 'COMPLETED');
});

test('a contact who leaves a web call before the first answer can start again, even hours later', async () => {
  const call = await invited();
  const before = await call.open();
  await before.asked(/AI assistant/);
  before.close();
  await clock.pass(21_000);
  await clock.until(async () => (await call.status()) === 'SCHEDULED');
  await clock.pass(180 * MINUTE_MS);
  const page = await call.open();
  await page.answer(/AI assistant/, 'Hello');
  page.leave();
  await page.ended();
  expect(page.end).toMatchObject({ canComeBack: true });
  expect(await call.attempts()).toMatchObject([{ status: 'NO_ANSWER' }, { status: 'NO_ANSWER' }]);
});

test('a web call opened in a second browser tab stays in the first tab', async () => {
  const call = await invited();
  const older = await halfway(call);
  expect(await call.state()).toMatchObject({ state: 'in_call', canResume: false });
  await expect(call.open()).rejects.toMatchObject({ kind: 'conflict' });
  await older.answer(/own a car/, 'Yes');
  await older.answer(/Which city/, 'Zurich');
  await older.ended();
});

test('a contact who hangs up a web call after an answer cannot return', async () => {
  const call = await invited();
  const page = await halfway(call);
  page.leave();
  await page.ended();
  expect(page.end).toMatchObject({ reason: 'left', canComeBack: false });
  expect(await call.status()).toBe('COMPLETED');
});
