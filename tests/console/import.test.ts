import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hurdles, toInstall } from '../browser/chromium.ts';
import { type ConsoleHouse, startConsoleHouse, type Window } from './console-house.ts';

const csv = (lines: readonly string[], name = 'people.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});

/** The first of all tests builds the console. */
const STARTING_MS = 300_000;

describe.skipIf(toInstall)('importing contacts from a CSV', () => {
  let house: ConsoleHouse;
  beforeAll(async () => {
    house = await startConsoleHouse();
  }, STARTING_MS);
  afterAll(() => house?.close());

  const choose = async ({ page, go }: Window, file: ReturnType<typeof csv>) => {
    await go('/contacts/import');
    await page.getByLabel('Choose a CSV file').setInputFiles(file);
    await page.getByRole('heading', { name: `Columns of ${file.name}` }).waitFor();
  };

  test('good rows are kept; bad ones are named with line and reason, and come back as a file', async () => {
    const window = await house.enter('member');
    const { page, complaints } = window;
    await choose(
      window,
      csv([
        '\uFEFFVorname;Nachname;Telefon;Employer;Years of experience',
        'Ada;Novak;+15005550000;"Nordwind; Ltd";4',
        'Bad;Number;call me;;',
        'Žofie;Dvořák;+15005550001;Plzeň;several',
        'Eva;Malá;+15005550002;;',
      ]),
    );
    await page.getByLabel('What Employer becomes').selectOption({ label: 'Organization' });
    await page.getByRole('region', { name: 'First rows' }).getByText('Nordwind; Ltd').waitFor();
    expect(await hurdles(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import 4 contacts' }).click();

    const refused = page.getByRole('list', { name: 'Refused rows' });
    await refused.getByText('Line 3').waitFor();
    await refused.getByText('Line 4').waitFor();
    expect(await refused.getByText('Years of experience must be a number').count()).toBe(1);
    expect(await refused.getByRole('listitem').count()).toBe(2);
    expect(await hurdles(page)).toEqual([]);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the refused rows' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('refused-people.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFFVorname,Nachname,Telefon,Employer,Years of experience,Line,Reason',
    );
    expect(text).toContain('Bad,Number,call me,,,3,');

    const { data, total } = (await house.company.api.get('/contacts?limit=100')).body;
    expect(total).toBe(2);
    expect(data.map(({ lastName }: { lastName: string }) => lastName).sort()).toEqual(['Malá', 'Novak']);
    expect(data.find(({ lastName }: { lastName: string }) => lastName === 'Novak').fields).toEqual({
      organization: 'Nordwind; Ltd',
      years_of_experience: 4,
    });
    expect(complaints).toEqual([]);
  });

  test('a connection that breaks in the middle neither loses nor doubles a contact', async () => {
    const window = await house.enter('member');
    const { page } = window;
    const before = (await house.company.api.get('/contacts?limit=1')).body.total;
    await choose(
      window,
      csv([
        'First name,Last name,Phone',
        ...Array.from({ length: 1_200 }, (_, at) => `Row,${at},+1500555${String(at % 10).padStart(4, '0')}`),
      ]),
    );
    // The service takes the first piece; its answer never arrives.
    await page.route(
      '**/console/api/contacts/import',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Import 1,200 contacts' }).click();
    await page.getByRole('alert').filter({ hasText: 'going on doubles none' }).waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page
      .getByRole('button', { name: 'Import' })
      .or(page.getByText('See the contacts'))
      .first()
      .waitFor();
    await page.getByText('See the contacts').waitFor();
    expect((await house.company.api.get('/contacts?limit=1')).body.total).toBe(before + 1_200);
  });

  test('an import of 50,000 lines is paused and stopped by who started it, with what is in kept', async () => {
    const window = await house.enter('member');
    const { page } = window;
    const before = (await house.company.api.get('/contacts?limit=1')).body.total;
    await choose(
      window,
      csv([
        'First name,Last name,Phone,Notes',
        ...Array.from({ length: 50_000 }, (_, at) => `Row,${at},+15005550000,"one ""of"" many, really"`),
      ]),
    );
    await page.getByRole('button', { name: 'Import 50,000 contacts' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Not sent', { exact: true }).waitFor();
    const imported = await page.getByRole('status').filter({ hasText: 'Imported' }).innerText();
    const made = Number(/Imported\s+([\d,]+)/.exec(imported)?.[1]?.replaceAll(',', ''));
    expect(made).toBeGreaterThan(0);
    expect((await house.company.api.get('/contacts?limit=1')).body.total).toBe(before + made);
  });
});
