import { buffer } from 'node:stream/consumers';
import { PASSWORD } from '@parley/testing/console-browser.ts';
import { unzipped } from '@parley/testing/unzipped.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleServices, wrong } from './console-services.ts';

const person = (more: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Novak',
  phoneNumber: '+15005550000',
  gdprExpiryDate: '2099-12-31',
  ...more,
});

/** Some dozens of pages, also on a machine that is slow. */
const LOOKING_MS = 600_000;
/** The first of all tests builds the console. */
const STARTING_MS = 300_000;

describe.skipIf(toInstall)('contacts in the console', () => {
  let services: ConsoleServices;
  const newContact = async (more: object = {}): Promise<string> =>
    (await services.company.api.post('/contacts', person(more))).body.id;
  beforeAll(async () => {
    services = await startConsoleServices();
    const { api } = services.company;
    await api.post('/contact-fields', {
      key: 'tier',
      label: 'Tier',
      dataType: 'enum',
      enumOptions: ['Gold', 'Silver'],
    });
    await api.post('/contact-fields', { key: 'shoe_size', label: 'Shoe size', dataType: 'number' });
  }, STARTING_MS);
  afterAll(() => services?.close());

  test('a contact is created with custom fields, and errors appear at their fields', async () => {
    const { page, go, complaints } = await services.signIn('member');
    await go('/contacts/new');
    await page.getByLabel('First name').fill('Žofie');
    await page.getByLabel('Last name').fill('Dvořák');
    await page.getByLabel('Phone number').first().fill('not a number');
    await page.getByLabel('Shoe size').fill('large');
    await page.getByLabel('Tier').selectOption('Gold');
    await page.getByRole('button', { name: 'Create contact' }).click();
    const phone = page.getByLabel('Phone number').first();
    await page.locator('[aria-invalid="true"]').first().waitFor();
    expect(await phone.getAttribute('aria-invalid')).toBe('true');
    await phone.fill('+15005550011');
    await page.getByRole('button', { name: 'Create contact' }).click();
    await wrong(page.getByLabel('Shoe size'));
    expect(await page.getByLabel('First name').inputValue()).toBe('Žofie');
    await page.getByLabel('Shoe size').fill('38');
    await page.getByRole('button', { name: 'Create contact' }).click();
    await page.getByRole('heading', { level: 1, name: 'Žofie Dvořák' }).waitFor();
    await page.getByText('Gold').waitFor();
    const { data } = (await services.company.api.get('/contacts?search=Dvořák')).body;
    expect(data[0]).toMatchObject({ phoneNumber: '+15005550011', fields: { tier: 'Gold', shoe_size: 38 } });
    expect(complaints).toEqual([]);
  });

  test('the list of contacts shows those that other users create, change and erase', async () => {
    const { page, go } = await services.signIn('viewer');
    await go('/contacts?search=Elsewhere');
    await page.getByText('No contacts found').waitFor();
    const id = await newContact({ firstName: 'Made', lastName: 'Elsewhere' });
    await page.getByText('Made Elsewhere').waitFor();
    await services.company.api.patch(`/contacts/${id}`, { firstName: 'Changed' });
    await page.getByText('Changed Elsewhere').waitFor();
    await services.company.api.delete(`/contacts/${id}`);
    await page.getByText('Changed Elsewhere').waitFor({ state: 'detached' });
  });

  test('the list shows a contact that was created before the page subscribed to changes', async () => {
    const { page, go } = await services.signIn('viewer');
    const created = Promise.withResolvers<void>();
    await page.route('**/console/api/events', async (route) => {
      await created.promise;
      await route.continue();
    });
    await go('/contacts?search=Overtaken');
    await page.getByText('No contacts found').waitFor();
    await newContact({ firstName: 'Was', lastName: 'Overtaken' });
    created.resolve();
    await page.getByText('Was Overtaken').waitFor();
  });

  test('a next page of contacts that failed to load is retried only by its button', async () => {
    for (let number = 0; number < 60; number++)
      await newContact({ firstName: `Number${number}`, lastName: 'Longlist' });
    const { page, go } = await services.signIn('viewer');
    // A change would refetch the list, and with it the page that failed.
    await page.route('**/console/api/events', (route) => route.abort());
    let asked = 0;
    let isBroken = true;
    await page.route(/\/contacts\?.*cursor=/, async (route) => {
      asked++;
      if (isBroken) await route.fulfill({ status: 409, json: { message: 'Not now' } });
      else await route.continue();
    });
    await go('/contacts?search=Longlist');
    await page.getByText('Number59 Longlist').waitFor();
    const table = page.getByRole('table', { name: 'Contacts' });
    await table.press('End');
    await page.getByText('Could not load more rows.').waitFor();
    const before = asked;
    await table.press('Home');
    await page.getByText('Number59 Longlist').waitFor();
    await table.press('End');
    await page.getByText('Could not load more rows.').waitFor();
    expect(asked).toBe(before);
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Could not load more rows.').waitFor({ state: 'detached' });
    await table.press('End');
    await page.getByText('Number0 Longlist').waitFor();
  });

  test('editing a contact sends only changes and clears emptied fields', async () => {
    const id = await newContact({ lastName: 'Edited', email: 'ada@example.com', fields: { shoe_size: 40 } });
    const { page, go } = await services.signIn('member');
    await go(`/contacts/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('E-mail').fill('');
    await page.getByLabel('Shoe size').fill('');
    await services.company.api.patch(`/contacts/${id}`, { firstName: 'Adele' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Adele Edited' }).waitFor();
    const { body } = await services.company.api.get(`/contacts/${id}`);
    expect(body).toMatchObject({ firstName: 'Adele', fields: {} });
    expect(body.email).toBeUndefined();
  });

  test('leaving a contact form with unsaved input asks first', async () => {
    const { page, go } = await services.signIn('member');
    await go('/contacts/new');
    await page.getByLabel('First name').fill('Kept');
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('First name').inputValue()).toBe('Kept');
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
  });

  test('a session that ends while a form is filled in loses no input', async () => {
    const { page, context, go } = await services.signIn('member');
    await go('/contacts/new');
    await page.getByLabel('First name').fill('Kept');
    await page.getByLabel('Last name').fill('Typed');
    await page.getByLabel('Phone number').first().fill('+15005550002');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Create contact' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('First name').inputValue()).toBe('Kept');
    await page.getByRole('button', { name: 'Create contact' }).click();
    await page.getByRole('heading', { level: 1, name: 'Kept Typed' }).waitFor();
  });

  test('an unreachable service is reported, and the page recovers with it', async () => {
    const { page, context, go } = await services.signIn('member');
    await go('/jobs');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Contacts' }).click();
    await page.getByText('Parley cannot be reached', { exact: true }).waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row').nth(1).waitFor();
  });

  test('a do-not-call contact is marked, and calls are allowed again only after confirmation', async () => {
    const id = await newContact({ lastName: 'Quiet', phoneNumber: '+15005550017' });
    const { page, go } = await services.signIn('member');
    await go(`/contacts/${id}`);
    await page.getByRole('button', { name: 'Do not call' }).click();
    await page.getByRole('button', { name: 'Stop all calls' }).click();
    await page.getByText('Do not call. No agent calls').waitFor();
    await page.getByRole('button', { name: 'Allow calls again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Allow calls' }).click();
    await page.getByText('May be called.').waitFor();
  });

  test('a document and a CV are uploaded and processed, and the CV is shown anonymised', async () => {
    const id = await newContact({ lastName: 'Reader' });
    const { page, go, complaints } = await services.signIn('member');
    await go(`/contacts/${id}?tab=documents`);
    await page.getByLabel('Add document').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('She prefers the early shift.'),
    });
    await page.getByRole('listitem').filter({ hasText: 'notes' }).getByText('Ready').waitFor();
    await page.getByLabel('Add CV').setInputFiles({
      name: 'cv.md',
      mimeType: '',
      buffer: Buffer.from('# Ada Reader\n\nStore keeper since 2019 at Nordwind. ada.reader@example.com'),
    });
    await page.getByText('Anonymised text').click();
    await page.getByText('Store keeper since 2019').waitFor();
    expect(await page.getByText('ada.reader@example.com').count()).toBe(0);
    await page.getByLabel('Add document').setInputFiles({
      name: 'picture.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no'),
    });
    await page.getByRole('alert').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a call is scheduled from the page of a contact', async () => {
    await services.company.api.post('/agents', { name: 'Caller', focus: 'GENERIC', language: 'EN' });
    const id = await newContact({ lastName: 'Called' });
    const { page, go } = await services.signIn('member');
    await go(`/contacts/${id}`);
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('No trunk is configured: the call is simulated, no telephone rings.').waitFor();
    await page.getByLabel('When').selectOption('later');
    await page.getByLabel('Time').fill('2020-01-01T10:00');
    await page.getByRole('button', { name: 'Schedule call' }).click();
    await wrong(page.getByLabel('Time'));
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
    await page.getByLabel('Time').fill(tomorrow);
    await page.getByRole('button', { name: 'Schedule call' }).click();
    await page.waitForURL(/\/conversations\//);
    const { data } = (await services.company.api.get(`/conversations?contactId=${id}`)).body;
    expect(data).toHaveLength(1);
    expect(data[0].status).toBe('SCHEDULED');
  });

  test('an erased contact disappears, also from an open page', async () => {
    const id = await newContact({ lastName: 'Erased' });
    const watcher = await services.signIn('viewer');
    await watcher.go(`/contacts/${id}`);
    const { page, go } = await services.signIn('member');
    await go(`/contacts/${id}`);
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Erase contact…' }).click();
    await page.getByRole('button', { name: 'Erase contact' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    expect((await services.company.api.get(`/contacts/${id}`)).status).toBe(404);
    await watcher.page.reload();
    await watcher.page.getByText('Not found', { exact: true }).waitFor();
  });

  test('a viewer downloads everything about a contact, and the receipt of its erasure', async () => {
    const id = await newContact({ firstName: 'Maria', lastName: 'Exported' });
    const { page, go, complaints } = await services.signIn('viewer');
    await go(`/contacts/${id}`);
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    const item = page.getByRole('menuitem', { name: 'Export everything (ZIP)' });
    const [archive] = await Promise.all([page.waitForEvent('download'), item.click()]);
    expect(archive.suggestedFilename()).toBe('Maria-Exported.zip');
    const files = unzipped(await buffer(await archive.createReadStream()));
    expect(JSON.parse(String(files.get('contact.json')))).toMatchObject({ id, lastName: 'Exported' });

    await services.company.api.delete(`/contacts/${id}`);
    await go('/contacts/erasures');
    const row = page.getByRole('row').filter({ hasText: id });
    await row.getByText('Contact erased').waitFor();
    const save = row.getByRole('button', { name: 'Save' });
    const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
    const receipt = JSON.parse(String(await buffer(await file.createReadStream())));
    const { data } = (await services.company.api.get(`/erasure-receipts?contactId=${id}`)).body;
    expect(receipt).toMatchObject({ contactId: id, reason: 'DELETED', jws: data[0].jws });
    expect(complaints).toEqual([]);
  });

  test("another company's contact is not found", async () => {
    const other = await services.service.newCompany();
    const { id } = (await other.api.post('/contacts', person())).body;
    const { page, go } = await services.signIn('owner');
    await go(`/contacts/${id}`);
    await page.getByText('Not found', { exact: true }).waitFor();
  });

  test(
    'the contact pages are accessible, in both themes and on a phone',
    async () => {
      const erased = await newContact({ lastName: 'Gone' });
      await services.company.api.delete(`/contacts/${erased}`);
      const id = await newContact({
        lastName: 'Seen',
        email: 'seen@example.com',
        status: 'IN_PROCESS',
        fields: { tier: 'Silver', job_title: 'Clerk', interests: ['tea', 'chess'], work_permit: true },
        workHistory: [{ companyName: 'Nordwind', candidatePosition: 'Clerk', startDate: '2021-02-01' }],
      });
      await services.company.api.post('/do-not-call-registers', { name: 'Robinson list', country: 'GB' });
      await expectAccessible(services, [
        { name: 'contacts', path: '/contacts', ready: (page) => page.getByRole('row').nth(1).waitFor() },
        { name: 'contact', path: `/contacts/${id}`, ready: (page) => page.getByText('Nordwind').waitFor() },
        {
          name: 'contact-documents',
          path: `/contacts/${id}?tab=documents`,
          ready: (page) => page.getByText('No CV yet.').waitFor(),
        },
        {
          name: 'contact-edit',
          path: `/contacts/${id}?edit=yes`,
          ready: (page) => page.getByLabel('First name').waitFor(),
        },
        {
          name: 'erasure-receipts',
          path: '/contacts/erasures',
          ready: (page) => page.getByRole('button', { name: 'Save' }).first().waitFor(),
        },
        {
          name: 'contact-new',
          path: '/contacts/new',
          ready: (page) => page.getByLabel('Shoe size').waitFor(),
        },
        {
          name: 'palette',
          path: '/contacts',
          ready: async (page) => {
            await page.keyboard.press('Control+k');
            await page.getByPlaceholder('Go to a page').fill('Seen');
            await page.getByRole('option', { name: 'Ada Seen' }).waitFor();
          },
        },
        {
          name: 'palette-pages',
          path: '/contacts',
          ready: async (page) => {
            await page.keyboard.press('Control+k');
            await page.getByRole('option', { name: 'Agents' }).waitFor();
          },
        },
        {
          name: 'contact-conversations',
          path: `/contacts/${id}?tab=conversations`,
          ready: (page) => page.getByText('No conversations yet').waitFor(),
        },
        {
          name: 'import',
          path: '/contacts/import',
          ready: (page) => page.getByText('Choose a CSV file').waitFor(),
        },
        {
          name: 'registers',
          path: '/contacts/registers',
          ready: (page) => page.getByRole('heading', { name: 'Robinson list' }).waitFor(),
        },
        {
          name: 'contact-fields',
          path: '/contact-fields',
          ready: (page) => page.getByRole('heading', { name: 'Custom fields' }).waitFor(),
        },
      ]);
    },
    LOOKING_MS,
  );
});
