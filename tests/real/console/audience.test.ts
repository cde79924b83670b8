import { patience } from '@parley/testing/patience.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hurdles, toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, desktop, phone, startConsoleServices } from './console-services.ts';

/** Pages, dialogs and 2,000 contacts, also on a machine that is slow. */
const LONG_MS = 600_000;
/** The first of all tests builds the console. */
const STARTING_MS = 300_000;

const KNOWN = 25;
const ROWS = 2_000;
const TWICE = 40;

const numberOf = (at: number) => `+4144668${String(at).padStart(4, '0')}`;

/** 2,000 people: 25 are contacts already, 40 come twice, one has a wrong number. */
function file() {
  const people = Array.from(
    { length: ROWS - TWICE - 1 },
    (_, at) => `Person,${at},${numberOf(at)},p${at}@example.com,${at % 4 === 0 ? 'Bern' : 'Basel'}`,
  );
  const twice = people.slice(100, 100 + TWICE).map((row) => row.replace('@example.com', '@other.example'));
  return {
    name: 'renewals.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['First name,Last name,Phone,E-mail,City', ...people, ...twice, 'Bad,Number,call me,,'].join('\r\n'),
    ),
  };
}

describe.skipIf(toInstall)('a long list of contacts in the console', () => {
  let services: ConsoleServices;
  const total = async (query = '') =>
    (await services.company.api.get(`/contacts?limit=1${query}`)).body.total as number;
  beforeAll(async () => {
    services = await startConsoleServices();
    const { api } = services.company;
    await api.post('/contact-fields', { key: 'city', label: 'City', dataType: 'string' });
    for (let at = 0; at < KNOWN; at++)
      await api.post('/contacts', {
        firstName: 'Person',
        lastName: String(at),
        phoneNumber: numberOf(at),
        gdprExpiryDate: '2099-12-31',
      });
  }, STARTING_MS);
  afterAll(() => services?.close());

  test('2,000 rows with duplicates are checked, imported, saved as a segment, tagged, and the import is undone', {
    timeout: LONG_MS,
  }, async () => {
    const { page, go, complaints } = await services.signIn('member');
    await go('/contacts/import');
    await page.getByLabel('Choose a CSV file').setInputFiles(file());
    await page.getByRole('button', { name: 'Check 2,000 rows' }).click();
    const check = page.getByRole('status', { name: 'Result of the check' });
    await check.waitFor({ timeout: LONG_MS });
    const fresh = ROWS - TWICE - 1 - KNOWN;
    expect((await check.innerText()).replaceAll(/\s+/g, ' ')).toBe(
      `New ${fresh.toLocaleString('en')} Duplicates to skip ${KNOWN + TWICE} With mistakes 1`,
    );
    expect(await hurdles(page)).toEqual([]);
    expect(await total()).toBe(KNOWN);

    await page.getByLabel('When a contact already exists').selectOption({ label: 'Fill in what is missing' });
    await page.getByLabel('Tag all rows').fill('Fair');
    await page.getByLabel('Tag all rows').press('Enter');
    await page.getByRole('button', { name: 'Import 2,000 contacts' }).click();
    await page.getByText('View contacts').waitFor({ timeout: LONG_MS });
    const report = await page.getByRole('status').filter({ hasText: 'Imported' }).innerText();
    expect(report.replaceAll(/\s+/g, ' ')).toContain(`Imported ${fresh.toLocaleString('en')} Updated 25`);
    expect(await total()).toBe(fresh + KNOWN);
    expect(await total('&tag=fair')).toBe(fresh + KNOWN);

    await page.getByText('View contacts').click();
    await page.getByLabel('Search name, e-mail, number').fill('044 668 0007');
    await page.getByRole('link', { name: 'Person 7' }).waitFor();
    await page.getByLabel('Search name, e-mail, number').fill('');

    await page.getByRole('button', { name: 'Filter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter contacts' });
    await dialog.getByLabel('Condition 1', { exact: true }).selectOption({ label: 'Field' });
    await dialog.getByLabel('Field of condition 1').selectOption({ label: 'City' });
    await dialog.getByLabel('Value of condition 1').fill('bern');
    await dialog.getByRole('button', { name: 'Add condition' }).click();
    await dialog.getByLabel('Condition 2', { exact: true }).selectOption({ label: 'Calls placed' });
    await dialog.getByLabel('Comparison of condition 2').selectOption({ label: 'at most' });
    await dialog.getByRole('button', { name: 'Show contacts' }).click();
    await dialog.getByText('Enter a value.').waitFor();
    await dialog.getByLabel('Value of condition 2').fill('0');
    expect(await hurdles(page)).toEqual([]);
    await dialog.getByLabel('Save as a segment').fill('Bern, not called');
    await dialog.getByRole('button', { name: 'Save segment' }).click();
    const bern = Math.ceil((ROWS - TWICE - 1) / 4);
    await page.getByRole('main').getByText(String(bern), { exact: true }).first().waitFor();

    await page.getByRole('button', { name: 'Name' }).click();
    await page
      .getByRole('columnheader', { name: 'Name' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    // Until the sorted rows have come there is nothing to select.
    const everybody = page.getByLabel('Select all loaded rows');
    await expect
      .poll(
        () =>
          everybody.check().then(
            () => true,
            () => false,
          ),
        patience,
      )
      .toBe(true);
    await page.getByRole('button', { name: `Select all ${bern}` }).click();
    await page.getByText(`${bern} contacts selected`).waitFor();
    expect(await hurdles(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add tags' }).click();
    const tagging = page.getByRole('dialog', { name: `Add tags to ${bern} contacts` });
    await tagging.getByLabel('Tags').fill('Call first');
    await tagging.getByRole('button', { name: 'Add tags' }).click();
    await page.getByText(`${bern} contacts tagged`).waitFor();
    expect(await total('&tag=call%20first')).toBe(bern);

    // Shift selects a range, and only these are deleted.
    await page.getByRole('row').nth(1).getByRole('checkbox').click();
    await page
      .getByRole('row')
      .nth(3)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await page.getByText('3 contacts selected').waitFor();
    await page.getByRole('button', { name: 'More actions for the selected contacts' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete 3 contacts' }).click();
    await page.getByText('3 contacts deleted').waitFor();
    expect(await total()).toBe(fresh + KNOWN - 3);

    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'City' }).check();
    const headers = async () => (await page.getByRole('columnheader').allInnerTexts()).slice(1);
    await page.getByRole('button', { name: 'Move City up' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('columnheader', { name: 'City' }).waitFor();
    expect(await headers()).toEqual(['Name', 'Phone', 'E-mail', 'Tags', 'Status', 'City', 'Created']);
    await page.getByRole('columnheader', { name: 'City' }).getByRole('button').click();
    await page
      .getByRole('columnheader', { name: 'City' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    // A field has no index: the list of this search is short enough to sort.
    await page.getByRole('row').nth(1).waitFor();
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
    await page.setViewportSize(phone);
    await page.getByRole('row').nth(1).getByText('City:').waitFor();
    await page.setViewportSize(desktop);

    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByLabel('Name of the view').fill('Bern by name');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name: 'Bern by name' }).click();
    await page.getByRole('menuitem', { name: 'Rename view Bern by name…' }).click();
    await page.getByLabel('Name of the view').fill('People of Bern');
    await page.getByRole('button', { name: 'Rename view' }).click();
    await page.getByRole('button', { name: 'People of Bern' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'City' }).uncheck();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Update view People of Bern' }).click();
    await page.getByRole('button', { name: 'People of Bern' }).waitFor();
    const views = (await services.company.api.get('/contact-views')).body.data;
    expect(
      views.map((view: { name: string; columns: string[] }) => [
        view.name,
        view.columns.includes('fields.city'),
      ]),
    ).toEqual([['People of Bern', false]]);

    const [other] = (await services.company.api.get(`/contacts?phoneNumber=${numberOf(1004).slice(1)}`)).body
      .data;
    await services.company.api.patch(`/contacts/${other.id}`, {
      status: 'ACCEPTED',
      fields: { city: 'Basel' },
    });
    await page.getByRole('link', { name: 'Person 1008' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Merge with another contact…' }).click();
    await page.getByRole('combobox', { name: 'The other contact' }).fill('044 668 1004');
    await page.getByRole('option', { name: 'Person 1004' }).click();
    await page.getByLabel('Last name: 1004').check();
    await page.getByLabel('Status: Accepted').check();
    await page.getByLabel('City: Basel').check();
    expect(await hurdles(page)).toEqual([]);
    await page.getByRole('button', { name: 'Merge contacts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Person 1004' }).waitFor();
    const [merged] = (await services.company.api.get(`/contacts?phoneNumber=${numberOf(1008).slice(1)}`)).body
      .data;
    expect(merged).toMatchObject({ status: 'ACCEPTED', fields: { city: 'Basel' } });
    expect(await total()).toBe(fresh + KNOWN - 4);

    await go('/contacts/import');
    const earlier = page.getByRole('table', { name: 'Earlier imports' });
    await earlier.getByText('renewals.csv').waitFor();
    await earlier.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await earlier.getByText('Undone').waitFor({ timeout: LONG_MS });
    // Whoever was there before stays, except those deleted above; so does who was merged or tagged since.
    for (const [who, most] of [
      ['&tag=fair', bern],
      ['&search=Person', bern + KNOWN],
    ] as const) {
      expect(await total(who)).toBeGreaterThan(1);
      expect(await total(who)).toBeLessThanOrEqual(most);
    }
    expect(complaints).toEqual([]);
  });

  test('a segment is built of several values, and of who is not in a run, a job or an import', async () => {
    const { api } = services.company;
    const agent = { name: 'Grace', focus: 'GENERIC', language: 'EN' };
    const { id: agentId } = (await api.post('/agents', agent)).body;
    const { id: runId } = (await api.post('/runs', { name: 'Spring renewals', agentId })).body;
    const { id: importId } = (await api.post('/contact-imports', { name: 'fair.csv' })).body;
    const { id: jobId } = (await api.post('/jobs', { title: 'Warehouse clerk' })).body;
    const { page, go, complaints } = await services.signIn('member');
    await go('/contacts');
    await page.getByRole('button', { name: 'Filter' }).click();
    const dialog = page.getByRole('dialog', { name: 'Filter contacts' });
    const condition = async (place: number, subject: string, verb?: string) => {
      if (place > 1) await dialog.getByRole('button', { name: 'Add condition' }).click();
      await dialog.getByLabel(`Condition ${place}`, { exact: true }).selectOption({ label: subject });
      if (verb) await dialog.getByLabel(`Comparison of condition ${place}`).selectOption({ label: verb });
      // The list of what was found has the same name.
      return dialog.getByLabel(`Value of condition ${place}`).and(page.locator('input, select'));
    };
    const status = await condition(1, 'Status');
    await status.selectOption({ label: 'Applied' });
    await status.selectOption({ label: 'Rejected' });
    const search = [
      await condition(2, 'Run', 'is none of'),
      await condition(3, 'Job', 'is none of'),
      await condition(4, 'Import'),
    ];
    for (const [place, name] of ['Spring renewals', 'Warehouse clerk', 'fair.csv'].entries()) {
      await search[place]?.fill(name);
      await dialog.getByRole('option', { name }).click();
      await dialog.getByRole('button', { name: `Remove ${name}` }).waitFor();
    }
    const city = await condition(5, 'Field');
    await dialog.getByLabel('Field of condition 5').selectOption({ label: 'City' });
    await city.fill('Acme, Inc.');
    await city.press('Enter');
    await city.fill('Bern');
    expect(await hurdles(page)).toEqual([]);
    await dialog.getByLabel('Save as a segment').fill('Not reached');
    await dialog.getByRole('button', { name: 'Save segment' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { data } = (await api.get('/contact-segments')).body;
    const made = data.find(({ name }: { name: string }) => name === 'Not reached');
    expect(made.filter.conditions).toEqual([
      { on: 'status', anyOf: ['APPLIED', 'REJECTED'] },
      { on: 'run', anyOf: [runId], not: true },
      { on: 'job', anyOf: [jobId], not: true },
      { on: 'import', anyOf: [importId] },
      { on: 'field', key: 'city', anyOf: ['Acme, Inc.', 'Bern'] },
    ]);
    await page.getByRole('button', { name: 'More actions for segment Not reached' }).click();
    await page.getByRole('menuitem', { name: 'Edit segment' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit segment Not reached' });
    await edited.getByRole('button', { name: 'Remove Spring renewals' }).waitFor();
    await edited.getByRole('button', { name: 'Remove Rejected' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('chosen contacts are added to a run that is older than a hundred others, or to a new one', {
    timeout: LONG_MS,
  }, async () => {
    const { api } = services.company;
    const { id: agentId } = (await api.post('/agents', { name: 'Grace', focus: 'GENERIC' })).body;
    const runNamed = async (name: string) => (await api.post('/runs', { name, agentId })).body.id;
    const oldId = await runNamed('Autumn renewals');
    for (let at = 0; at < 101; at++) await runNamed(`Newer ${at}`);
    const namesIn = async (id: string) =>
      (await api.get(`/runs/${id}/contacts`)).body.data.map(
        ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`,
      );
    const { page, go, complaints } = await services.signIn('member');
    const add = async () => {
      await go('/contacts?search=Person');
      const row = page.getByRole('row').nth(1);
      const name = (await row.getByRole('link').first().innerText()).trim();
      await row.getByRole('checkbox').click();
      await page.getByRole('button', { name: 'Add to run' }).click();
      return name;
    };

    const first = await add();
    const dialog = page.getByRole('dialog', { name: 'Add 1 contact to a run' });
    await dialog.getByRole('combobox', { name: 'Run' }).fill('autumn');
    await dialog.getByRole('option', { name: 'Autumn renewals' }).click();
    await dialog.getByText('(Draft)').waitFor();
    expect(await hurdles(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add to run' }).click();
    await dialog.getByText('1 attached').waitFor();
    expect(await namesIn(oldId)).toEqual([first]);

    const second = await add();
    await dialog.getByRole('button', { name: 'New run' }).click();
    const making = page.getByRole('dialog', { name: 'Add 1 contact to a new run' });
    await making.getByLabel('Name').fill('Winter renewals');
    expect(await hurdles(page)).toEqual([]);
    await making.getByRole('button', { name: 'Create run' }).click();
    await making.getByText('1 attached').waitFor();
    await making.getByRole('link', { name: 'View run' }).click();
    await page.getByRole('heading', { level: 1, name: 'Winter renewals' }).waitFor();
    expect(await namesIn(new URL(page.url()).pathname.split('/').at(-1) ?? '')).toEqual([second]);
    expect(complaints).toEqual([]);
  });

  test('“Attach the others” attaches everybody but those whom the run refused', {
    timeout: LONG_MS,
  }, async () => {
    const { api } = services.company;
    const { id: agentId } = (await api.post('/agents', { name: 'Recruiter', focus: 'SCREENING' })).body;
    const { id: runId } = (await api.post('/runs', { name: 'Needs jobs', agentId })).body;
    const { id: jobId } = (await api.post('/jobs', { title: 'Nurse' })).body;
    const person = { firstName: 'Applicant', gdprExpiryDate: '2099-12-31' };
    await api.post('/contacts', {
      ...person,
      lastName: 'Placed',
      email: 'placed@example.com',
      jobIds: [jobId],
    });
    await api.post('/contacts', { ...person, lastName: 'Jobless', email: 'jobless@example.com' });
    const { page, go, complaints } = await services.signIn('member');
    await go('/contacts?search=Applicant');
    await page.getByRole('link', { name: 'Applicant Jobless' }).waitFor();
    for (const at of [1, 2]) await page.getByRole('row').nth(at).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Add to run' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add 2 contacts to a run' });
    await dialog.getByRole('combobox', { name: 'Run' }).fill('needs jobs');
    await dialog.getByRole('option', { name: 'Needs jobs' }).click();
    await dialog.getByText('(Draft)').waitFor();
    await dialog.getByRole('button', { name: 'Add to run' }).click();
    await dialog.getByText('Not attached, because of one contact.').waitFor();
    await dialog.getByRole('link', { name: 'Applicant Jobless' }).waitFor();
    await dialog.getByRole('button', { name: 'Attach the others' }).click();
    await dialog.getByText('1 attached, 1 left out.').waitFor();
    const { data } = (await api.get(`/runs/${runId}/contacts`)).body;
    expect(data.map(({ lastName }: { lastName: string }) => lastName)).toEqual(['Placed']);
    // The browser notes the refusal that was meant to come.
    expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
  });

  test('the list, the filter and the import of contacts are accessible', {
    timeout: LONG_MS,
  }, async () => {
    const { api } = services.company;
    const { body } = await api.post('/contact-segments', {
      name: 'With a number',
      filter: { conditions: [{ on: 'phoneNumber' }] },
    });
    for (const [lastName, tags] of [
      ['Novak', ['renewal', 'vip']],
      ['Marsh', ['renewal']],
    ] as const)
      await api.post('/contacts', {
        firstName: 'Ada',
        lastName,
        email: `${lastName}@example.com`,
        phoneNumber: '+15005550000',
        tags,
        gdprExpiryDate: '2099-12-31',
      });
    await expectAccessible(services, [
      {
        name: 'contacts-selected',
        path: `/contacts?segmentId=${body.id}&sort=name`,
        ready: async (page) => {
          await page.getByRole('row').nth(1).getByRole('checkbox').click();
          await page.getByText('1 contact selected').waitFor();
        },
      },
      {
        name: 'contacts-filter',
        path: '/contacts',
        ready: async (page) => {
          await page.getByRole('button', { name: 'Filter', exact: true }).click();
          await page.getByRole('dialog').getByRole('button', { name: 'Add condition' }).click();
        },
      },
      {
        name: 'contacts-columns',
        path: '/contacts',
        ready: async (page) => {
          await page.getByRole('button', { name: 'Columns' }).click();
        },
      },
      {
        name: 'contacts-import-check',
        path: '/contacts/import',
        ready: async (page) => {
          await page.getByLabel('Choose a CSV file').setInputFiles({
            name: 'few.csv',
            mimeType: 'text/csv',
            buffer: Buffer.from(
              'First name,Last name,Phone,E-mail\r\nAda,Novak,,novak@example.com\r\nBad,Row,call me,\r\nEva,Malá,+41446680001,',
            ),
          });
          await page.getByRole('button', { name: 'Check 3 rows' }).click();
          await page.getByRole('status', { name: 'Result of the check' }).waitFor();
        },
      },
    ]);
  });
});
