import { legalHoursOf } from '@parley/kernel/calling-law.ts';
import type { Weekday } from '@parley/kernel/calling-window.ts';
import { ManualClock } from '@parley/kernel/clock.ts';
import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import { callingCompany, endedCall, inlineContact, waitingCall } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { somebodyWaits } from '@parley/testing/lock-wait.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import { createAgent } from '../agents/agent.actions.ts';
import { openAccount } from '../billing/account.actions.ts';
import { isExact } from '../billing/ledger.actions.ts';
import { trialPlan } from '../billing/price.model.ts';
import { createCompany } from '../companies/company.actions.ts';
import { changeContact, createContact, markDoNotCall } from '../contacts/contact.actions.ts';
import { history } from '../events/event.actions.ts';
import { launchRun } from '../runs/launch.actions.ts';
import { createRun } from '../runs/run.actions.ts';
import { attachContacts } from '../runs/run-contact.actions.ts';
import { moveAttempt, removeAttempt } from './call-attempt.actions.ts';
import { lockAttempt } from './call-attempt.store.ts';
import { removeConversation } from './conversation.actions.ts';
import { findConversation, lockConversation } from './conversation.store.ts';
import { createConversation } from './conversation-creation.actions.ts';
import { openDialQueue, pauseDialQueue } from './dial-queue.actions.ts';
import { claimDue, nextCallDueAt, noteRinging } from './dispatch.actions.ts';
import { lockCompany } from './due-queue.store.ts';
import { settle } from './settlement.actions.ts';
import { findLostCalls, keepWorkerAlive } from './worker-liveness.actions.ts';

const clock = new ManualClock('2026-11-16T12:00:00Z');
let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase({ clock });
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.database.run(sql`delete from live_calls`);
  await store.database.run(sql`delete from conversations`);
});

const actor = { kind: 'system', id: 'test' } as const;
const worker = '01890000-0000-7000-8000-000000000001';

async function company(maxConcurrentCalls = 10) {
  const { id } = await createCompany(store.database, null, { name: 'Acme' });
  const scope = store.database.within(id, actor);
  await openAccount(scope, { ...trialPlan(100_000), maxConcurrentCalls });
  const agent = await createAgent(scope, { name: 'Grace', focus: 'GENERIC', callingWindow: null });
  return { scope, agentId: agent.id };
}

type Place = Awaited<ReturnType<typeof company>>;
type Waiting = Awaited<ReturnType<typeof waiting>>;

async function waiting({ scope, agentId }: Place, scheduleTime?: string) {
  const { conversation, attempts } = await createConversation(
    scope,
    {
      agentId,
      contact: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        phoneNumber: '+15005550000',
        gdprExpiryDate: '2099-12-31',
      },
      ...(scheduleTime === undefined ? {} : { scheduleTime }),
    },
    false,
  );
  return { conversation, attemptId: attempts[0]?.id ?? '' };
}

const claim = (places = 100, workerId = worker) => claimDue(store.database, workerId, places);
const types = async (scope: Scope, id: string) => (await history(scope, id)).map(({ type }) => type);

test('a due call is claimed once, and conversation.started is emitted', async () => {
  const place = await company();
  const { conversation, attemptId } = await waiting(place);
  expect((await claim()).map((one) => one.attemptId)).toEqual([attemptId]);
  expect(await claim()).toEqual([]);
  expect(await types(place.scope, conversation.id)).toEqual(['conversation.started']);
});

test('a hundred concurrent claims claim every due call exactly once', async () => {
  const place = await company(1000);
  const all = await Promise.all(Array.from({ length: 40 }, () => waiting(place)));
  const claimed = (await Promise.all(Array.from({ length: 100 }, () => claim(3)))).flat();
  expect(claimed.map(({ attemptId }) => attemptId).sort()).toEqual(
    all.map(({ attemptId }) => attemptId).sort(),
  );
});

test('only a call with admitted minutes is dialled', async () => {
  const place = await company();
  const [refused, admitted] = [await waiting(place), await waiting(place)];
  await place.scope.run(sql`
    update call_attempts set is_admitted = false
    where company_id = ${place.scope.companyId} and id = ${refused.attemptId}`);
  expect((await claim()).map(({ attemptId }) => attemptId)).toEqual([admitted.attemptId]);
});

