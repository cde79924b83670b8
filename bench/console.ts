import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { permissions } from '@parley/contract/api-key.ts';
import type pg from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { MOST_KB } from '../scripts/console-limits.ts';
import { openBrowser, toInstall } from '../tests/real/browser/chromium.ts';
import { median, type Ratio } from './ratio.ts';
import { type RunningService, withService } from './running-service.ts';
import { scrolling } from './scrolled-list.ts';
import { connected } from './seeded-run.ts';
import { add, noFrames, shownFrames } from './shown-frames.ts';

/** CONSOLE_SCALE=0.01 runs at a hundredth of the size; the targets are for 1. */
const MANY = 1_000_000 * Number(process.env.CONSOLE_SCALE ?? 1);
const FEW = 1_000;
const TIMES = 9;
const CHANGING = 100;
const CHANGES_A_SECOND = 10;
const ROUNDS = 4;
const ROUND_MS = 5_000;
/** Longer than the console batches changes. */
const SETTLED_MS = 1_500;
const DAY_MS = 86_400_000;

/** The console in Chromium, with the real service on loopback. */
export async function run(): Promise<Ratio[]> {
  if (toInstall !== undefined) {
    console.log(`  Skipped: ${toInstall}`);
    return [];
  }
  return withService((service) => connected(service, (client) => measure(service, client)));
}

async function measure(service: RunningService, client: pg.Client): Promise<Ratio[]> {
  const big = await service.newCompany(permissions);
  const small = await service.newCompany(permissions);
  const changing = await service.newCompany(permissions);
  await service.setPlan(changing.companyId, { included: 1e6, maxConcurrentCalls: 10 });
  await seedConversations(service, client, big, MANY);
  await seedConversations(service, client, small, FEW);
  const browser = await openBrowser();
  try {
    const open = (companyId: string) => enter(browser, service, companyId);
    return [
      ...(await firstLoads(await open(big.companyId), await open(small.companyId))),
      ...(await scrolling(await (await open(big.companyId))(), MANY)),
      await frames(service, changing, await (await open(changing.companyId))()),
    ];
  } finally {
    await browser.close();
  }
}

async function firstLoads(openBig: OpenWindow, openSmall: OpenWindow): Promise<Ratio[]> {
  const [many, few]: [FirstLoad[], FirstLoad[]] = [[], []];
  // In turns, so that other load on the machine affects both equally.
  for (let time = 0; time < TIMES; time += 1) {
    many.push(await firstLoad(await openBig()));
    few.push(await firstLoad(await openSmall()));
  }
  const interactiveMs = median(many.map((one) => one.interactiveMs));
  const kilobytes = Math.max(...many.map((one) => one.kilobytes));
  console.log(
    `  conversations page: interactive after ${Math.round(interactiveMs)} ms, ${MANY} rows behind it`,
  );
  console.log(`  first load: ${kilobytes.toFixed(1)} kB compressed`);
  return [
    {
      name: `console: conversations page interactive, ${MANY} vs ${FEW} rows`,
      ours: interactiveMs,
      reference: median(few.map((one) => one.interactiveMs)),
      unit: 'ms',
      atMost: 1.5,
    },
    {
      name: `console: first load compressed, vs ${MOST_KB} kB`,
      ours: kilobytes,
      reference: MOST_KB,
      unit: 'kB',
      atMost: 1,
    },
  ];
}

interface FirstLoad {
  readonly interactiveMs: number;
  readonly kilobytes: number;
}

