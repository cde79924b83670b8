import { RETRY } from './scenario.ts';
import type { CarrierCall, Person } from './scripted-carrier.ts';
import type { ScriptedReceiver } from './scripted-receiver.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { Trace } from './trace.ts';

export interface Outcome {
  readonly database: SimulatedDatabase;
  readonly people: readonly Person[];
  readonly receiver: ScriptedReceiver;
  readonly trace: Trace;
  /** The database has lost something: what it had written and forgot is nobody's to keep. */
  readonly isPromoted: boolean;
}

/** What must hold for each person when all is over. What must hold at every moment, the carrier checks. */
export async function checkPromises(outcome: Outcome): Promise<void> {
  await allEnded(outcome);
  await chargedOnce(outcome);
  await wordsReadable(outcome);
  if (outcome.isPromoted) return;
  await countedOnce(outcome);
  await calledAsAgreed(outcome);
  await callsKnown(outcome);
  await callBacksKept(outcome);
  await eventsTold(outcome);
}

async function allEnded({ database, trace }: Outcome): Promise<void> {
  const [open] = await database.read<{ open: number; live: number }>(
    `select (select count(*)::int from call_attempts where status in ('SCHEDULED', 'IN_PROGRESS')) as open,
            (select count(*)::int from live_calls) as live`,
  );
  if (open && open.open + open.live > 0) trace.violate('every attempt ends');
}

interface AttemptRow {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly reason: string | null;
  readonly seconds: number | null;
  readonly conversationId: string;
  readonly nth: number;
}

const attemptsOf = (database: SimulatedDatabase) =>
  database.read<AttemptRow>(
    `select a.id, p.phone_number as number, a.status, a.reason_code as reason, a.duration_seconds as seconds,
            a.conversation_id as "conversationId", a.number as nth
     from call_attempts a join conversations c on c.id = a.conversation_id join contacts p on p.id = c.contact_id`,
  );

async function chargedOnce({ database, people, trace }: Outcome): Promise<void> {
  const twice = await database.read<{ attemptId: string }>(
    `select attempt_id as "attemptId" from billing_entries where kind = 'CHARGE' group by 1 having count(*) > 1`,
  );
  if (twice.length > 0) trace.violate('nobody is charged twice', numberOf(people, twice[0]?.attemptId));
  const [sums] = await database.read<{
    charged: number;
    account: number;
    held: number;
    holds: number;
    counted: number;
  }>(
    `select (select coalesce(sum(amount), 0)::float from billing_entries where kind = 'CHARGE') as charged,
       (select charged::float from billing_accounts) as account, (select held::float from billing_accounts) as held,
       (select count(*)::int from billing_holds) as holds,
       (select coalesce(sum(duration_minutes), 0)::float from conversations) as counted`,
  );
  if (sums === undefined) return;
  if (sums.charged !== sums.account) trace.violate(`the ledger is exact: ${JSON.stringify(sums)}`);
  if (sums.held + sums.holds !== 0) trace.violate(`what was held is given back: ${JSON.stringify(sums)}`);
  if (sums.charged !== sums.counted)
    trace.violate(`each minute of a conversation is charged, and no other: ${JSON.stringify(sums)}`);
}

/** What was said is sealed with no key that the database has lost. The id of its key stands in each text. */
async function wordsReadable({ database, people, trace }: Outcome): Promise<void> {
  const keyless = await database.read<{ attemptId: string }>(
    `select "attemptId" from (
       select id as "attemptId", sealed from call_attempts union all select attempt_id, sealed from call_journals
       union all select attempt_id, sealed from call_analyses) text
     where sealed is not null
       and not exists (select from contact_keys k where k.id = encode(substr(sealed, 2, 16), 'hex')::uuid)`,
  );
  if (keyless.length > 0) trace.violate('what was said can be read', numberOf(people, keyless[0]?.attemptId));
}

interface CountRow {
  readonly number: string;
  readonly conversationId: string;
  readonly minutes: number;
  readonly talked: number;
  readonly callbacks: number;
  readonly asked: number;
}

/** What a conversation counts was in its calls. A result that comes after the next call was placed is kept and not counted. */
async function countedOnce({ database, trace }: Outcome): Promise<void> {
  const rows = await database.read<CountRow>(
    `select p.phone_number as number, c.id as "conversationId", coalesce(c.duration_minutes, 0) as minutes, c.callbacks,
       coalesce(sum(ceil(a.duration_seconds / 60.0)) filter (where a.status = 'COMPLETED'), 0)::int as talked,
       (count(*) filter (where a.reason_code = 'CALLBACK_REQUESTED'))::int as asked
     from conversations c join contacts p on p.id = c.contact_id join call_attempts a on a.conversation_id = c.id
     group by 1, 2, 3, 4`,
  );
  for (const { number, conversationId, ...counts } of rows) {
    const what = `conversation ${conversationId}: ${JSON.stringify(counts)}`;
    if (counts.minutes > counts.talked) trace.violate(`no minute is charged twice, ${what}`, number);
    if (counts.callbacks > counts.asked) trace.violate(`a wish for a call back counts once, ${what}`, number);
  }
}

/** The pause between two calls, without what clocks may differ by. */
const LEAST_PAUSE_MS = RETRY.delaySeconds * 1000 - 5000;

