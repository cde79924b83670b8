import { buffer } from 'node:stream/consumers';
import { CsvParser } from '@parley/kernel/csv.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { pictureEveryWay } from './accessible-pages.ts';
import { choose, tick, typeInto } from './by-hand.ts';
import { type ConsoleServices, startConsoleWithMinutes } from './console-services.ts';

const words = toInstall === undefined ? 'a whole campaign' : `a whole campaign (skipped: ${toInstall})`;

/** Hundreds of small steps in a real browser, also on a busy machine. */
const PATIENCE_MS = 600_000;

const ROWS = 2_000;
const TWICE = 50;
const UNIQUE = ROWS - TWICE;
/** Contacts already, whom the file has again. */
const KNOWN = 20;
/** Every twentieth has a contract that ends in January. */
const ENDING = 20;
const ENDS_SOON = Math.ceil(UNIQUE / ENDING);

/**
 * Of those whose contract ends: busy, no answer, a voicemail, not interested, and one who is busy only once. Everybody else
 * of the simulated network picks up and answers.
 */
const special = new Map([
  [20, '0001'],
  [40, '0002'],
  [60, '0003'],
  [80, '0004'],
  [100, '0012'],
]);
const endsSoon = (at: number) => at % ENDING === 0;
/** Only those who are called have simulated numbers: these are nobody's, so they make no duplicates. */
const numberOf = (at: number) =>
  endsSoon(at)
    ? `+1500555${special.get(at) ?? String(at + 2_000)}`
    : `+4144668${String(at).padStart(4, '0')}`;
const emailOf = (at: number) => `p${at}@example.com`;
const rowOf = (at: number) =>
  `Person,${at},${numberOf(at)},${emailOf(at)},${endsSoon(at) ? '2027-01-15' : '2027-06-30'}`;

/** The calling window is open for so long before and after the test. Windows may cross midnight. */
const OPEN_HOURS = 6;
/** The wall clock of the contacts, who have no time zone of their own: that of the company, which is UTC. */
const clockIn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);

function file() {
  const people = Array.from({ length: UNIQUE }, (_, at) => rowOf(at));
  // The same number with another e-mail address.
  const twice = people
    .filter((_, at) => !endsSoon(at))
    .slice(-TWICE)
    .map((row) => row.replace('@example.com', '@other.example'));
  const lines = ['First name,Last name,Phone,E-mail,Renewal date', ...people, ...twice];
  return { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) };
}

