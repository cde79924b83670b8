import { startPageServer } from '@parley/testing/page-server.ts';
import { people } from '@parley/testing/sourcing-people.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleServices, wrong } from './console-services.ts';

const posting = `<!doctype html><title>Jobs</title><script type="application/ld+json">${JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'JobPosting',
  title: 'Warehouse clerk',
  description: 'Receives and dispatches goods.',
  employmentType: 'FULL_TIME',
  jobLocation: { '@type': 'Place', address: { addressLocality: 'Brno', addressCountry: 'CZ' } },
})}</script>`;

/** Some dozens of pages, also on a machine that is slow. */
const LOOKING_MS = 600_000;
/** The first of all tests builds the console. */
const STARTING_MS = 300_000;

describe.skipIf(toInstall)('jobs, sourcing and contact fields in the console', () => {
  let services: ConsoleServices;
  let pages: Awaited<ReturnType<typeof startPageServer>>;
  beforeAll(async () => {
    pages = await startPageServer();
    services = await startConsoleServices();
    await services.company.api.post('/sourcing/profiles', { profiles: Object.values(people) });
  }, STARTING_MS);
  afterAll(async () => {
    await services?.close();
    await pages?.stop();
  });

  test('a job is imported from its posting, corrected, and stored only then', async () => {
    const address = pages.serve('/clerk', posting);
    const { page, go, complaints } = await services.signIn('member');
    await go('/jobs/new');
    const reader = page.getByRole('region', { name: 'Import from a job posting' });
    await reader.getByLabel('Posting URL').fill(`${pages.serve('/x', '')}nothing`);
    await reader.getByRole('button', { name: 'Import' }).click();
    await reader.getByText('Failed to extract job data from the URL').waitFor();
    await reader.getByLabel('Posting URL').fill(address);
    await reader.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Imported. Check it below').waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Warehouse clerk');
    expect(await page.getByLabel('City').inputValue()).toBe('Brno');
    expect((await services.company.api.get('/jobs')).body.total).toBe(0);
    await page.getByLabel('Title').fill('Warehouse clerk, nights');
    await page.getByLabel('Required skills').fill('Forklift, patience,');
    await page.getByLabel('Minimum salary').fill('30 000');
    await page.getByLabel('Currency').fill('czk');
    await page.getByRole('button', { name: 'Create job' }).click();
    await page.getByRole('heading', { level: 1, name: 'Warehouse clerk, nights' }).waitFor();
    const { data } = (await services.company.api.get('/jobs')).body;
    expect(data[0]).toMatchObject({
      requiredSkills: ['Forklift', 'patience'],
      contractType: 'FULL_TIME',
      location: { city: 'Brno', countryCode: 'CZ' },
      salary: { min: 30_000, currency: 'CZK' },
    });
    expect(complaints).toEqual([]);
  });

  test('a job is edited and closed, and deleting it first says what is lost', async () => {
    const { id } = (await services.company.api.post('/jobs', { title: 'Night guard', benefits: 'Coffee' }))
      .body;
    const { page, go } = await services.signIn('member');
    await go(`/jobs/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Benefits').fill('');
    await page.getByLabel('Currency').fill('€');
    await page.getByRole('button', { name: 'Save' }).click();
    await wrong(page.getByLabel('Currency'));
    await page.getByLabel('Currency').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    expect((await services.company.api.get(`/jobs/${id}`)).body.benefits ?? '').toBe('');
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Close job' }).click();
    await page.getByText('Closed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete job…' }).click();
    await page.getByText('This also deletes every conversation about the job').waitFor();
    await page.getByRole('button', { name: 'Delete job' }).click();
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
    expect((await services.company.api.get(`/jobs/${id}`)).status).toBe(404);
  });

  test('candidates are found, scored and turned into contacts', async () => {
    const { page, go, complaints } = await services.signIn('member');
    await go('/sourcing');
    await page.getByLabel('Title').fill('Backend engineer');
    await page.getByLabel('Required skills').fill('PostgreSQL,');
    await page.getByRole('button', { name: 'Search and score' }).click();
    await page.getByLabel('Select Maria Keller').check();
    await page.getByRole('button', { name: 'Find e-mail addresses' }).click();
    await page.getByRole('list', { name: 'E-mail addresses found' }).getByText('+41446681800').waitFor();
    await page.getByRole('button', { name: 'Create contacts' }).click();
    await page.getByText('1 created.').waitFor();
    const { data } = (await services.company.api.get('/contacts?search=Keller')).body;
    expect(data[0]).toMatchObject({ firstName: 'Maria', email: 'maria.keller@example.com' });
    // The search is in the address: it can be come back to.
    await page.reload();
    await page.getByText('Maria Keller').waitFor();
    expect(complaints).toEqual([]);
  });

  test('a person added to the pool is found by the next search', async () => {
    const { page, go } = await services.signIn('member');
    await go('/sourcing?tab=pool');
    await page.getByRole('button', { name: 'Add to pool' }).click();
    await wrong(page.getByLabel('Name', { exact: true }));
    await page.getByLabel('Name', { exact: true }).fill('Olga Welder');
    await page.getByLabel('Role').fill('Welder');
    await page.getByLabel('Skills').fill('Welding,');
    await page.getByRole('button', { name: 'Add to pool' }).click();
    await page.getByText('Olga Welder was added to the pool').waitFor();
    await page.getByRole('tab', { name: 'Search' }).click();
    await page.getByLabel('Title').fill('Welder');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByLabel('Select Olga Welder').waitFor();
  });

  test('a custom field is created, edited and deleted', async () => {
    const { page, go } = await services.signIn('member');
    await go('/contact-fields');
    await page.getByRole('button', { name: 'New field' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New field' });
    await dialog.getByLabel('Label').fill('Shoe size (EU)');
    expect(await dialog.getByLabel('Key').inputValue()).toBe('shoe_size_eu');
    await dialog.getByLabel('Key').fill('Shoe size!');
    await dialog.getByRole('button', { name: 'Create field' }).click();
    await dialog
      .getByText('Use lower-case letters, digits and underscores, up to 64, and begin with a letter.')
      .waitFor();
    expect(await dialog.innerText()).not.toMatch(/pattern|\^\[/);
    await dialog.getByLabel('Key').fill('shoe_size_eu');
    await dialog.getByLabel('Type').selectOption('enum');
    await dialog.getByRole('button', { name: 'Create field' }).click();
    await wrong(dialog.getByLabel('Options', { exact: true }));
    await dialog.getByLabel('Options', { exact: true }).fill('38,39,');
    await dialog.getByRole('button', { name: 'Create field' }).click();
    await page.getByText('{{contact.shoe_size_eu}}').waitFor();
    await page.getByRole('button', { name: 'More actions for Shoe size (EU)' }).click();
    await page.getByRole('menuitem', { name: 'Edit field…' }).click();
    await page.getByLabel('Label').fill('Shoe size');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'More actions for Shoe size', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete field…' }).click();
    await page.getByRole('button', { name: 'Delete field' }).click();
    await page.getByText('{{contact.shoe_size_eu}}').waitFor({ state: 'detached' });
  });

  test(
    'the job and sourcing pages are accessible, in both themes and on a phone',
    async () => {
      const { body } = await services.company.api.post('/jobs', {
        title: 'Forklift driver',
        description: 'Drives a forklift.',
        requiredSkills: ['Forklift licence'],
        languageRequirements: [{ language: 'EN', proficiency: 'B1' }],
        salary: { min: 30_000, max: 36_000, currency: 'CZK', period: 'MONTHLY' },
      });
      const search = (await services.company.api.post('/sourcing', { title: 'Backend engineer' })).body;
      await expectAccessible(services, [
        { name: 'jobs', path: '/jobs', ready: (page) => page.getByRole('row').nth(1).waitFor() },
        {
          name: 'job',
          path: `/jobs/${body.id}`,
          ready: (page) => page.getByText('Forklift licence').waitFor(),
        },
        { name: 'job-new', path: '/jobs/new', ready: (page) => page.getByLabel('Title').waitFor() },
        {
          name: 'sourcing',
          path: `/sourcing?request=${search.requestId}`,
          ready: (page) => page.getByText('Maria Keller').waitFor(),
        },
        { name: 'pool', path: '/sourcing?tab=pool', ready: (page) => page.getByLabel('Skills').waitFor() },
      ]);
    },
    LOOKING_MS,
  );
});