/** Nobody is called more often, or sooner again, than the agent's retry policy says. */
async function calledAsAgreed({ database, people, trace }: Outcome): Promise<void> {
  const conversationOf = new Map(
    (await attemptsOf(database)).map(({ id, conversationId }) => [id, conversationId]),
  );
  for (const { number, calls } of people) {
    const groups = Map.groupBy(calls, ({ attemptId }) => conversationOf.get(attemptId));
    groups.delete(undefined);
    for (const group of groups.values()) {
      const unasked = group.filter(({ behaviour }) => behaviour !== 'asks for a call tomorrow at three');
      if (unasked.length > RETRY.maxAttempts)
        trace.violate('nobody is called more often than agreed', number);
      for (const [at, { startMs }] of group.entries())
        if (at > 0 && startMs - (group[at - 1] as CarrierCall).startMs < LEAST_PAUSE_MS)
          trace.violate('nobody is called again sooner than agreed', number);
    }
  }
}

const numberOf = (people: readonly Person[], attemptId: string | undefined): string | undefined =>
  people.find(({ calls }) => calls.some((call) => call.attemptId === attemptId))?.number;

/** Of each call that was placed its end is known, and its result if its machine lived to tell it. */
async function callsKnown({ database, people, trace }: Outcome): Promise<void> {
  const attempts = new Map((await attemptsOf(database)).map((attempt) => [attempt.id, attempt]));
  for (const { number, calls } of people)
    for (const call of calls) {
      const attempt = attempts.get(call.attemptId);
      if (attempt === undefined) trace.violate('every call that was placed is known', number);
      else if (attempt.reason === 'LOST' && !call.machine.isDead)
        trace.violate(`what came of a call is not lost while its machine lives: call ${attempt.nth}`, number);
      else if (
        attempt.reason !== 'LOST' &&
        call.talkedMs !== undefined &&
        attempt.seconds !== Math.ceil(call.talkedMs / 1000)
      )
        trace.violate(
          `a call's duration is what it was: ${attempt.seconds} s, not ${call.talkedMs} ms`,
          number,
        );
    }
}

const ZONE = 'Europe/Zurich';
const hourIn = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', hour12: false });
const HOUR_MS = 3_600_000;
/** What a call may be late by: others may be on the line, and a machine may have to be started again. */
const PUNCTUAL_MS = 3 * 60_000;

/** Tomorrow at three, by the contact's clock. */
function tomorrowAtThree(atMs: number): number {
  const startOfHour = Math.floor(atMs / HOUR_MS) * HOUR_MS;
  const hour = Number(hourIn.format(startOfHour));
  return startOfHour + (24 - hour + 15) * HOUR_MS;
}

async function callBacksKept({ database, people, trace }: Outcome): Promise<void> {
  const attempts = await attemptsOf(database);
  const lost = new Set(attempts.filter(({ reason }) => reason === 'LOST').map(({ id }) => id));
  const conversationOf = new Map(attempts.map(({ id, conversationId }) => [id, conversationId]));
  for (const { number, calls, optedOutMs } of people)
    for (const call of calls) {
      if (!isPromise(call) || lost.has(call.attemptId) || optedOutMs !== undefined) continue;
      const promisedMs = tomorrowAtThree(call.answeredMs as number);
      const next = calls.find(
        (later) =>
          later.startMs > call.startMs &&
          conversationOf.get(later.attemptId) === conversationOf.get(call.attemptId),
      );
      if (next === undefined) trace.violate('every promise of a call back is kept', number);
      else if (next.startMs < promisedMs || next.startMs > promisedMs + PUNCTUAL_MS)
        trace.violate(
          `a call back comes when it was promised: at ${new Date(next.startMs).toISOString()}, not ${new Date(promisedMs).toISOString()}`,
          number,
        );
    }
}

const isPromise = ({ behaviour, talkedMs }: CarrierCall): boolean =>
  behaviour === 'asks for a call tomorrow at three' && talkedMs !== undefined;

interface EventRow {
  readonly deliveryId: string;
  readonly conversationId: string;
  readonly type: string;
  readonly attemptId: string | null;
  readonly number: string;
}

const ends = new Set(['conversation.completed', 'conversation.failed', 'conversation.cancelled']);

async function eventsTold({ database, receiver, trace }: Outcome): Promise<void> {
  const rows = await database.read<EventRow>(
    `select d.id as "deliveryId", e.subject_id as "conversationId", e.type, e.data->>'callAttemptId' as "attemptId", p.phone_number as number
     from events e left join webhook_deliveries d on d.event_id = e.id
       join conversations c on c.id::text = e.subject_id join contacts p on p.id = c.contact_id
     where e.type like 'conversation.%' and e.type <> 'conversation.created' order by e.position`,
  );
  for (const [conversationId, events] of Map.groupBy(rows, (row) => row.conversationId)) {
    const number = events[0]?.number;
    const told = receiver.toldOf(conversationId);
    const written = events.map(({ deliveryId }) => deliveryId);
    if (written.join() !== told.join())
      trace.violate(
        `the receiver is told every event once it happened, in order: ${events.map(({ type }) => type)}; told ${told.map((id) => events.find((event) => event.deliveryId === id)?.type)}`,
        number,
      );
    const types = events.map(({ type }) => type);
    if (types.findIndex((type) => ends.has(type)) !== types.length - 1)
      trace.violate(`the last event says how it ended, and no other does: ${types}`, number);
    const started = events
      .filter(({ type }) => type === 'conversation.started')
      .map(({ attemptId }) => attemptId);
    if (new Set(started).size < started.length)
      trace.violate(`a call is said to start once: ${types}`, number);
  }
}
