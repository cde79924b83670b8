import { buffer } from 'node:stream/consumers';
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
    services = await startConsoleWithMinutes(1_000, 10);
  }, PATIENCE_MS);
  afterAll(() => services?.close());

  async function newRun(contacts: number, settings?: object) {
    const { api } = services.company;
    const agent = (await api.post('/agents', renewalAgent)).body;
    const { id } = (await api.post('/runs', { name: 'Renewals', agentId: agent.id, settings })).body;
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
  async function heldRun() {
    const { api, id: companyId } = services.company;
    const far = new Date(Date.now() + 12 * 3_600_000).toISOString().slice(11, 13);
    const run = await newRun(4, { callingWindow: { start: `${far}:00`, end: `${far}:30` } });
    await api.post(`/runs/${run.id}/launch`);
    const { data } = (await api.get(`/runs/${run.id}/conversations`)).body;
    const found = [{ willRenew: true }, { willRenew: false, isPriceTagged: true }, { willRenew: null }];
    for (const [place, results] of found.entries())
      await holdCall(
        services.service,
        { companyId, conversationId: data[place].id, questionId: run.questionId },
        results,
      );
    return run.id;
  }

  test('a run is launched with a window and a pace, and tells before who is called when', async () => {
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
    await page.getByLabel('Pause the run on an alarm').check();
    await page.getByRole('button', { name: 'Save', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Saved. Waiting calls follow these settings').waitFor();
    await page.getByRole('button', { name: 'Launch…' }).click();
    const summary = page.getByRole('status', { name: 'Launch summary' });
    await summary
      .getByText('3 people: all now; no more than 600 calls a minute; at most 45 minutes.')
      .waitFor();
    await page.getByRole('button', { name: 'Launch now' }).click();
    await page.getByText('100 % of 3').waitFor();
    const { settings } = (await services.company.api.get(`/runs/${id}`)).body;
    expect(settings).toMatchObject({
      callingWindow: { start: '00:00', end: '23:59' },
      pace: { callsPerMinute: 600 },
      alarm: { answerRateBelow: 0.1, pause: true },
    });
    expect(complaints).toEqual([]);
  });

  test('a number opens the contacts behind it, who are exported and called again', async () => {
    const id = await heldRun();
    const { page, go, complaints } = await services.signIn('member');
    await go(`/runs/${id}?tab=results`);
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

  test('results, filtered contacts and settings are accessible', async () => {
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