test('a call scheduled for later is reported as the next one due, and claimed exactly at its time', async () => {
  const place = await company();
  const at = '2026-11-16T13:00:00.000Z';
  await waiting(place, at);
  expect((await nextCallDueAt(store.database))?.toISOString()).toBe(at);
  clock.advance(3_600_000 - 1);
  expect(await claim()).toEqual([]);
  clock.advance(1);
  expect(await claim()).toHaveLength(1);
  clock.advance(-3_600_000);
});

test('a company never has more live calls than its plan allows', async () => {
  const place = await company(2);
  await Promise.all(Array.from({ length: 5 }, () => waiting(place)));
  const claimed = (await Promise.all(Array.from({ length: 10 }, () => claim(1)))).flat();
  expect(claimed).toHaveLength(2);
});

test('the dial queues of a company together never have more live calls than its plan allows', async () => {
  const place = await company(2);
  for (let calls = 0; calls < 3; calls++) await waiting(place);
  // Each in a queue of its own, as calls of three runs.
  await place.scope.run(
    sql`update call_attempts set dial_queue = gen_random_uuid() where company_id = ${place.scope.companyId}`,
  );
  expect(await claim(1)).toHaveLength(1);
  expect(await claim()).toHaveLength(1);
});

test('a company with many due calls does not delay one with few', async () => {
  const [busy, small] = [await company(1000), await company()];
  await Promise.all(Array.from({ length: 50 }, () => waiting(busy)));
  const { attemptId } = await waiting(small);
  expect((await claim(2)).map((one) => one.attemptId)).toContain(attemptId);
});

test('slots that become free one by one go to the dial queues of a company in turn', async () => {
  const [one, other] = [await company(1000), await company(1000)];
  await Promise.all(Array.from({ length: 10 }, () => waiting(one)));
  await Promise.all(Array.from({ length: 10 }, () => waiting(other)));
  const taken = [];
  for (let i = 0; i < 10; i++) taken.push(...(await claim(1)));
  expect(taken.filter(({ companyId }) => companyId === one.scope.companyId)).toHaveLength(5);
});

async function launchedRun({ scope, agentId }: Place, contacts: number): Promise<string> {
  const { id } = await createRun(scope, { name: 'Spring', agentId }, false);
  const people = await Promise.all(
    Array.from({ length: contacts }, () => createContact(scope, inlineContact, false)),
  );
  const contactIds = people.map((one) => one.id);
  await attachContacts(scope, id, contactIds, false);
  await launchRun(scope, id, {}, false);
  return id;
}

test('two runs of a company share its concurrent calls equally', async () => {
  const place = await company(8);
  const [long, short] = [await launchedRun(place, 20), await launchedRun(place, 3)];
  const taken: (string | null)[] = [];
  for (let i = 0; i < 10; i++) taken.push(...(await claim(1)).map(({ runId }) => runId));
  // In turn for as long as both have calls waiting, whichever is first; then the lines that are left go to the other.
  const inTurn = taken[0] === long ? [long, short] : [short, long];
  expect(taken).toEqual([...inTurn, ...inTurn, ...inTurn, long, long]);
});

test('calls of a paused run are not dialled', async () => {
  const place = await company();
  await waiting(place);
  const { companyId } = place.scope;
  await store.database.run(
    sql`insert into held_dial_queues (dial_queue, company_id) values (${companyId}, ${companyId})`,
  );
  expect(await claim()).toEqual([]);
  await store.database.run(sql`delete from held_dial_queues`);
  expect(await claim()).toHaveLength(1);
});

test('a claim skips a call that another transaction has locked, and claims other calls meanwhile', async () => {
  const place = await company();
  const [changed, other] = [await waiting(place), await waiting(place)];
  const claimed = await place.scope.transaction(async (inside) => {
    await lockAttempt(inside, changed.conversation.id, changed.attemptId);
    const claiming = claim();
    await somebodyWaits(store.database, claiming);
    // One that waits for the lock would take both once it is gone.
    return { claiming };
  });
  expect((await claimed.claiming).map(({ attemptId }) => attemptId)).toEqual([other.attemptId]);
});