/** Interactive: the first row is painted, and no task has blocked the page for 50 ms since. */
async function firstLoad(context: BrowserContext): Promise<FirstLoad> {
  const page = await context.newPage();
  await page.addInitScript(`
    window.lastLongTaskMs = 0;
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) window.lastLongTaskMs = startTime + duration;
    }).observe({ type: 'longtask', buffered: true });
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role=row][aria-rowindex="2"]')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => { window.firstRowMs = performance.now(); }));
    }).observe(document, { childList: true, subtree: true });`);
  await page.goto('/console/conversations');
  await page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const quietMs = performance.now() - Math.max(window.lastLongTaskMs, window.firstRowMs);
      if (quietMs > 500) resolve();
      else setTimeout(look, 50);
    };
    look();
  })`);
  const found = await page.evaluate(`({
    interactiveMs: Math.max(window.firstRowMs, window.lastLongTaskMs),
    kilobytes: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter(({ name }) => !name.includes('/api/') && name.includes('/console'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
  })`);
  await context.close();
  return found as FirstLoad;
}

const TABLE = `document.querySelector('[role=table]')`;

/** Frames shown while the rows of an open list change, relative to frames while nothing changes. */
async function frames(
  service: RunningService,
  { key }: { readonly key: string },
  context: BrowserContext,
): Promise<Ratio> {
  const waiting = await waitingCalls(service, key);
  const page = await context.newPage();
  await page.goto('/console/conversations');
  const table = page.getByRole('table', { name: 'Conversations' });
  // To the end and back: then both pages of the list are loaded, and both are refetched.
  await table.getByRole('row').nth(1).waitFor();
  while (((await page.evaluate(`${TABLE}.scrollHeight`)) as number) < CHANGING * 40)
    await page.evaluate(`${TABLE}.scrollTo(0, ${TABLE}.scrollHeight)`);
  await page.evaluate(`${TABLE}.scrollTo(0, 0)`);
  const readBefore = await listReads(page);
  const [atRest, changing] = [noFrames(), noFrames()];
  let moved = 0;
  // In turns, so that other load on the machine affects both equally.
  for (let round = 0; round < ROUNDS; round += 1) {
    add(atRest, await shownFrames(page, ROUND_MS));
    let isOver = false;
    const moving = move(service, key, waiting, () => isOver);
    add(changing, await shownFrames(page, ROUND_MS));
    isOver = true;
    moved += await moving;
    await settled(page);
  }
  const reads = (await listReads(page)) - readBefore;
  if (reads === 0) throw new Error('The list did not change: what was measured is a page at rest');
  console.log(
    `  ${moved} changes in ${(ROUNDS * ROUND_MS) / 1000} s, read again ${reads} times: ${changing.dropped} frames dropped of ${changing.shown + changing.dropped}, ${atRest.dropped} at rest`,
  );
  return {
    name: `console: frames shown while a list of ${CHANGING} changes ${CHANGES_A_SECOND} times a second, vs idle`,
    ours: changing.shown,
    reference: atRest.shown,
    unit: 'frames',
    atLeast: 0.95,
  };
}

/** Waits until the last changes are on the screen. */
const settled = (page: Page) => page.waitForTimeout(SETTLED_MS);

const listReads = async (page: Page): Promise<number> =>
  (await page.evaluate(
    `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/console/api/conversations')).length`,
  )) as number;

