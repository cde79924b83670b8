import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedDemo } from '@parley/service/workflows/seed-demo.ts';
import { holdCall, renewalAgent } from '@parley/testing/held-call.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hurdles, toInstall } from '../browser/chromium.ts';
import { pictureEveryWay } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleWithMinutes } from './console-services.ts';

const words = toInstall === undefined ? 'a first campaign' : `a first campaign (skipped: ${toInstall})`;

/** Many small steps in a real browser, also on a busy machine. */
const PATIENCE_MS = 300_000;

const file = (name: string, rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(['First name,Last name,Phone,E-mail', ...rows].join('\r\n')),
});
const person = (at: number) => `Person,${at},+1500555${String(at).padStart(4, '0')},p${at}@example.com`;

/** What the section of a document asks readers to press, in its order. */
async function pressedIn(path: string, heading: string): Promise<string[]> {
  const text = await readFile(join(import.meta.dirname, '../../..', path), 'utf8');
  const [section = ''] = text.split(`## ${heading}\n`)[1]?.split('\n## ') ?? [];
  return [...section.matchAll(/\*\*(.+?)\*\*/g)].map(([, pressed = '']) => pressed);
}

describe.skipIf(toInstall !== undefined)(words, { timeout: PATIENCE_MS }, () => {
  let services: ConsoleServices;
  beforeAll(async () => {
    services = await startConsoleWithMinutes(10_000, 50);
  }, PATIENCE_MS);
  afterAll(() => services?.close());

  const companyWithMinutes = async () => {
    const company = await services.service.newCompany();
    await services.service.admin.put(`/companies/${company.id}/plan`, {
      ...{ billingSystem: 'minutes', status: 'active', included: 10_000, purchased: 0, currency: 'EUR' },
      ...{ maxConcurrentCalls: 50, storageBytes: 1e9, creditsPerMinute: 1 },
    });
    return company;
  };

  test('the steps of docs/campaigns.md lead from a file of 200 people to their results', async () => {
    const company = await companyWithMinutes();
    const { page, go, complaints } = await services.signIn('member', { company });
    page.setDefaultTimeout(PATIENCE_MS / 5);
    const people = Array.from({ length: 200 }, (_, at) => person(at));
    const press = (name: string): Promise<void> => pressNamed(page, name);
    const opens = async (name: string, title: string) => {
      await press(name);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    };
    const steps: Readonly<Record<string, () => Promise<unknown>>> = {
      Renewal: () => page.getByRole('radio', { name: /^Renewal/ }).click(),
      'Create agent': () => opens('Create agent', 'Renewal'),
      'Create run': () => opens('Create run', 'renewals'),
      'Choose a CSV file': () =>
        page.getByLabel('Choose a CSV file').setInputFiles(file('renewals.csv', people)),
      Excel: async () => {
        const [download] = await Promise.all([page.waitForEvent('download'), press('Excel')]);
        expect(download.suggestedFilename()).toBe('renewals-results.xlsx');
      },
    };
    await go('/');
    const pressed = await pressedIn('docs/campaigns.md', 'In the console');
    expect(pressed).toHaveLength(17);
    for (const name of pressed) await (steps[name]?.() ?? press(name));
    await page.getByRole('heading', { level: 1, name: 'renewals (again)' }).waitFor();
    const { data } = (await company.api.get('/runs')).body;
    expect(
      data.map(
        ({ name, status, progress }: { name: string; status: string; progress: { total: number } }) => [
          name,
          status === 'DRAFT',
          progress.total,
        ],
      ),
    ).toEqual([
      ['renewals (again)', true, 0],
      ['renewals', false, 200],
    ]);
    expect(complaints).toEqual([]);
  });

  test('“Call these contacts” makes a run of exactly the people of a file of 2,000 rows, new and known', async () => {
    const company = await companyWithMinutes();
    const { api } = company;
    await api.post('/agents', renewalAgent);
    const known = { firstName: 'Person', gdprExpiryDate: '2099-12-31' };
    for (let at = 0; at < 5; at += 1)
      await api.post('/contacts', { ...known, lastName: String(at), email: `p${at}@example.com` });
    // Nobody of the file.
    await api.post('/contacts', { ...known, lastName: 'Else', phoneNumber: '+15005550000' });
    const rows = Array.from({ length: 1_997 }, (_, at) => person(at));
    const { page, go, complaints } = await services.signIn('member', { company });
    page.setDefaultTimeout(PATIENCE_MS / 5);
    await go('/contacts/import');
    await page
      .getByLabel('Choose a CSV file')
      .setInputFiles(file('all.csv', [...rows, ...rows.slice(-2), 'Bad,Number,call me,bad@example.com']));
    await page.getByRole('button', { name: 'Import 2,000 contacts' }).click();
    await page.getByRole('button', { name: 'Call these contacts' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Call the contacts of all.csv' });
    expect(await dialog.getByLabel('Name').inputValue()).toBe('all');
    expect(await hurdles(page)).toEqual([]);
    await pictureEveryWay(page, 'call-imported');
    await dialog.getByRole('button', { name: 'Create run' }).click();
    await page.getByRole('heading', { level: 1, name: 'all' }).waitFor();
    await page.getByRole('table', { name: 'Run contacts' }).waitFor();
    const [run] = (await api.get('/runs')).body.data;
    expect(run.status).toBe('DRAFT');
    const attached = (await api.get(`/runs/${run.id}/contacts?limit=100`)).body;
    expect(attached.total).toBe(1_997);
    const last = (await api.get(`/runs/${run.id}/contacts?limit=100&page=20`)).body.data;
    const names = [...attached.data, ...last].map(({ lastName }: { lastName: string }) => lastName);
    expect(names).not.toContain('Else');
    expect(names).not.toContain('Number');
    expect(names).toEqual(expect.arrayContaining(['0', '4', '1996']));

    // Whoever comes back to the page later makes a run of the same file.
    await go('/contacts/import');
    await pictureEveryWay(page, 'earlier-imports');
    await page.getByRole('table', { name: 'Earlier imports' }).getByText('Call these contacts').click();
    await dialog.getByLabel('Name').fill('Once more');
    await dialog.getByRole('button', { name: 'Create run' }).click();
    await page.getByRole('heading', { level: 1, name: 'Once more' }).waitFor();
    const [again] = (await api.get('/runs')).body.data;
    expect((await api.get(`/runs/${again.id}/contacts?limit=1`)).body.total).toBe(1_997);
    expect(complaints).toEqual([]);
  });

  test('a name in the contacts of a run leads to the call, the symbol at the end of its row to the contact', async () => {
    const { api, id: companyId } = services.company;
    const agent = (await api.post('/agents', renewalAgent)).body;
    const contact = { firstName: 'Ada', lastName: 'Called', phoneNumber: '+15005550000' };
    const { id: contactId } = (await api.post('/contacts', { ...contact, gdprExpiryDate: '2099-12-31' }))
      .body;
    const far = new Date(Date.now() + 12 * 3_600_000).toISOString().slice(11, 13);
    const settings = { callingWindow: { start: `${far}:00`, end: `${far}:30` } };
    const { id } = (await api.post('/runs', { name: 'Renewals', agentId: agent.id, settings })).body;
    await api.post(`/runs/${id}/contacts`, { contactIds: [contactId] });
    const { page, go, complaints } = await services.signIn('member');
    await go(`/runs/${id}?tab=contacts`);
    const name = page.getByRole('link', { name: 'Ada Called', exact: true });
    // There is no call before the launch.
    expect(await name.getAttribute('href')).toBe(`/console/contacts/${contactId}`);

    await api.post(`/runs/${id}/launch`);
    const [{ id: conversationId }] = (await api.get(`/runs/${id}/conversations`)).body.data;
    const questionId = agent.flow.sections[0].questions[0].id;
    await holdCall(services.service, { companyId, conversationId, questionId });
    await go(`/runs/${id}?tab=contacts`);
    await page.getByText('The call took place').waitFor();
    expect(await hurdles(page)).toEqual([]);
    await pictureEveryWay(page, 'run-contacts');
    await name.click();
    await page.waitForURL(new RegExp(`/conversations/${conversationId}$`));
    await page.goBack();
    await page.getByRole('link', { name: 'Show the contact Ada Called' }).click();
    await page.waitForURL(new RegExp(`/contacts/${contactId}$`));
    expect(complaints).toEqual([]);
  });

  test('contacts of the demo are marked, and deleted with one click; contacts with the same tag stay', async () => {
    const { database, secrets } = services.service.services;
    const demo = await seedDemo(database, secrets.keyPepper);
    const company = { ...services.company, id: demo.company.id };
    const { page, go, complaints } = await services.signIn('member', { company });
    const own = { firstName: 'My', lastName: 'Own', email: 'my@example.com', tags: ['demo'] };
    const made = await fetch(`${services.service.url}/contacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demo.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...own, gdprExpiryDate: '2099-12-31' }),
    });
    expect(made.status).toBe(201);
    await go('/contacts');
    const table = page.getByRole('table', { name: 'Contacts' });
    await table.getByRole('row').filter({ hasText: 'Ada Novak' }).getByText('demo').waitFor();
    await page.getByText('4 contacts with the tag “demo” came with Parley').waitFor();
    expect(await hurdles(page)).toEqual([]);
    await pictureEveryWay(page, 'demo-contacts');
    await page.getByRole('button', { name: 'Delete demo contacts' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 4 contacts of the demo?' });
    await question.getByRole('button', { name: 'Delete demo contacts' }).click();
    await table.getByRole('row', { name: 'Ada Novak' }).waitFor({ state: 'detached' });
    await table.getByRole('row', { name: 'My Own' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete demo contacts' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('the page of call limits says what limits simulated calls', async () => {
    const { page, go } = await services.signIn('member');
    await go('/limits');
    await page
      .getByText(
        'How many calls are live at the same time is limited by the plan, for simulated calls as well.',
      )
      .waitFor();
  });
});

/** Presses what has this name: in the page rather than in the sidebar, a tab rather than a link. */
async function pressNamed(page: Page, name: string): Promise<void> {
  const main = page.getByRole('main');
  const exact = { name, exact: true } as const;
  const ways = [
    main.getByRole('tab', exact),
    page.getByRole('menuitem', exact),
    page.getByRole('dialog').getByRole('button', exact),
    main.getByRole('link', exact),
    main.getByRole('button', exact),
    page.getByRole('complementary').getByRole('link', exact),
  ];
  await ways
    .reduce((one, other) => one.or(other))
    .first()
    .waitFor();
  for (const way of ways) if ((await way.count()) > 0) return way.first().click();
}