test('pausing a dial queue waits for a claim in progress, and none of its calls is claimed afterwards', async () => {
  const { scope } = await company();
  const pausing = await store.database.transaction(async (claiming) => {
    await lockCompany(claiming, scope.companyId);
    let isPaused = false;
    const paused = scope
      .transaction((inside) => pauseDialQueue(inside, scope.companyId))
      .then(() => {
        isPaused = true;
      });
    await somebodyWaits(store.database, paused);
    expect(isPaused).toBe(false);
    return { paused };
  });
  await pausing.paused;
  await store.database.run(sql`delete from held_dial_queues`);
});

test('a call of a dial queue that was paused and resumed emits conversation.started when claimed', async () => {
  const { scope, ...place } = await company();
  const { conversation } = await waiting({ scope, ...place });
  await pauseDialQueue(scope, scope.companyId);
  await openDialQueue(scope, scope.companyId);
  await claim();
  expect(await types(scope, conversation.id)).toEqual(['conversation.started']);
});

test('rescheduled and deleted calls are not dialled at their old time', async () => {
  const place = await company();
  const [moved, deleted] = [await waiting(place), await waiting(place)];
  await moveAttempt(
    place.scope,
    moved.conversation.id,
    moved.attemptId,
    {
      scheduledAt: '2026-11-17T12:00:00Z',
    },
    false,
  );
  await removeAttempt(place.scope, deleted.conversation.id, deleted.attemptId);
  expect(await claim()).toEqual([]);
});

test('a scheduled call to a contact who opted out meanwhile is not dialled', async () => {
  const place = await company();
  const { conversation } = await waiting(place);
  await markDoNotCall(place.scope, conversation.contactId);
  expect(await claim()).toEqual([]);
  expect((await findConversation(place.scope, conversation.id))?.status).toBe('CANCELLED');
  const [event] = await history(place.scope, conversation.id);
  expect(event).toMatchObject({
    type: 'conversation.cancelled',
    data: { reason: 'CANDIDATE_NOT_INTERESTED', reasonDetail: 'OPT_OUT', attemptsMade: 0 },
  });
  expect(event?.data).not.toHaveProperty('lastCallAttemptId');
  expect(await isExact(place.scope)).toBe(true);
});

test('a conversation becomes IN_PROGRESS when its call rings, but not if the call is already settled', async () => {
  const place = await company();
  const { conversation, attemptId } = await waiting(place);
  await claim();
  await noteRinging(store.database, [attemptId]);
  expect((await findConversation(place.scope, conversation.id))?.status).toBe('IN_PROGRESS');
  await settle(store.database, ended(place, conversation.id, attemptId, 'busy'));
  await noteRinging(store.database, [attemptId]);
  expect((await findConversation(place.scope, conversation.id))?.status).toBe('SCHEDULED');
});

test('ringing that is recorded during the settlement of the call does not leave the conversation IN_PROGRESS', async () => {
  const place = await company();
  const { conversation, attemptId } = await waiting(place);
  await claim();
  const noting = await store.database.transaction(async (inside) => {
    await settle(inside, ended(place, conversation.id, attemptId, 'busy'));
    const noted = noteRinging(store.database, [attemptId]);
    await somebodyWaits(store.database, noted);
    return { noted };
  });
  await noting.noted;
  expect((await findConversation(place.scope, conversation.id))?.status).toBe('SCHEDULED');
});

test('ringing is still recorded when another transaction has locked the conversation meanwhile', async () => {
  const place = await company();
  const { conversation, attemptId } = await waiting(place);
  await claim();
  const noting = await place.scope.transaction(async (inside) => {
    await lockConversation(inside, conversation.id);
    const noted = noteRinging(store.database, [attemptId]);
    await somebodyWaits(store.database, noted);
    return { noted };
  });
  await noting.noted;
  expect((await findConversation(place.scope, conversation.id))?.status).toBe('IN_PROGRESS');
});

