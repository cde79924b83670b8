import { sql } from '@parley/service/storage/sql.ts';
import { Browser, invited, PASSWORD } from '@parley/testing/console-browser.ts';
import type { TestCompany } from '@parley/testing/service.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { type ConsoleServices, startConsoleServices, type Window } from './console-services.ts';

const SLOW_MS = 120_000;
/** The console may have to be built first. */
const OPEN_MS = 300_000;

describe.skipIf(toInstall)('a session in several windows', { timeout: SLOW_MS }, () => {
  let services: ConsoleServices;
  let second: TestCompany;
  beforeAll(async () => {
    services = await startConsoleServices();
    second = await services.service.newCompany({ name: 'Northgate' });
  }, OPEN_MS);
  afterAll(() => services?.close());

  const me = (page: Page) =>
    page.evaluate(async () => {
      const answer = await fetch('/console/api/me', { headers: { 'x-parley-console': '1' } });
      return (await answer.json()) as { id: string; email: string; company: { name: string } };
    });

  /** Somebody of two companies, who looks at the first, Acme. */
  async function ofTwo(): Promise<Window & { email: string; id: string }> {
    const window = await services.signIn('owner', { isNew: true });
    await window.go('/');
    const { email, id } = await me(window.page);
    const token = await invited(services.service, second.id, 'owner', email);
    await new Browser(services.service.url).post('/console/api/invitations/redeem', { token });
    await window.go('/contacts/new');
    return { ...window, email, id };
  }

  const choose = async (page: Page, name: string) => {
    const side = page.getByRole('complementary');
    await side.getByRole('button', { name: /Acme|Northgate/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  const endSessions = (userId: string) =>
    services.service.services.database.all(sql`delete from sessions where user_id = ${userId} returning id`);

  test('a browser window that stays open keeps its company', async () => {
    const { page } = await ofTwo();
    await page.getByLabel('First name').fill('Ada');
    await choose(page, 'Northgate');
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Stay' }).waitFor({ state: 'hidden' });
    expect((await me(page)).company.name).toBe('Acme');

    await choose(page, 'Northgate');
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('complementary').getByText('Northgate').waitFor();
    expect((await me(page)).company.name).toBe('Northgate');
  });

  test('signing in again in a window keeps its company and the typed input', async () => {
    const { page, id, go, complaints } = await ofTwo();
    await choose(page, 'Northgate');
    await page.getByRole('complementary').getByText('Northgate').waitFor();
    await go('/contacts/new');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Poe');
    await page.getByLabel('Phone number').first().fill('+15005550000');
    await endSessions(id);
    await page.getByRole('button', { name: 'Create contact' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    for (const key of ['Escape', 'Escape', 'Escape', 'Control+k']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(1);

    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('complementary').getByText('Northgate').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    await page.getByRole('complementary').getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Create contact' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada Poe' }).waitFor();
    expect((await second.api.get('/contacts')).body.total).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('signing in by link in another window signs in this window too', async () => {
    const { page, context, id, email } = await ofTwo();
    await page.getByLabel('First name').fill('Ada');
    await endSessions(id);
    await page.getByLabel('Last name').fill('Poe');
    await page.getByRole('button', { name: 'Create contact' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('E-mail').fill('mistyped@console.example');
    await dialog.getByRole('button', { name: 'E-mail me a link' }).click();
    await dialog.getByRole('button', { name: 'I have signed in' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Use another method' }).click();
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByRole('button', { name: 'E-mail me a link' }).click();
    await dialog.getByRole('button', { name: 'I have signed in' }).waitFor();

    await context.request.post('/console/api/sign-in', { data: { email, password: PASSWORD } });
    await dialog.getByRole('button', { name: 'I have signed in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
  });

  test('when another window switches company, a window asks what to do and keeps its input', async () => {
    const { page, context, complaints } = await ofTwo();
    await page.getByLabel('First name').fill('Ada');
    const other = await context.newPage();
    await other.goto('/console/');
    await choose(other, 'Northgate');
    await other.getByRole('complementary').getByText('Northgate').waitFor();
    const dialog = page.getByRole('dialog', { name: 'You switched to another company' });
    await dialog.getByRole('button', { name: 'Stay with Acme' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    expect((await me(page)).company.name).toBe('Acme');

    await other.getByRole('button', { name: 'Switch to Acme' }).click();
    await other.getByRole('complementary').getByText('Acme').waitFor();
    expect(complaints).toEqual([]);
  });
});