describe.skipIf(toInstall !== undefined)(words, { timeout: PATIENCE_MS }, () => {
  let services: ConsoleServices;
  beforeAll(async () => {
    services = await startConsoleWithMinutes(5_000, 50);
    for (let at = 0; at < KNOWN; at += 1)
      await services.company.api.post('/contacts', {
        firstName: 'Person',
        lastName: String(at),
        email: emailOf(at),
        gdprExpiryDate: '2099-12-31',
      });
  }, PATIENCE_MS);
  afterAll(() => services?.close());

  async function importPeople(page: Page) {
    await page.getByRole('link', { name: 'Contacts', exact: true }).click();
    await page.getByRole('link', { name: 'Import CSV' }).click();
    await page.getByLabel('Choose a CSV file').setInputFiles(file());
    await choose(page.getByLabel('When a contact already exists'), 'Fill in what is missing');
    await pictureEveryWay(page, 'walk-1-import');
    await page.getByRole('button', { name: 'Import 2,000 contacts' }).click();
    const report = page.getByRole('status').filter({ hasText: 'Imported' });
    await report.waitFor();
    expect((await report.innerText()).replaceAll(/\s+/g, ' ')).toContain(
      `Imported ${(UNIQUE - KNOWN).toLocaleString('en')} Updated ${KNOWN} Already contacts Skipped ${TWICE}`,
    );
    await pictureEveryWay(page, 'walk-2-imported');
    await page.getByText('View contacts').click();
  }

  async function makeSegment(page: Page) {
    await page.getByRole('button', { name: 'Filter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter contacts' });
    await choose(dialog.getByLabel('Condition 1', { exact: true }), 'Field');
    await choose(dialog.getByLabel('Field of condition 1'), 'Renewal date');
    await choose(dialog.getByLabel('Comparison of condition 1'), 'on or before');
    await typeInto(dialog.getByLabel('Value of condition 1'), '2027-01-31');
    await typeInto(dialog.getByLabel('Save as a segment'), 'Contract ends in January');
    await pictureEveryWay(page, 'walk-3-filter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByText(String(ENDS_SOON), { exact: true }).first().waitFor();
    await pictureEveryWay(page, 'walk-4-segment');
  }

  /** From the template; a draft with another first message is tested, and published as version 2. */
  async function publishAgent(page: Page) {
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await page.getByRole('link', { name: 'New agent' }).first().click();
    await page.getByRole('radio', { name: /^Renewal/ }).click();
    await pictureEveryWay(page, 'walk-5-templates');
    await page.getByRole('button', { name: 'Create agent' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Renewal' }).waitFor();
    const tests = page.getByRole('region', { name: 'Tests of the flow' });
    await tests.getByRole('button', { name: 'Add' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add test case' });
    await typeInto(dialog.getByLabel('Name'), 'Renews');
    await typeInto(dialog.getByLabel('The contact says'), 'Hello.\nYes, I will.\nNo, nothing.');
    await choose(dialog.getByLabel('Branch'), 'Renews');
    await pictureEveryWay(page, 'walk-6-test-case');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Test case saved').waitFor();

    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit as a draft' }).click();
    const first = page.getByRole('region', { name: /^First message/ });
    await first.getByRole('button', { expanded: false }).first().click();
    await typeInto(
      page.getByRole('textbox', { name: /message/i }).first(),
      'Hello {{contact.first_name}}, this is an AI assistant. It is about your contract.',
    );
    await page.keyboard.press('Control+s');
    await tests.getByText('1 of 1 pass').waitFor();
    await pictureEveryWay(page, 'walk-7-flow');
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('list', { name: 'Changes' }).waitFor();
    await pictureEveryWay(page, 'walk-8-publish');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published. New calls are made with this version').waitFor();
  }

  async function launchSplit(page: Page) {
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByRole('button', { name: 'New run' }).first().click();
    await page.keyboard.type('January renewals');
    await tick(page.getByLabel('Split between versions'));
    await pictureEveryWay(page, 'walk-9-new-run');
    await page.getByRole('button', { name: 'Create run' }).click();
    await page.getByRole('heading', { level: 1, name: 'January renewals' }).waitFor();
    await choose(page.getByLabel('Segment'), 'Contract ends in January');
    await page.getByRole('button', { name: `Attach these ${ENDS_SOON} contacts` }).click();
    await page.getByText(`${ENDS_SOON} attached.`).waitFor();
    await pictureEveryWay(page, 'walk-10-attached');

    await page.getByRole('tab', { name: 'Settings' }).click();
    await choose(page.getByLabel('Calling hours'), 'Hours of this run');
    await typeInto(page.getByLabel('From'), clockIn(-OPEN_HOURS));
    await typeInto(page.getByLabel('Until'), clockIn(OPEN_HOURS));
    await typeInto(page.getByLabel('Calls per minute'), '1200');
    await typeInto(page.getByLabel('Maximum attempts'), '1');
    await page.keyboard.press('Enter');
    await page.getByText('Saved. Waiting calls follow these settings').waitFor();
    await pictureEveryWay(page, 'walk-11-settings');

    await page.getByRole('button', { name: 'Launch run…' }).click();
    const summary = page.getByRole('status', { name: 'Launch summary' });
    await summary
      .getByText(`${ENDS_SOON} people: all now; no more than 1,200 calls a minute; the launch reserves`)
      .waitFor();
    await pictureEveryWay(page, 'walk-12-launch');
    await page.getByRole('button', { name: 'Launch now' }).click();
    await pictureEveryWay(page, 'walk-13-running');
  }

  /** Nothing is reloaded: the page follows the calls. */
  async function watch(page: Page) {
    await page.getByText(`100 % of ${ENDS_SOON}`).waitFor();
    const progress = page.getByRole('img', { name: /^Progress/ });
    expect(await progress.getAttribute('aria-label')).toContain('Unreachable 4');
    await pictureEveryWay(page, 'walk-14-over');
  }

  /** How many will renew, once all calls are analysed. */
  async function renewals(): Promise<number> {
    const { api } = services.company;
    const { id } = (await api.get('/runs')).body.data[0];
    return vi.waitFor(async () => {
      const { outcomes, funnel } = (await api.get(`/runs/${id}/results`)).body;
      const [{ met, notMet, unknown }] = outcomes;
      expect(met + notMet + unknown).toBe(funnel.completed);
      return met as number;
    }, PATIENCE_MS / 10);
  }

  async function correctThree(page: Page) {
    const outcome = page.getByRole('list', { name: 'Will renew', exact: true });
    const renewing = await renewals();
    for (let corrected = 0; corrected < 3; corrected += 1) {
      await page.getByRole('tab', { name: 'Results' }).click();
      await outcome.getByRole('link', { name: `Yes: ${renewing - corrected}, show contacts` }).click();
      await page.getByText(`${renewing - corrected} contacts`, { exact: true }).waitFor();
      await page.getByRole('row').nth(1).getByText('The call took place').click();
      await page.waitForURL(/\/conversations\//);
      await page.getByRole('tab', { name: 'Answers' }).click();
      await page.getByRole('button', { name: 'Correct Will renew', exact: true }).first().focus();
      await page.keyboard.press('Enter');
      await choose(page.getByLabel('Correct value'), 'No');
      await typeInto(page.getByLabel('Why (optional)'), 'Called us later and cancelled.');
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: 'Outcomes' }).getByText('Corrected').waitFor();
      await pictureEveryWay(page, 'walk-15-corrected');
      await page.goBack();
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'January renewals' }).waitFor();
    }
    await page.getByRole('tab', { name: 'Results' }).click();
    await outcome.getByRole('link', { name: 'Of these, corrected: 3, show contacts' }).waitFor();
    await pictureEveryWay(page, 'walk-16-results');
    await page.getByRole('tab', { name: 'Compare versions' }).click();
    await page.getByRole('columnheader', { name: /^Version 1\b.*\d+ contacts/ }).waitFor();
    await page.getByRole('columnheader', { name: /^Version 2\b.*\d+ contacts/ }).waitFor();
    await pictureEveryWay(page, 'walk-17-comparison');
  }

  async function exportResults(page: Page) {
    await page.getByRole('tab', { name: 'Results' }).click();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    const parser = new CsvParser(',');
    const text = String(await buffer(await download.createReadStream()));
    const [header, ...rows] = [...parser.push(text), ...parser.end()].map(({ cells }) => cells);
    expect(rows).toHaveLength(ENDS_SOON);
    const column = header?.indexOf('corrected') ?? -1;
    expect(rows.filter((cells) => cells[column] === 'Will renew')).toHaveLength(3);
  }

  async function callAgain(page: Page) {
    await page.getByRole('tab', { name: 'Contacts', exact: true }).click();
    await choose(page.getByLabel('Status'), 'Unreachable');
    await page.getByText('4 contacts', { exact: true }).waitFor();
    await pictureEveryWay(page, 'walk-18-not-reached');
    await page.getByRole('button', { name: 'Run again for these' }).click();
    await page.getByRole('heading', { level: 1, name: 'January renewals (again)' }).waitFor();
    await page.getByRole('button', { name: 'Launch run…' }).click();
    await page.getByRole('button', { name: 'Launch now' }).click();
    await page.getByText('100 % of 4').waitFor();
    await pictureEveryWay(page, 'walk-19-again');
  }

  test('a user takes 2,000 contacts through segment, agent, run, corrected results and a second run', async () => {
    const { page, go, complaints } = await services.signIn('member', {
      size: { width: 1440, height: 900 },
    });
    page.setDefaultTimeout(PATIENCE_MS / 10);
    await go('/');
    for (const step of [
      importPeople,
      makeSegment,
      publishAgent,
      launchSplit,
      watch,
      correctThree,
      exportResults,
      callAgain,
    ])
      await step(page);
    expect(complaints).toEqual([]);
  });
});