test('rescheduling and settling the same call do not deadlock', async () => {
  const place = await company();
  const { conversation, attemptId } = await waiting(place);
  await markDoNotCall(place.scope, conversation.contactId);
  const claiming = await place.scope.transaction(async (inside) => {
    await lockConversation(inside, conversation.id);
    const claimed = claim();
    await somebodyWaits(store.database);
    await lockAttempt(inside, conversation.id, attemptId);
    return { claimed };
  });
  expect(await claiming.claimed).toEqual([]);
  expect((await findConversation(place.scope, conversation.id))?.status).toBe('CANCELLED');
});

test('a due call to a contact who opted out does not take the slot of another call', async () => {
  const place = await company(1);
  const [first, second] = [await waiting(place), await waiting(place)];
  await markDoNotCall(place.scope, first.conversation.contactId);
  expect((await claim(1)).map((one) => one.attemptId)).toEqual([second.attemptId]);
});

test('a due call to a contact whose number was removed ends the conversation as an invalid number', async () => {
  const place = await company();
  const { conversation } = await waiting(place);
  await changeContact(
    place.scope,
    conversation.contactId,
    { email: 'ada@example.com', phoneNumber: null },
    false,
  );
  expect(await claim()).toEqual([]);
  expect((await findConversation(place.scope, conversation.id))?.status).toBe('FAILED');
  expect(await types(place.scope, conversation.id)).toEqual(['conversation.failed']);
  expect(await isExact(place.scope)).toBe(true);
});

test('live calls of a worker without a heartbeat count as lost', async () => {
  const place = await company();
  const { attemptId } = await waiting(place);
  await claim();
  await keepWorkerAlive(store.database, worker);
  expect(await findLostCalls(store.database)).toEqual([]);
  await store.database.run(sql`update workers set last_seen_at = last_seen_at - interval '1 minute'`);
  expect((await findLostCalls(store.database)).map((one) => one.attemptId)).toEqual([attemptId]);
});

test('a lost call is settled once, and a late result of its worker is settled once', async () => {
  const place = await company();
  const { conversation, attemptId } = await waiting(place);
  await claim();
  const call = ended(place, conversation.id, attemptId, 'lost');
  expect((await settle(store.database, call)).kind).toBe('settled');
  expect(await settle(store.database, call)).toEqual({ kind: 'settled before' });
  const late = { ...call, ending: { kind: 'finished' } as const };
  expect((await settle(store.database, late)).kind).toBe('settled');
  expect(await settle(store.database, late)).toEqual({ kind: 'settled before' });
});

test('a call whose conversation is deleted meanwhile frees its slot when it ends, and only its charge is kept', async () => {
  const place = await company(1);
  const { conversation, attemptId } = await waiting(place);
  await claim();
  await removeConversation(place.scope, conversation.id);
  await waiting(place);
  expect(await claim()).toEqual([]);
  const call = { ...ended(place, conversation.id, attemptId, 'finished'), durationSeconds: 90 };
  expect(await settle(store.database, call)).toEqual({ kind: 'deleted' });
  expect(await history(place.scope, conversation.id)).toEqual([]);
  expect(await claim()).toHaveLength(1);
  expect(await isExact(place.scope)).toBe(true);
});

const ended = (
  { scope }: Place,
  conversationId: string,
  attemptId: string,
  kind: 'busy' | 'lost' | 'finished',
) => ({
  attemptId,
  companyId: scope.companyId,
  conversationId,
  workerId: worker,
  ending: { kind },
  notes: null,
  durationSeconds: null,
  transcript: [],
  findings: null,
});

const days: Weekday[] = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

