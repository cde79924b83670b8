import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hurdles, toInstall } from '../browser/chromium.ts';
import { type ConsoleServices, startConsoleServices, type Window } from './console-services.ts';

const csv = (lines: readonly string[], name = 'people.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});

/** A file of 10,000 lines takes a while to be contacts. */
const LONG_MS = 600_000;
/** The first of all tests builds the console. */
const STARTING_MS = 300_000;

const LINES = 10_000;
const BAD_EVERY = 80;
const SHOWN = 100;

/** What is wrong with a row, and how the report says it. */
const wrongs = [
  { row: 'Bad,Phone,call me,4', reason: /^Phone number / },
  { row: 'Bad,Years,+15005550001,several', reason: /^Years of experience must be a number/ },
  { row: 'Bad,Digits,+150055500019999999,4', reason: /^Phone number / },
] as const;

/** A file of 10,000 lines, with bad rows all through it, a record on two lines and one that never ends. */
function longFile() {
  const lines = ['First name,Last name,Phone,Years of experience,Remark'];
  const bad: { line: number; reason: RegExp }[] = [];
  let good = 0;
  while (lines.length < LINES - 1) {
    const line = lines.length + 1;
    const wrong = line % BAD_EVERY === 0 ? wrongs[(line / BAD_EVERY) % wrongs.length] : undefined;
    if (wrong) {
      bad.push({ line, reason: wrong.reason });
      lines.push(wrong.row);
    } else {
      good += 1;
      if (line === 4_001) lines.push('Ada,Broken,+15005550000,4,"on', 'two lines"');
      else
        lines.push(`Row,${line},+1500555${String(line % 10).padStart(4, '0')},${line % 10 === 0 ? 4 : ''}`);
    }
  }
  bad.push({ line: LINES, reason: /^A quotation mark is opened here and never closed$/ });
  lines.push('Eva,"Open');
  return { file: csv(lines, 'many.csv'), bad, good };
}

describe.skipIf(toInstall)('importing contacts from a CSV', () => {
  let services: ConsoleServices;
  beforeAll(async () => {
    services = await startConsoleServices();
  }, STARTING_MS);
  afterAll(() => services?.close());

  const choose = async ({ page, go }: Window, file: ReturnType<typeof csv>) => {
    await go('/contacts/import');
    await page.getByLabel('Choose a CSV file').setInputFiles(file);
    await page.getByRole('heading', { name: `Columns of ${file.name}` }).waitFor();
  };

  test('good rows are imported; bad ones are listed with line and reason, and can be downloaded', async () => {
    const window = await services.signIn('member');
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
    await page.getByLabel('Field for Employer').selectOption({ label: 'Organization' });
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
      page.getByRole('button', { name: 'Download refused rows' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('refused-people.csv');
    // Not as text: that would hide the byte order mark.
    const text = String(await buffer(await download.createReadStream()));
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFFVorname,Nachname,Telefon,Employer,Years of experience,Line,Reason',
    );
    expect(text).toContain('Bad,Number,call me,,,3,');

    const { data, total } = (await services.company.api.get('/contacts?limit=100')).body;
    expect(total).toBe(2);
    expect(data.map(({ lastName }: { lastName: string }) => lastName).sort()).toEqual(['Malá', 'Novak']);
    expect(data.find(({ lastName }: { lastName: string }) => lastName === 'Novak').fields).toEqual({
      organization: 'Nordwind; Ltd',
      years_of_experience: 4,
    });
    expect(complaints).toEqual([]);
  });

  test('numbers without a country code are imported from the chosen country, into a field created meanwhile', async () => {
    const company = await services.service.newCompany();
    const window = await services.signIn('owner', { company });
    const { page, go, complaints } = window;
    await choose(
      window,
      csv(['Name,Mobile,Plan name', 'Ada Novak,07700 900123,Gold', 'Eva Malá,07700 900124,Silver']),
    );
    await page.getByText('2 rows have phone numbers without a country code, such as 07700 900123.').waitFor();
    await page.getByRole('button', { name: 'Check 2 rows' }).click();
    const wrong = page.getByRole('list', { name: 'Rows to look at' });
    await wrong.getByText('Phone number has no country code: write it with +').first().waitFor();
    await wrong.getByText('Ada Novak · 07700 900123 · Gold').waitFor();
    expect(await hurdles(page)).toEqual([]);
    const country = page.getByLabel('Numbers without a country code are from');
    await country.selectOption({ label: 'United Kingdom' });

    await page.getByLabel('Field for Plan name').selectOption({ label: 'Create field “Plan name”…' });
    const dialog = page.getByRole('dialog', { name: 'New field' });
    expect(await dialog.getByLabel('Label').inputValue()).toBe('Plan name');
    await dialog.getByRole('button', { name: 'Create field' }).click();
    await page.getByRole('region', { name: 'First rows' }).getByText('Gold').waitFor();
    await page.getByRole('button', { name: 'Import 2 contacts' }).click();
    await page.getByText('View contacts').waitFor();
    const { data } = (await company.api.get('/contacts')).body;
    expect(
      data
        .map(({ phoneNumber, fields }: { phoneNumber: string; fields: object }) => [phoneNumber, fields])
        .sort(),
    ).toEqual([
      ['+447700900123', { plan_name: 'Gold' }],
      ['+447700900124', { plan_name: 'Silver' }],
    ]);

    // The owner sets the country once; the next import has it.
    await go('/company');
    await page.getByLabel('Country').selectOption({ label: 'United Kingdom' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    expect((await company.api.get(`/companies/${company.id}`)).body.defaultCountry).toBe('GB');
    expect(await hurdles(page)).toEqual([]);
    await choose(window, csv(['Name,Mobile', 'Max Good,07700 900125']));
    expect(await country.inputValue()).toBe('GB');
    expect(complaints).toEqual([]);
  });

  test('a couple and customers without a name are imported, and rows that are twice in the file are listed', async () => {
    const company = await services.service.newCompany({ defaultCountry: 'CH' });
    const window = await services.signIn('owner', { company });
    const { page, complaints } = window;
    await choose(
      window,
      csv([
        'First name,Last name,Phone,Delete documents on',
        'Maria,Keller,+41446681800,31/12/2027',
        'Jürg,Keller,+41446681800,05/02/2027',
        'MARIA,Keller,044 668 18 00,05/02/2027',
        'n/a,Novak,+41446681801,05/02/2027',
      ]),
    );
    await page.getByRole('region', { name: 'First rows' }).getByText('February 5, 2027').first().waitFor();
    await page.getByText('1 row has no first or no last name, such as line 5.').waitFor();
    await page.getByRole('button', { name: 'Check 4 rows' }).click();
    const notable = page.getByRole('list', { name: 'Rows to look at' });
    await notable.getByText('Same number as line 2, another name (Maria Keller)').waitFor();
    await notable.getByText('The same person as line 2').waitFor();
    await page.getByRole('button', { name: 'Import 3 contacts' }).click();
    await page.getByText('View contacts').waitFor();
    const report = await page.getByRole('status').filter({ hasText: 'Imported' }).innerText();
    expect(report.replaceAll(/\s+/g, ' ')).toBe('Imported 3 Skipped 1 Twice in the file Refused 0');
    await page.getByText('Skipped rows: twice in the file (1)').click();
    const twice = page.getByRole('list', { name: 'Skipped rows: twice in the file' });
    await twice.getByText('Line 4').waitFor();
    expect(await hurdles(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download skipped rows: twice in the file' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('twice-people.csv');
    const { data } = (await company.api.get('/contacts')).body;
    const names = data.map(
      (one: { firstName: string; lastName: string }) => `${one.firstName} ${one.lastName}`,
    );
    expect(names.sort()).toEqual(['Customer Novak', 'Jürg Keller', 'Maria Keller']);
    expect(complaints).toEqual([]);
  });

  test('a broken connection neither loses nor duplicates a contact', async () => {
    const window = await services.signIn('member');
    const { page } = window;
    const before = (await services.company.api.get('/contacts?limit=1')).body.total;
    await choose(
      window,
      csv([
        'First name,Last name,Phone',
        ...Array.from({ length: 1_200 }, (_, at) => `Row,${at},+1500555${String(at % 10).padStart(4, '0')}`),
      ]),
    );
    // The service takes the first piece; its answer never arrives.
    await page.route(
      '**/contact-imports/*/rows',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Import 1,200 contacts' }).click();
    await page.getByRole('alert').filter({ hasText: 'Resuming creates no duplicates' }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Import' }).or(page.getByText('View contacts')).first().waitFor();
    await page.getByText('View contacts').waitFor();
    expect((await services.company.api.get('/contacts?limit=1')).body.total).toBe(before + 1_200);
  });

  test('10,000 rows are imported, and every bad row is reported with its line', {
    timeout: LONG_MS,
  }, async () => {
    const window = await services.signIn('member');
    const { page, complaints } = window;
    const before = (await services.company.api.get('/contacts?limit=1')).body.total;
    const { file, bad, good } = longFile();
    await choose(window, file);
    await page.getByText(`1 record could not be read; the first is on line ${LINES}`).waitFor();
    const rows = (good + bad.length - 1).toLocaleString('en');
    await page.getByRole('button', { name: `Import ${rows} contacts` }).click();
    await page.getByText('View contacts').waitFor({ timeout: LONG_MS });
    const report = await page.getByRole('status').filter({ hasText: 'Imported' }).innerText();
    expect(report.replaceAll(/\s+/g, ' ')).toBe(
      `Imported ${good.toLocaleString('en')} Refused ${bad.length.toLocaleString('en')}`,
    );
    expect((await services.company.api.get('/contacts?limit=1')).body.total).toBe(before + good);
    expect((await services.company.api.get('/contacts?search=Broken')).body.total).toBe(1);

    const named = await page.getByRole('list', { name: 'Refused rows' }).getByRole('listitem').all();
    expect(named).toHaveLength(SHOWN);
    for (const [place, item] of named.entries()) {
      const [line, reason] = await item.locator('span').allInnerTexts();
      expect([line, reason]).toEqual([
        `Line ${bad[place]?.line}`,
        expect.stringMatching(bad[place]?.reason ?? ''),
      ]);
    }
    await page.getByText(`And ${bad.length - SHOWN} more: they are all in the file.`).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download refused rows' }).click(),
    ]);
    const [, ...refused] = String(await buffer(await download.createReadStream()))
      .trimEnd()
      .split('\r\n');
    const lineOf = (row: string) => Number(/,(\d+),(?:"[^"]*"|[^,"]*)$/.exec(row)?.[1]);
    expect(refused.map(lineOf)).toEqual(bad.map(({ line }) => line));
    expect(complaints).toEqual([]);
  });

  test('an import of 50,000 rows can be paused and stopped, and keeps what was imported', async () => {
    const window = await services.signIn('member');
    const { page } = window;
    const before = (await services.company.api.get('/contacts?limit=1')).body.total;
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
    expect((await services.company.api.get('/contacts?limit=1')).body.total).toBe(before + made);
  });
});
