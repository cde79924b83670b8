import { buffer } from 'node:stream/consumers';
import { MAX_COUNTED_ANSWERS } from '@parley/contract/run-results.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { holdCall, renewalAgent } from '@parley/testing/held-call.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleWithMinutes } from './console-services.ts';

const words = toInstall === undefined ? 'results of runs' : `results of runs (skipped: ${toInstall})`;

/** Many small steps in a real browser, also on a busy machine. */
const PATIENCE_MS = 300_000;

describe.skipIf(toInstall !== undefined)(words, { timeout: PATIENCE_MS }, () => {
  let services: ConsoleServices;
  beforeAll(async () => {
    services = await startConsoleWithMinutes(2_000, 10);
  }, PATIENCE_MS);
  afterAll(() => services?.close());

  async function newRun(contacts: number, settings?: object, isSplit = false) {
    const { api } = services.company;
    const agent = (await api.post('/agents', renewalAgent)).body;
    if (isSplit) await api.patch(`/agents/${agent.id}`, { name: 'Renewal 2' });
    const versions = (await api.get(`/agents/${agent.id}/versions`)).body.data;
    const split = versions.map(({ id: versionId }: { id: string }) => ({ versionId }));
    const { id } = (
      await api.post('/runs', { name: 'Renewals', agentId: agent.id, settings, ...(isSplit && { split }) })
    ).body;
    const contactIds: string[] = [];
    for (let i = 0; i < contacts; i++) {
      const person = { firstName: `Person${i}`, lastName: 'Novak', phoneNumber: '+15005550000' };
      const made = await api.post('/contacts', {
        ...person,
        fields: { timezone: 'UTC' },
        gdprExpiryDate: '2099-12-31',
      });
      contactIds.push(made.body.id);
    }
    await api.post(`/runs/${id}/contacts`, { contactIds });
    return { id: id as string, questionId: agent.flow.sections[0].questions[0].id as string };
  }

  /** A run in hours that are far away, so that nobody is called, of which some calls were held. */
  async function heldRun(
    found: readonly Parameters<typeof holdCall>[2][] = [
      { willRenew: true },
      { willRenew: false, isPriceTagged: true },
      { willRenew: null },
    ],
    isSplit = false,
  ) {
    const { api, id: companyId } = services.company;
    const far = new Date(Date.now() + 12 * 3_600_000).toISOString().slice(11, 13);
    const callingWindow = { start: `${far}:00`, end: `${far}:30` };
    const run = await newRun(found.length + 1, { callingWindow }, isSplit);
    await api.post(`/runs/${run.id}/launch`);
    const { data } = (await api.get(`/runs/${run.id}/conversations?limit=100`)).body;
    for (const [place, results] of found.entries())
      await holdCall(
        services.service,
        { companyId, conversationId: data[place].id, questionId: run.questionId },
        results,
      );
    return run.id;
  }

  test('a run is launched with a calling window and a pace, and shows beforehand who is called when', async () => {
    const { id } = await newRun(3);
    const { page, go, complaints } = await services.signIn('member');
    await go(`/runs/${id}?tab=settings`);
    await page.getByLabel('Calling hours').selectOption({ label: 'Hours of this run' });
    await page.getByLabel('From').fill('00:00');
    await page.getByLabel('Until').fill('23:59');
    await page.getByLabel('Calls per minute').fill('0');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('[aria-invalid="true"]').waitFor();
    await page.getByLabel('Calls per minute').fill('600');
    await page.getByLabel('Answered calls below, %').fill('10');
    await page.getByLabel('Calls before shares count').fill('5');
    await page.getByText('The plan has no price for a minute.').waitFor();
    await page.getByLabel('Pause the run on an alarm').check();
    await page.getByRole('button', { name: 'Save', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Saved. Waiting calls follow these settings').waitFor();
    await page.getByRole('button', { name: 'Launch run…' }).click();
    const summary = page.getByRole('status', { name: 'Launch summary' });
    await summary
      .getByText(
        '3 people: all now; no more than 600 calls a minute; the launch reserves 45 minutes: one call of up to 15 minutes each, call-backs come on top.',
      )
      .waitFor();
    await page.getByText('These calls are simulated: no telephone rings.').waitFor();
    await page.getByRole('link', { name: 'add a trunk' }).waitFor();
    await page.getByRole('status', { name: 'Estimated end' }).waitFor();
    await page.getByRole('button', { name: 'Launch now' }).click();
    await page.getByText('100 % of 3').waitFor();
    const { settings } = (await services.company.api.get(`/runs/${id}`)).body;
    expect(settings).toMatchObject({
      callingWindow: { start: '00:00', end: '23:59' },
      pace: { callsPerMinute: 600 },
      alarm: { answerRateBelow: 0.1, minCalls: 5, pause: true },
    });
    expect(complaints).toEqual([]);
  });

  test('the results of an agent without a flow say that its calls get a score, and where outcomes are made', async () => {
    const { api } = services.company;
    const agent = { name: 'Caller', focus: 'GENERIC', callingWindow: null };
    const agentId = (await api.post('/agents', agent)).body.id;
    const { id } = (await api.post('/runs', { name: 'Without a flow', agentId })).body;
    const person = { firstName: 'Ada', lastName: 'Novak', phoneNumber: '+15005550000' };
    const contact = (await api.post('/contacts', { ...person, gdprExpiryDate: '2099-12-31' })).body;
    await api.post(`/runs/${id}/contacts`, { contactIds: [contact.id] });
    await api.post(`/runs/${id}/launch`);
    const { page, go, complaints } = await services.signIn('member');
    await go(`/runs/${id}?tab=results`);
    await page.getByText('This agent has no flow: each call gets a score').waitFor();
    await page.getByRole('link', { name: 'Create a flow' }).click();
    await page.getByRole('button', { name: 'Create flow' }).waitFor();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByText('This agent has no flow, so each of its calls gets a score').waitFor();
    expect(await page.getByRole('button', { name: 'Add outcome' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Create a flow' }).click();
    await page.getByRole('button', { name: 'Create flow' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('the contacts of a run say who will renew, who will not, and of whom that is not known', async () => {
    const id = await heldRun();
    const { page, go, complaints } = await services.signIn('viewer');
    await go(`/runs/${id}?tab=contacts`);
    const table = page.getByRole('table', { name: 'Run contacts' });
    await table.getByRole('columnheader', { name: 'Will renew' }).waitFor();
    const place = (await table.getByRole('columnheader').allInnerTexts()).indexOf('Will renew');
    const said = async () =>
      Promise.all(
        (await table.getByRole('row').all())
          .slice(1)
          .map(async (row) => row.getByRole('cell').nth(place).innerText()),
      );
    // The calls were held from the last contact on, and not with the first.
    await expect.poll(said).toEqual(['–', 'Not known', 'No', 'Yes']);
    await page.getByLabel('Outcome').selectOption({ label: 'Not known' });
    await page.getByText('1 contact', { exact: true }).waitFor();
    await expect.poll(said).toEqual(['Not known']);
    expect(complaints).toEqual([]);
  });

  test('a run whose calls were simulated says so above its contacts and results, and so does each conversation', async () => {
    const id = await heldRun();
    const { database } = services.service.services;
    const { id: companyId } = services.company;
    const simulate = (most: number) =>
      database.run(sql`
        update call_attempts set is_simulated = id in (
            select id from call_attempts
            where company_id = ${companyId} and dial_queue = ${id} and called_at is not null order by id limit ${most})
        where company_id = ${companyId} and dial_queue = ${id} and called_at is not null`);
    await simulate(1);
    const { page, go, complaints } = await services.signIn('viewer');
    await go(`/runs/${id}?tab=contacts`);
    await page.getByText('1 of 3 calls was simulated: no telephone rang for it.').waitFor();
    await page.getByRole('tab', { name: 'Results' }).click();
    await page.getByRole('status', { name: 'Results at a glance' }).waitFor();
    // Once, also here.
    await page.getByText('1 of 3 calls was simulated: no telephone rang for it.').waitFor();
    await simulate(3);
    await go(`/runs/${id}?tab=conversations`);
    await page.getByText('All 3 calls were simulated: nobody was called.').waitFor();
    const badges = page.getByRole('table', { name: 'Run conversations' }).getByText('Simulated');
    await expect.poll(() => badges.count()).toBe(3);
    await badges.first().click();
    await page.getByRole('heading', { name: 'Calls' }).waitFor();
    await page.getByText('Simulated', { exact: true }).waitFor();
    await page.getByText('This call is simulated: no telephone rings, and the words are made up.').waitFor();
    expect(complaints).toEqual([]);
  });

  test('the page of a running run counts its calls when it opens and when the status changes, not all the time', async () => {
    const id = await heldRun();
    const { page, go } = await services.signIn('member', { isNew: true });
    let counted = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === `/console/api/runs/${id}/calls`) counted += 1;
    });
    const estimated = () =>
      page.waitForResponse((reply) => new URL(reply.url()).pathname.endsWith(`/runs/${id}/estimate`));
    await page.clock.install();
    const first = estimated();
    await go(`/runs/${id}?tab=contacts`);
    await first;
    await expect.poll(() => counted).toBe(1);
    // What the page does poll shows that time has passed for it. After 45 s without a sign of the service it would read all anew.
    for (let times = 0; times < 3; times += 1) {
      const next = estimated();
      await page.clock.fastForward(11_000);
      await next;
    }
    expect(counted).toBe(1);
    await services.company.api.post(`/runs/${id}/pause`);
    await page.getByText('Paused: no further calls are placed.').waitFor();
    await expect.poll(() => counted).toBe(2);
  });

  test('a number in the results of a run opens the contacts behind it, who are exported and called again', async () => {
    const id = await heldRun();
    const { page, go, complaints } = await services.signIn('member');
    await go(`/runs/${id}?tab=results`);
    await page.getByText('Will renew: 1 yes, 1 no, 1 not known, 1 without a result.').waitFor();
    const outcome = page.getByRole('list', { name: 'Will renew', exact: true });
    await outcome.getByRole('link', { name: 'Not known: 1, show contacts' }).click();
    await page.getByText('Will renew: not known').waitFor();
    await page.getByText('1 contact', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('Renewals-contacts-Will-renew-not-known.csv');
    const lines = String(await buffer(await file.createReadStream()))
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(2);
    await page.getByRole('button', { name: 'Export' }).click();
    const [workbook] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Excel' }).click(),
    ]);
    const bytes = await buffer(await workbook.createReadStream());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');

    await page.getByRole('button', { name: 'Run again for these' }).click();
    await page.getByRole('heading', { level: 1, name: 'Renewals (again)' }).waitFor();
    await page.getByText('This run is a draft').waitFor();
    const again = page.url().split('/').at(-1)?.split('?')[0];
    expect((await services.company.api.get(`/runs/${again}/contacts`)).body.total).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('every number in the results, the comparison of versions and the progress of a run opens as many rows', async () => {
    const id = await heldRun(undefined, true);
    const { api } = services.company;
    const { page, go, complaints } = await services.signIn('viewer');
    /** The links to contacts that a tab shows, each with its number and with how many are listed behind it. */
    const opened = async (tab: string, ready: string) => {
      await go(`/runs/${id}?tab=${tab}`);
      await page.getByText(ready).first().waitFor();
      const links = await page.locator('a[aria-label$=", show contacts"]').all();
      return Promise.all(
        links.map(async (link) => {
          const query = new URL((await link.getAttribute('href')) ?? '', 'http://console').searchParams;
          query.delete('tab');
          const { body } = await api.get(`/runs/${id}/contacts?limit=100&${query}`);
          return [
            await link.getAttribute('aria-label'),
            Number.parseInt(await link.innerText(), 10),
            body.total,
          ];
        }),
      );
    };
    for (const [tab, ready] of [
      ['results', 'without a result'],
      ['results&status=COMPLETED', 'Will renew: 1 yes, 1 no, 1 not known.'],
      ['results&resultKind=outcome&resultKey=will_renew&resultValue=Yes', 'Will renew: 1 yes, 0 no.'],
      ['comparison', 'Contacts get their version by chance.'],
    ] as const) {
      const found = await opened(tab, ready);
      expect(found.length).toBeGreaterThan(tab === 'comparison' ? 3 : 10);
      expect(found.filter(([, count, listed]) => count !== listed)).toEqual([]);
    }
    await go(`/runs/${id}?tab=results`);
    await page.getByRole('link', { name: 'Completed: 3, show conversations' }).click();
    const table = page.getByRole('table', { name: 'Run conversations' });
    await expect.poll(() => table.getByRole('row').count()).toBe(4);
    expect(complaints).toEqual([]);
  });

  test('the results of a run are those of a part of it, as the filters above them say', async () => {
    const id = await heldRun();
    const { page, go, complaints } = await services.signIn('viewer');
    await go(`/runs/${id}?tab=results`);
    await page.getByLabel('Outcome', { exact: true }).selectOption({ label: 'No' });
    await page.getByText('Will renew: 0 yes, 1 no.').waitFor();
    // Of those who will not renew, the ones who talked about the price.
    await page.getByRole('link', { name: 'Price is an issue: 1, show contacts' }).click();
    await page.getByText('Will renew: No').waitFor();
    await page.getByText('Price is an issue: Yes').waitFor();
    await page.getByText('1 contact', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('whoever has no result, or an answer that is too rare to be counted alone, is behind a number', async () => {
    const id = await heldRun(
      Array.from({ length: MAX_COUNTED_ANSWERS + 1 }, (_, nth) => ({ reason: `Reason ${nth}` })),
    );
    const { page, go, complaints } = await services.signIn('member');
    await go(`/runs/${id}?tab=results`);
    const outcome = page.getByRole('list', { name: 'Will renew', exact: true });
    await outcome.getByRole('link', { name: 'No result: 1, show contacts' }).click();
    await page.getByText('Will renew: no result').waitFor();
    await page.getByText('1 contact', { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: /^Show \d+ more answers: Reason$/ }).click();
    const answers = page.getByRole('list', { name: 'Reason', exact: true });
    await answers.getByRole('link', { name: 'Any answer, also rarer ones: 51, show contacts' }).click();
    await page.getByText('Reason: known').waitFor();
    await page.getByText('51 contacts', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('more answers in the results are shown and hidden by keyboard, and the button keeps the focus', async () => {
    const id = await heldRun(Array.from({ length: 10 }, (_, nth) => ({ reason: `Reason ${nth}` })));
    const { page, go, complaints } = await services.signIn('member');
    await go(`/runs/${id}?tab=results`);
    const answers = page.getByRole('list', { name: 'Reason', exact: true });
    const links = answers.getByRole('link', { name: /^Reason \d/ });
    const more = page.getByRole('button', { name: 'Show 2 more answers: Reason', expanded: false });
    await more.focus();
    expect(await links.count()).toBe(8);
    await page.keyboard.press('Enter');
    const fewer = page.getByRole('button', { name: 'Show fewer answers: Reason', expanded: true });
    await fewer.and(page.locator(':focus')).waitFor();
    expect(await links.count()).toBe(10);
    await page.keyboard.press('Enter');
    await more.and(page.locator(':focus')).waitFor();
    expect(await links.count()).toBe(8);
    expect(complaints).toEqual([]);
  });

  test('the address of a page with an unknown tab, even one with a quotation mark, opens the first tab', async () => {
    const contact = { firstName: 'Ada', lastName: 'Novak', email: 'ada@example.com' };
    const { id } = (
      await services.company.api.post('/contacts', { ...contact, gdprExpiryDate: '2099-12-31' })
    ).body;
    const { page, go, complaints } = await services.signIn('member');
    await go(`/contacts/${id}?tab=${encodeURIComponent('a"b')}`);
    await page.getByRole('tab', { name: 'Details', selected: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('results, filtered contacts and settings of a run are accessible', async () => {
    const id = await heldRun();
    await expectAccessible(services, [
      {
        name: 'run-results',
        path: `/runs/${id}?tab=results`,
        ready: (page) => page.getByRole('list', { name: 'Funnel' }).waitFor(),
      },
      {
        name: 'run-filtered',
        path: `/runs/${id}?tab=contacts&resultKind=outcome&resultKey=will_renew&resultValue=Yes`,
        ready: (page) => page.getByText('Will renew: Yes').waitFor(),
      },
      {
        name: 'run-settings',
        path: `/runs/${id}?tab=settings`,
        ready: (page) => page.getByLabel('Calls per minute').waitFor(),
      },
    ]);
  });
});