test('a call whose calling window closed while it waited is placed when the window opens again', async () => {
  const windowed = await callingCompany(store.database, {
    agent: { callingWindow: { days, start: '08:00', end: '20:00' } },
    plan: { maxConcurrentCalls: 1 },
  });
  const contact = { ...inlineContact, phoneNumber: '+41443643532' };
  await waitingCall(windowed, { contact });
  const [late, exact] = [
    await waitingCall(windowed, { contact }),
    await waitingCall(windowed, { contact, scheduleTime: '2026-11-16T22:00:00Z' }),
  ];
  const first = (await claim())[0] ?? { conversationId: '', attemptId: '' };
  // It is 23 o'clock in Zurich when the line is free again.
  clock.advance(10 * 3_600_000);
  const held = { conversation: { id: first.conversationId }, attemptId: first.attemptId };
  await settle(store.database, endedCall(windowed, held, { kind: 'finished' }));
  expect((await claim()).map((one) => one.attemptId)).toEqual([exact.attemptId]);
  const waits = await findConversation(windowed.scope, late.conversation.id);
  expect(waits?.scheduledAt?.toISOString()).toBe('2026-11-17T07:00:00.000Z');
  expect((await nextCallDueAt(store.database))?.toISOString()).toBe('2026-11-17T07:00:00.000Z');
});

test('a call is not delayed by the closed calling window of another agent in the same dial queue', async () => {
  const place = await company();
  const oClock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;
  const hour = clock.now().getUTCHours();
  const callingWindow = { days, start: oClock(hour), end: oClock(hour + 1) };
  const windowed = await createAgent(place.scope, { name: 'Ada', focus: 'GENERIC', callingWindow });
  await waiting({ ...place, agentId: windowed.id });
  const other = await waiting(place);
  clock.advance(3_600_000);
  expect((await claim()).map(({ attemptId }) => attemptId)).toEqual([other.attemptId]);
  clock.advance(-3_600_000);
});

/** Collects the reported failures of single calls. */
function troubled() {
  const reported: string[] = [];
  return { reported, backoff: new RowBackoff(({ message }) => reported.push(message)) };
}

test('a call that waited for another call to the same number is postponed if its window has closed', async () => {
  const place = await callingCompany(store.database, {
    agent: { callingWindow: { days, start: '08:00', end: '20:00' } },
  });
  clock.advance(Date.parse('2026-11-18T10:00:00Z') - clock.now().getTime());
  const due = clock.now();
  const to = (phoneNumber: string) => waitingCall(place, { contact: { ...inlineContact, phoneNumber } });
  const first = await to('+41443643532');
  const blocked = await to('+41443643532');
  const other = await to('+41443643533');
  const late = await to('+41443643534');
  const scheduled = async ({ conversation }: Waiting) =>
    (await findConversation(place.scope, conversation.id))?.scheduledAt;
  expect(await claim(1)).toMatchObject([{ attemptId: first.attemptId }]);
  expect(await claim(1)).toMatchObject([{ attemptId: other.attemptId }]);

  clock.advance(12 * 3_600_000);
  expect(await claim()).toEqual([]);
  const opening = new Date('2026-11-19T07:00:00Z');
  expect([await scheduled(late), await scheduled(blocked)]).toEqual([opening, due]);

  await settle(store.database, endedCall(place, first, { kind: 'finished' }));
  expect(await claim()).toEqual([]);
  expect(await scheduled(blocked)).toEqual(opening);
  clock.advance(opening.getTime() - clock.now().getTime());
  expect((await claim()).map(({ attemptId }) => attemptId).sort()).toEqual(
    [blocked.attemptId, late.attemptId].sort(),
  );
});

test('a call whose claim fails does not block other calls, and the failure is reported once', async () => {
  const place = await company();
  const calls = [await waiting(place), await waiting(place), await waiting(place)];
  const [first, broken, last] = calls as [Waiting, Waiting, Waiting];
  // As if somebody held it already: taking it fails.
  await store.database.run(sql`
    insert into live_calls (attempt_id, company_id, conversation_id, dial_queue, worker_id, claimed_at)
    values (${broken.attemptId}, ${place.scope.companyId}, ${broken.conversation.id}, ${place.scope.companyId},
            ${store.database.newId()}, ${clock.now()})`);
  const { reported, backoff } = troubled();
  const taken: string[] = [];
  for (let pass = 0; pass < 5; pass++)
    taken.push(...(await claimDue(store.database, worker, 10, backoff)).map((one) => one.attemptId));
  expect(taken.sort()).toEqual([first.attemptId, last.attemptId].sort());
  expect(reported).toHaveLength(1);
});

