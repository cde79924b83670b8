import type { Api } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleServices } from './console-services.ts';

const SLOW_MS = 120_000;
/** The console may have to be built first. */
const OPEN_MS = 300_000;
/** Every page four times. */
const ACCESSIBILITY_MS = 600_000;

const file = (text: string) => ({
  name: 'spring.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});
const people = [
  'First name,Last name,Phone',
  'Ada,Novak,+15005550000',
  'Ben,Okafor,+15005550004',
  'Cleo,Marsh,+15005550010',
].join('\n');

describe.skipIf(toInstall)('runs in the console', { timeout: SLOW_MS }, () => {
  let services: ConsoleServices;
  let agentId: string;
  beforeAll(async () => {
    services = await startConsoleServices();
    const { service, company } = services;
    await service.admin.put(`/companies/${company.id}/plan`, {
      billingSystem: 'minutes',
      status: 'active',
      included: 1_000,
      purchased: 0,
      currency: 'EUR',
      maxConcurrentCalls: 10,
      storageBytes: 1e9,
      creditsPerMinute: 1,
    });
    const agent = { name: 'Grace', focus: 'GENERIC', duration: 10, callingWindow: null };
    agentId = (await company.api.post('/agents', agent)).body.id;
  }, OPEN_MS);
  afterAll(() => services?.close());

  async function newRun(
    name: string,
    contacts: number,
    { api, agentId: by }: { api: Api; agentId: string } = { api: services.company.api, agentId },
  ): Promise<string> {
    const { id } = (await api.post('/runs', { name, agentId: by })).body;
    const contactIds: string[] = [];
    for (let i = 0; i < contacts; i++) {
      const person = { firstName: `Person${i}`, lastName: name, phoneNumber: '+15005550000' };
      const made = await api.post('/contacts', { ...person, gdprExpiryDate: '2099-12-31' });
      contactIds.push(made.body.id);
    }
    await api.post(`/runs/${id}/contacts`, { contactIds });
    return id;
  }

  test('a CSV file becomes a run that is launched, completes, and shows each call', async () => {
    const { page, go, complaints } = await services.signIn('member');
    page.setDefaultTimeout(SLOW_MS);
    await go('/runs');
    await page.getByText('No runs yet').waitFor();
    await page.getByRole('button', { name: 'New run' }).first().click();
    await page.getByLabel('Name').fill('Spring applicants');
    await page.getByLabel('Agent', { exact: true }).last().selectOption({ label: 'Grace' });
    await page.getByRole('button', { name: 'Create run' }).click();
    await page.getByRole('heading', { level: 1, name: 'Spring applicants' }).waitFor();

    await page.getByLabel('Choose a CSV file').setInputFiles(file(people));
    await page.getByRole('button', { name: 'Import 3 contacts' }).click();
    await page.getByText('3 attached.').waitFor();

    await page.getByRole('button', { name: 'Launch run…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText('The launch reserves 30 of the 1,000 minutes available: 3 calls of up to 10 minutes.')
      .waitFor();
    await dialog.getByText('3 of 3 contacts can be called.').waitFor();
    await dialog.getByRole('button', { name: 'Launch now' }).click();

    await page.getByRole('img', { name: 'Progress: Completed 1, Cancelled 1, Failed 1' }).waitFor();
    await page.getByText('100 % of 3').waitFor();
    await page.getByRole('tab', { name: 'Contacts', exact: true }).click();
    await page.getByText('Declined on the call').waitFor();
    await page.getByText('Failed: the last call ended with invalid number').waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: 'The call took place' })
      .getByText('The call took place')
      .click();
    await page.waitForURL(/\/console\/conversations\/[0-9a-f-]{36}$/);
    await page.locator('h1').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a launch that exceeds the plan is predicted with a remedy, and refused as a whole', async () => {
    const id = await newRun('Too many', 2);
    const { service, company } = services;
    const plan = { billingSystem: 'minutes', status: 'active', purchased: 0, currency: 'EUR' };
    const limits = { maxConcurrentCalls: 10, storageBytes: 1e9, creditsPerMinute: 1 };
    await service.admin.put(`/companies/${company.id}/plan`, { ...plan, ...limits, included: 15 });
    const { page, go } = await services.signIn('member');
    await go(`/runs/${id}`);
    await page.getByRole('button', { name: 'Launch run…' }).click();
    await page.getByText('The launch needs 20 minutes').waitFor();
    await page.getByText(/Shorten the calls to \d+ minutes? \(Maximum minutes of the agent\)/).waitFor();
    await page.getByRole('button', { name: 'Launch now', disabled: true }).waitFor();
    expect((await company.api.post(`/runs/${id}/launch`)).status).toBe(402);
    expect((await company.api.get(`/runs/${id}`)).body.status).toBe('DRAFT');
    await service.admin.put(`/companies/${company.id}/plan`, { ...plan, ...limits, included: 1_000 });
  });

  test('the launch dialog warns when calls would wait for a trunk that is switched off', async () => {
    const company = await services.service.newCompany();
    const { api } = company;
    const agent = { name: 'Grace', focus: 'GENERIC', duration: 10, callingWindow: null };
    const by = (await api.post('/agents', agent)).body.id;
    const id = await newRun('Waiting', 1, { api, agentId: by });
    const person = { firstName: 'Ada', lastName: 'Novak', phoneNumber: '+493012345678' };
    const made = await api.post('/contacts', { ...person, gdprExpiryDate: '2099-12-31' });
    await api.post(`/runs/${id}/contacts`, { contactIds: [made.body.id] });
    const trunk = { name: 'Provider', host: 'sip.provider.example', isActive: false };
    expect((await api.post('/trunks', trunk)).status).toBe(201);
    const { page, go } = await services.signIn('member', { company });
    await go(`/runs/${id}`);
    await page.getByRole('button', { name: 'Launch run…' }).click();
    const warning = page.getByRole('status', { name: 'Trunk switched off' });
    await warning.getByText('1 call waits until the trunk for its number is switched on.').waitFor();
    await warning.getByRole('link', { name: 'Show trunks' }).click();
    await page.getByRole('heading', { level: 1, name: 'Trunks' }).waitFor();
  });

  test('the launch dialog shows the cost in units of the plan, and overage in money', async () => {
    const { service } = services;
    const company = await service.newCompany({ name: 'Payers' });
    const counts = (changes: object) =>
      service.admin.put(`/companies/${company.id}/plan`, {
        ...{ billingSystem: 'credits', status: 'active', included: 100, purchased: 0, currency: 'EUR' },
        ...{ maxConcurrentCalls: 10, storageBytes: 1e9, creditsPerMinute: 2.5, ...changes },
      });
    const agent = { name: 'Ada', focus: 'GENERIC', duration: 10, callingWindow: null };
    const payer = (await company.api.post('/agents', agent)).body.id;
    const id = await newRun('Paid', 3, { api: company.api, agentId: payer });
    const { page, go, complaints } = await services.signIn('member', { company });
    await go(`/runs/${id}`);
    const dialog = page.getByRole('dialog');
    const open = () => page.getByRole('button', { name: 'Launch run…' }).click();
    const close = () => dialog.getByRole('button', { name: 'Cancel' }).click();

    await counts({});
    await open();
    await dialog
      .getByText('The launch reserves 75 of the 100 credits available: 3 calls of up to 10 minutes.')
      .waitFor();
    await dialog.getByText('No problems found.').waitFor();
    await close();

    await counts({ included: 50, overagePrice: 0.0125 });
    await open();
    await dialog.getByText('The launch needs 75 credits, and 50 are available').waitFor();
    await dialog
      .getByText('The other 25 are paid beyond the plan: at most €0.3125, at €0.0125 each')
      .waitFor();
    await dialog.getByText('No problems found.').waitFor();
    await close();

    await counts({ included: 50, overagePrice: 2, monthlySpendingCap: 40 });
    await open();
    await dialog.getByText('would exceed the monthly spending cap').waitFor();
    await close();

    await counts({ included: 50 });
    await open();
    await dialog.getByText('The plan sells no credits beyond these').waitFor();
    await close();
    expect(complaints).toEqual([]);
  });

  test('the launch dialog shows the minutes needed, and which parts of the agent have problems', async () => {
    const { service } = services;
    const company = await service.newCompany({ name: 'Short' });
    await service.admin.put(`/companies/${company.id}/plan`, {
      ...{ billingSystem: 'minutes', status: 'active', included: 5, purchased: 0, currency: 'EUR' },
      ...{ maxConcurrentCalls: 10, storageBytes: 1e9, creditsPerMinute: 1 },
    });
    const flow = {
      firstMessage: {
        type: 'first_message',
        text: 'Hello {{contact.nobody_knows}}, this is an AI assistant.',
      },
      sections: [{ type: 'looping', questions: [{ question: 'Where do you live?', key: 'city' }] }],
      lastMessage: { type: 'last_message', text: 'Goodbye.' },
    };
    const agent = { name: 'Ada', flow, duration: 10, callingWindow: null };
    const { id: by } = (await company.api.post('/agents', agent)).body;
    const id = await newRun('Short', 2, { api: company.api, agentId: by });
    // Somebody who cannot be called: the hold is for all, and what would be used is for fewer.
    const silent = {
      firstName: 'No',
      lastName: 'Number',
      email: 'n@example.com',
      gdprExpiryDate: '2099-12-31',
    };
    const { body } = await company.api.post('/contacts', silent);
    await company.api.post(`/runs/${id}/contacts`, { contactIds: [body.id] });
    const { page, go } = await services.signIn('member', { company });
    await go(`/runs/${id}`);
    await page.getByRole('button', { name: 'Launch run…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The launch needs 30 minutes, and 5 are available: 3 calls of up to 10').waitFor();
    await dialog.getByText('2 of 3 contacts can be called. The others are skipped').waitFor();
    await dialog.getByText('The contact has no phone number').waitFor();
    const words = await dialog.innerText();
    expect(words.match(/needs? \d+/g)).toEqual(['needs 30']);
    expect(words).not.toMatch(/flow\.|\w\[\d/);
    await dialog.getByRole('link', { name: 'In the agent: First message' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor();
  });

  test('contacts that a run refuses are counted and linked', async () => {
    const { api } = services.company;
    const needsJob = { name: 'Hirer', focus: 'SCREENING', duration: 10, callingWindow: null };
    const { id: by } = (await api.post('/agents', needsJob)).body;
    await newRun('Jobless', 12);
    const { id } = (await api.post('/runs', { name: 'Hiring', agentId: by })).body;
    const { page, go } = await services.signIn('member');
    await go(`/runs/${id}`);
    await page.getByLabel('Name, e-mail or phone number').fill('Jobless');
    await page.getByRole('button', { name: 'Attach these 12 contacts' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Not attached, because of 12 contacts. The agent needs a job').waitFor();
    await alert.getByText('and 2 more').waitFor();
    expect(await alert.innerText()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|contactIds/);
    await alert.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => alert.getByRole('link').count()).toBe(12);
    await alert.getByRole('link', { name: 'Person3 Jobless' }).click();
    await page.getByRole('heading', { level: 1, name: 'Person3 Jobless' }).waitFor();
  });

  test('the contacts of an import are added to a run by its tag', async () => {
    const { api } = services.company;
    const { id } = (await api.post('/runs', { name: 'By tag', agentId })).body;
    const contact = { firstName: 'Tagged', gdprExpiryDate: '2099-12-31', tags: ['spring import'] };
    for (const lastName of ['One', 'Two'])
      await api.post('/contacts', { ...contact, lastName, phoneNumber: '+15005550000' });
    const { page, go } = await services.signIn('member');
    await go(`/runs/${id}`);
    await page.getByLabel('Tag', { exact: true }).selectOption({ label: 'spring import (2 contacts)' });
    await page.getByRole('button', { name: 'Attach these 2 contacts' }).click();
    await page.getByText('2 attached.').waitFor();
  });

  test('nobody is added to a run before somebody chose whom, and everybody only when that was said', async () => {
    const company = await services.service.newCompany({ name: 'Choosers' });
    const { api } = company;
    const agent = { name: 'Grace', focus: 'GENERIC', duration: 10, callingWindow: null };
    const by = (await api.post('/agents', agent)).body.id;
    const tagged = { firstName: 'Tagged', gdprExpiryDate: '2099-12-31', phoneNumber: '+15005550000' };
    await api.post('/contacts', { ...tagged, lastName: 'One', tags: ['spring'] });
    await api.post('/contacts', { ...tagged, lastName: 'Two' });
    const { id } = (await api.post('/runs', { name: 'Chosen', agentId: by })).body;
    const { page, go } = await services.signIn('member', { company });
    await go(`/runs/${id}`);
    const everybody = page.getByLabel('Everybody: all 2 contacts');
    await everybody.waitFor();
    await page.getByText('Nobody is chosen yet').waitFor();
    expect(await page.getByRole('button', { name: /^Attach/, disabled: false }).count()).toBe(0);

    const tag = page.getByLabel('Tag', { exact: true });
    await everybody.check();
    await page.getByRole('button', { name: 'Attach all 2 contacts', disabled: false }).waitFor();
    await tag.selectOption({ label: 'spring (1 contact)' });
    await page.getByRole('button', { name: 'Attach this contact', disabled: false }).waitFor();
    // Clearing the tag does not bring everybody back.
    await tag.selectOption('');
    await page.getByText('Nobody is chosen yet').waitFor();
    await page.getByRole('button', { name: 'Attach contacts', disabled: true }).waitFor();

    await everybody.check();
    await page.getByRole('button', { name: 'Attach all 2 contacts' }).click();
    await page.getByText('2 attached.').waitFor();
  });

  test('contacts are added to a run by a filter, and removed again', async () => {
    await newRun('Found', 3);
    const { id } = (await services.company.api.post('/runs', { name: 'By filter', agentId })).body;
    const { page, go } = await services.signIn('member');
    await go(`/runs/${id}`);
    await page.getByLabel('Name, e-mail or phone number').fill('Found');
    await page.getByRole('button', { name: 'Attach these 3 contacts' }).click();
    await page.getByText('3 attached.').waitFor();
    await page.getByRole('tab', { name: 'Contacts', exact: true }).click();
    await page.getByRole('button', { name: 'Remove Person1 Found from the list' }).click();
    await page.getByText('Person1 Found').waitFor({ state: 'detached' });
    expect((await services.company.api.get(`/runs/${id}/contacts`)).body.total).toBe(2);
  });

  test('a run cancelled elsewhere is shown as cancelled at once', async () => {
    const id = await newRun('Tomorrow', 1);
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
    await services.company.api.post(`/runs/${id}/launch`, { scheduledAt });
    const { page, go } = await services.signIn('member');
    await go(`/runs/${id}`);
    await page.getByText('Scheduled', { exact: true }).first().waitFor();
    await services.company.api.post(`/runs/${id}/cancel`);
    await page.getByText('This run was cancelled').waitFor();
    await page.getByText('Somebody else cancelled this run').waitFor();
    await page.getByRole('button', { name: 'Cancel run…' }).waitFor({ state: 'detached' });
  });

  test('a failed cancellation does not hide that somebody else is cancelling the run', async () => {
    const id = await newRun('Refused', 1);
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
    await services.company.api.post(`/runs/${id}/launch`, { scheduledAt });
    const { page, go } = await services.signIn('member');
    await go(`/runs/${id}`);
    const refusal = { status: 409, json: { message: 'Not now', errors: [] } };
    await page.route(`**/runs/${id}/cancel`, (route) => route.fulfill(refusal));
    await page.getByRole('button', { name: 'Cancel run…' }).click();
    await page.getByRole('button', { name: 'Cancel run', exact: true }).click();
    await page.getByText('Not now').waitFor();
    await page.getByRole('button', { name: 'Cancel run…', disabled: false }).waitFor();
    await services.company.api.post(`/runs/${id}/cancel`);
    await page.getByText('Somebody else cancelled this run').waitFor();
  });

  test('cancelling a run asks first and says how many calls will not be made', async () => {
    const id = await newRun('Regret', 2);
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
    await services.company.api.post(`/runs/${id}/launch`, { scheduledAt });
    const { page, go } = await services.signIn('member');
    await go(`/runs/${id}`);
    await page.getByRole('button', { name: 'Cancel run…' }).click();
    await page.getByText('No call is in progress').waitFor();
    await page.getByRole('button', { name: 'Keep running' }).click();
    expect((await services.company.api.get(`/runs/${id}`)).body.status).toBe('SCHEDULED');
    await page.getByRole('button', { name: 'Cancel run…' }).click();
    await page.getByRole('button', { name: 'Cancel run', exact: true }).click();
    await page.getByText('This run was cancelled').waitFor();
    expect(await page.getByText('Somebody else cancelled this run').count()).toBe(0);
  });

  test('a viewer can see a run but not change it; users of another company do not find it', async () => {
    const id = await newRun('Seen', 1);
    const viewer = await services.signIn('viewer');
    await viewer.go(`/runs/${id}`);
    await viewer.page.getByText('Person0 Seen').waitFor();
    for (const name of ['Launch run…', 'More actions', 'Attach contacts'])
      expect(await viewer.page.getByRole('button', { name }).count()).toBe(0);
    const other = await services.signIn('owner', { company: await services.service.newCompany() });
    await other.go(`/runs/${id}`);
    await other.page.getByText('Not found').waitFor();
  });

  test('all run pages are accessible, in light and dark, wide and narrow', {
    timeout: ACCESSIBILITY_MS,
  }, async () => {
    const id = await newRun('Readable', 1);
    const over = await newRun('Over', 1);
    await services.company.api.post(`/runs/${over}/cancel`);
    await expectAccessible(services, [
      {
        name: 'runs',
        path: '/runs',
        ready: (page) => page.getByRole('row').filter({ hasText: 'Readable' }).waitFor(),
      },
      {
        name: 'run-draft',
        path: `/runs/${id}`,
        ready: (page) => page.getByLabel(/^Everybody: all/).waitFor(),
      },
      {
        name: 'run-launch',
        path: `/runs/${id}?tab=contacts`,
        ready: async (page) => {
          await page.getByText('Person0 Readable').waitFor();
          await page.getByRole('button', { name: 'Launch run…' }).click();
          await page.getByRole('status', { name: 'Launch summary' }).waitFor();
        },
      },
      {
        name: 'run-cancelled',
        path: `/runs/${over}`,
        ready: (page) => page.getByText('Person0 Over').waitFor(),
      },
      { name: 'usage', path: '/usage', ready: (page) => page.getByText('By agent').waitFor() },
    ]);
  });
});