interface Waiting {
  readonly id: string;
  readonly attemptId: string;
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

async function waitingCalls(service: RunningService, key: string): Promise<Waiting[]> {
  const agent = await service.post('/agents', key, { name: 'Grace', focus: 'GENERIC' });
  const waiting: Waiting[] = [];
  for (let number = 0; number < CHANGING; number += 1) {
    const contact = {
      firstName: 'Ada',
      lastName: `Number ${number}`,
      phoneNumber: '+15005550000',
      gdprExpiryDate: '2099-12-31',
    };
    const made = (await service.post('/conversations', key, {
      agentId: agent.id,
      contact,
      scheduleTime: inDays(20),
    })) as { id: string; callAttempts?: { id: string }[] };
    waiting.push({ id: made.id, attemptId: made.callAttempts?.[0]?.id ?? '' });
  }
  return waiting;
}

/** Reschedules one call after the other, evenly spread over each second. */
async function move(
  { url }: RunningService,
  key: string,
  waiting: readonly Waiting[],
  isOver: () => boolean,
): Promise<number> {
  const startedMs = performance.now();
  let moved = 0;
  while (!isOver()) {
    const { id, attemptId } = waiting[moved % waiting.length] as Waiting;
    const response = await fetch(`${url}/conversations/${id}/call-attempts/${attemptId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ scheduledAt: inDays(1 + (moved % 28)) }),
    });
    if (!response.ok) throw new Error(`A call could not be moved: ${response.status}`);
    moved += 1;
    const dueMs = startedMs + (moved * 1000) / CHANGES_A_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
  }
  return moved;
}

const size = { width: 1280, height: 800 };

/** Opens windows of a signed-in user in one company, each in a fresh browser context. */
type OpenWindow = () => Promise<BrowserContext>;

async function enter(
  browser: Browser,
  { url, environment }: RunningService,
  companyId: string,
): Promise<OpenWindow> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../apps/service/bin/parley.js'), 'sign-in-link'],
    { env: { ...process.env, ...environment } },
  );
  const token = stdout.trim().split('#')[1] ?? '';
  const context = await browser.newContext({ baseURL: url, viewport: size });
  const headers = { 'x-parley-console': '1' };
  const entered = await context.request.post('/console/api/sign-in-links/redeem', {
    data: { token },
    headers,
  });
  const chosen = await context.request.put('/console/api/me/company', { data: { companyId }, headers });
  if (!entered.ok() || !chosen.ok())
    throw new Error(`Nobody could sign in: ${entered.status()}, ${chosen.status()} ${await chosen.text()}`);
  const storageState = await context.storageState();
  await context.close();
  return () => browser.newContext({ baseURL: url, viewport: size, storageState });
}

const A_TIME = 100_000;
const CONTACTS = 1_000;

/** Finished conversations, each with an analysed call, inserted by SQL. */
async function seedConversations(
  service: RunningService,
  client: pg.Client,
  { companyId, key }: { readonly companyId: string; readonly key: string },
  count: number,
): Promise<void> {
  const agent = await service.post('/agents', key, { name: 'Grace', focus: 'GENERIC' });
  const { rows } = await client.query('select version_id from agents where id = $1', [agent.id]);
  await client.query(
    `insert into contacts (id, company_id, first_name, last_name, phone_number, status, gdpr_expiry_date, work_history,
                           metadata, fields, search, created_at, updated_at)
     select uuid7_at(1700000000000, n), $1, 'Ada', 'Number ' || n, '+15005550000', 'UNDEFINED', '2099-12-31', '[]', '{}', '{}',
            'ada number ' || n, now(), now() from generate_series(1, $2::bigint) n`,
    [companyId, Math.min(count, CONTACTS)],
  );
  for (let made = 0; made < count; made += A_TIME) {
    await client.query(
      `with people as (select array_agg(id) as ids from contacts where company_id = $1),
       made as (
         insert into conversations (id, company_id, contact_id, agent_id, agent_version_id, type, status, scheduled_at, finished_at,
                                    duration_minutes, metadata, is_test, is_simulated, created_at, updated_at)
         select uuid7_at(1700000000000, n), $1, ids[1 + n % array_length(ids, 1)], $2, $3, 'PHONE',
                (array['COMPLETED', 'COMPLETED', 'UNREACHABLE', 'FAILED'])[1 + n % 4], now(), now(), 3, '{}', false, true, now(), now()
         from generate_series($4::bigint, $5::bigint) n, people returning id
       ), called as (
         insert into call_attempts (id, company_id, conversation_id, dial_queue, direction, status, number, scheduled_at, called_at,
                                    duration_seconds, is_admitted, transcript, created_at, updated_at)
         select gen_random_uuid(), $1, id, $1, 'OUTBOUND', 'COMPLETED', 1, now(), now(), 140, true, '[]', now(), now()
         from made returning id, conversation_id
       )
       insert into call_analyses (attempt_id, id, company_id, conversation_id, status, is_custom, due_at, is_completion_published, result, created_at, updated_at)
       select id, gen_random_uuid(), $1, conversation_id, 2, false, now(), true, '{"general":{"overallRating":71}}', now(), now() from called`,
      [companyId, agent.id, rows[0].version_id, made + 1, Math.min(count, made + A_TIME)],
    );
  }
  await client.query('analyze contacts, conversations, call_attempts, call_analyses');
  await client.query('vacuum conversations');
}