test("an opted-out contact's conversation that cannot be closed does not block other calls", async () => {
  const place = await company();
  const [broken, sound] = [await waiting(place), await waiting(place)];
  await markDoNotCall(place.scope, broken.conversation.contactId);
  // What is over cannot be cancelled.
  await place.scope.run(sql`
    update conversations set status = 'COMPLETED' where company_id = ${place.scope.companyId} and id = ${broken.conversation.id}`);
  const { reported, backoff } = troubled();
  const taken = await claimDue(store.database, worker, 10, backoff);
  expect(taken.map((one) => one.attemptId)).toEqual([sound.attemptId]);
  expect(reported).toHaveLength(1);
});

const french = { ...inlineContact, phoneNumber: '+33142685300' };
const claimLawfully = (places = 10) =>
  claimDue(store.database, worker, places, undefined, undefined, undefined, ({ phoneNumber }) =>
    legalHoursOf(phoneNumber),
  );

test('a call inside its calling window still waits for the legal calling hours of the country', async () => {
  clock.advance(Date.parse('2026-11-30T12:00:00Z') - clock.now().getTime());
  const place = await company();
  // A Monday, 13:00 in Paris, where nobody is called before 14:00; in Berlin there is no such law.
  const waitsFor = await waitingCall(place, { contact: french });
  const german = await waitingCall(place, { contact: { ...inlineContact, phoneNumber: '+493012345678' } });
  expect((await claimLawfully()).map(({ attemptId }) => attemptId)).toEqual([german.attemptId]);
  const postponed = await findConversation(place.scope, waitsFor.conversation.id);
  expect(postponed?.scheduledAt).toEqual(new Date('2026-11-30T13:00:00Z'));
});

/** As many calls as a claim of one place could not look at one by one. */
async function crowd(place: Place) {
  await waitingCall(place, { contact: french });
  await store.database.run(sql`
    with copies as (select gen_random_uuid() as id, gen_random_uuid() as attempt_id from generate_series(1, 60)),
    calls as (
      insert into conversations select (jsonb_populate_record(c, jsonb_build_object('id', copies.id))).*
      from conversations c, copies where c.company_id = ${place.scope.companyId} returning id
    )
    insert into call_attempts
    select (jsonb_populate_record(a, jsonb_build_object('id', copies.attempt_id, 'conversation_id', copies.id))).*
    from call_attempts a, copies where a.company_id = ${place.scope.companyId}`);
}

const dueTimes = async ({ scope }: Place) => {
  const rows = await scope.all<{ at: Date; calls: number }>(sql`
    select scheduled_at as at, count(*)::int as calls from call_attempts
    where company_id = ${scope.companyId} group by 1 order by 1`);
  return rows.map(({ at, calls }) => [at.toISOString(), calls]);
};

test('when the legal calling hours end, all waiting calls are postponed in one claim', async () => {
  clock.advance(Date.parse('2026-11-30T12:00:00Z') - clock.now().getTime());
  const place = await company();
  await crowd(place);
  expect(await claimLawfully(1)).toEqual([]);
  expect(await dueTimes(place)).toEqual([['2026-11-30T13:00:00.000Z', 61]]);
});

test('when the calling window closes, all waiting calls are postponed in one claim, even in legal hours', async () => {
  clock.advance(Date.parse('2026-11-30T11:00:00Z') - clock.now().getTime());
  const place = await callingCompany(store.database, {
    agent: { callingWindow: { days, start: '07:30', end: '12:30' } },
  });
  await crowd(place);
  clock.advance(3_600_000);
  expect(await claimLawfully(1)).toEqual([]);
  expect(await dueTimes(place)).toEqual([['2026-12-01T06:30:00.000Z', 61]]);
});

test('a call with an explicit time is placed at that time, even outside legal calling hours', async () => {
  const place = await company();
  const at = new Date(clock.now().getTime() + 60_000).toISOString();
  const call = await waitingCall(place, { contact: french, scheduleTime: at });
  clock.advance(60_000);
  expect((await claimLawfully()).map(({ attemptId }) => attemptId)).toEqual([call.attemptId]);
});
