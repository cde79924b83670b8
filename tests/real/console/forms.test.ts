import { operatorToken } from '@parley/testing/console-browser.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { type ConsoleServices, openWindow, startConsoleServices } from './console-services.ts';

const SLOW_MS = 120_000;
/** The console may have to be built first. */
const OPEN_MS = 300_000;

describe.skipIf(toInstall)('forms of the console', { timeout: SLOW_MS }, () => {
  let services: ConsoleServices;
  beforeAll(async () => {
    services = await startConsoleServices();
  }, OPEN_MS);
  afterAll(() => services?.close());

  const newAgent = async (name: string): Promise<string> =>
    (await services.company.api.post('/agents', { name, focus: 'GENERIC' })).body.id;
  const newWebhook = async (name: string): Promise<string> => {
    const webhook = { name, url: 'http://127.0.0.1:9/hook', events: ['PING'] };
    return (await services.company.api.post('/webhooks', webhook)).body.id;
  };
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  test('the stored key of a model is removed only on request', async () => {
    const { service, browser, company } = services;
    const token = await operatorToken(service, company.id);
    const { page, go } = await openWindow(await browser.newContext({ baseURL: service.url }));
    await page.goto(`/console/sign-in#${token}`);
    await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
    await go(`/companies/${company.id}?tab=model`);
    await page.getByLabel('Model', { exact: true }).fill('small-one');
    await page.getByLabel('URL').fill('http://localhost:11434/v1');
    await page.getByLabel('Key', { exact: true }).fill('a-key-of-theirs');
    await page.getByRole('button', { name: 'Save model' }).click();
    await page.getByText('Its calls use small-one.').waitFor();
    await page.getByLabel('Model', { exact: true }).fill('large-one');
    await page.getByRole('button', { name: 'Save model' }).click();
    await page.locator('input[type=password]:invalid:focus').waitFor();
    await page.getByLabel('Remove the stored key').check();
    await page.getByRole('button', { name: 'Save model' }).click();
    await page.getByText('Its calls use large-one, without a key.').waitFor();
  });

  test('an agent that somebody else deleted is marked as deleted and cannot be saved', async () => {
    const id = await newAgent('Short-lived');
    const { page, go } = await services.signIn('member');
    await go(`/agents/${id}?tab=settings`);
    await page.getByLabel('Name', { exact: true }).fill('Typed in vain');
    await page.getByRole('button', { name: 'Save settings' }).waitFor();
    await services.company.api.delete(`/agents/${id}`);
    await page.getByText('This agent was deleted').waitFor();
    await page.getByRole('button', { name: 'Save settings' }).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed in vain');
  });

  test('deleting an agent does not ask about unsaved changes', async () => {
    const id = await newAgent('Unwanted');
    const { page, go } = await services.signIn('member');
    await go(`/agents/${id}?tab=settings`);
    await page.getByLabel('Name', { exact: true }).fill('Changed');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete agent' }).click();
    await heading(page, 'Agents').waitFor();
  });

  test('deleting a webhook does not ask about unsaved changes', async () => {
    const id = await newWebhook('Unwanted receiver');
    const { page, go } = await services.signIn('member');
    await go(`/webhooks/${id}?tab=settings`);
    await page.getByLabel('Name', { exact: true }).fill('Changed');
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete webhook' }).click();
    await heading(page, 'Webhooks').waitFor();
  });

  test('unsaved input in one tab of a page is kept while another tab is open, and leaving asks about it', async () => {
    const id = await newWebhook('Receiver');
    const { page, go, complaints } = await services.signIn('member');
    await go(`/webhooks/${id}?tab=settings`);
    const name = page.getByLabel('Name', { exact: true });
    const settings = page.getByRole('tab', { name: 'Settings' });
    const deliveries = page.getByRole('tab', { name: 'Deliveries' });
    await name.fill('Half a na');
    await deliveries.click();
    await page.getByText('No deliveries yet').waitFor();
    await name.waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: 'Settings (unsaved changes)' }).waitFor();
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    await deliveries.focus();
    await page.keyboard.press('ArrowRight');
    await name.waitFor();
    expect(await name.inputValue()).toBe('Half a na');
    await name.fill('A whole name');
    await page.getByRole('button', { name: 'Save' }).click();
    await heading(page, 'A whole name').waitFor();
    await deliveries.click();
    await settings.and(page.getByRole('tab', { name: 'Settings', exact: true })).waitFor();
    await name.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Agents' }).click();
    await heading(page, 'Agents').waitFor();
    expect(complaints).toEqual([]);
  });

  test('input typed while a form is being saved is kept and can be saved next', async () => {
    const id = await newWebhook('Slow');
    const { page, go } = await services.signIn('member');
    await go(`/webhooks/${id}?tab=settings`);
    const name = page.getByLabel('Name', { exact: true });
    const save = page.getByRole('button', { name: 'Save' });
    await page.route(`**/webhooks/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await name.fill('Slower');
      await route.continue();
    });
    await name.fill('Slowe');
    await save.click();
    await heading(page, 'Slowe').waitFor();
    expect(await name.inputValue()).toBe('Slower');
    await page.unrouteAll();
    await save.click();
    await heading(page, 'Slower').waitFor();
  });

  test('saving a form does not revert what somebody else changed meanwhile', async () => {
    const id = await newWebhook('Shared');
    const { page, go } = await services.signIn('member');
    await go(`/webhooks/${id}?tab=settings`);
    const name = page.getByLabel('Name', { exact: true });
    const save = page.getByRole('button', { name: 'Save' });
    await page.route(`**/webhooks/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await name.fill('Mine, longer');
      await route.continue();
    });
    await name.fill('Mine');
    await services.company.api.patch(`/webhooks/${id}`, { url: 'http://127.0.0.1:9/theirs' });
    await save.click();
    await heading(page, 'Mine').waitFor();
    await page.unrouteAll();
    await save.click();
    await heading(page, 'Mine, longer').waitFor();
    const { body } = await services.company.api.get(`/webhooks/${id}`);
    expect(body).toMatchObject({ name: 'Mine, longer', url: 'http://127.0.0.1:9/theirs' });
  });

  test('saving a plan a second time keeps the first change', async () => {
    const { service, browser, company } = services;
    const token = await operatorToken(service, company.id);
    const { page, go } = await openWindow(await browser.newContext({ baseURL: service.url }));
    await page.goto(`/console/sign-in#${token}`);
    await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
    await go(`/companies/${company.id}?tab=plan`);
    await page.getByLabel('Included').fill('4321');
    // Whoever is quicker than the page reads the plan anew.
    await page.route('**/account', () => {});
    const save = page.getByRole('button', { name: 'Save plan' });
    await save.click();
    await page.getByText('Plan saved').waitFor();
    await page.getByLabel('Purchased').fill('77');
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await save.click();
    expect(await (await saved).json()).toMatchObject({ included: 4321, purchased: 77 });
  });

  test('leaving an edit form asks about unsaved changes, cancelling it does not', async () => {
    const contact = { firstName: 'Zora', lastName: 'Quill', phoneNumber: '+15005550001' };
    const { id } = (
      await services.company.api.post('/contacts', { ...contact, gdprExpiryDate: '2099-12-31' })
    ).body;
    const { page, go } = await services.signIn('member');
    await go(`/contacts/${id}?edit=yes`);
    await page.getByLabel('First name').fill('Zorah');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Go to a page').fill('Quill');
    await page.getByRole('option', { name: 'Zora Quill' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('First name').inputValue()).toBe('Zorah');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await heading(page, 'Zora Quill').waitFor();
  });

  test('a refused form focuses the field with the error and keeps all input', async () => {
    const id = await newWebhook('Led');
    const { page, go } = await services.signIn('member');
    await go(`/webhooks/${id}?tab=settings`);
    const address = page.getByRole('textbox', { name: 'URL' });
    await address.fill('ftp://files.example/hook');
    await page.getByRole('button', { name: 'Save' }).click();
    await address.and(page.locator('[aria-invalid="true"]:focus')).waitFor();
    expect(await address.inputValue()).toBe('ftp://files.example/hook');
  });

  test('two unsaved forms of one page are both kept', async () => {
    const { page, go } = await services.signIn('member');
    await go('/sourcing');
    await page.getByLabel('Title').fill('Bridge builder');
    await page.getByRole('tab', { name: 'Talent pool' }).click();
    await page.getByLabel('Headline').fill('Builds bridges');
    await page.getByRole('tab', { name: 'Search' }).click();
    expect(await page.getByLabel('Title').inputValue()).toBe('Bridge builder');
    await page.getByRole('tab', { name: 'Talent pool' }).click();
    expect(await page.getByLabel('Headline').inputValue()).toBe('Builds bridges');
  });

  test('text that the browser refuses to copy is selected instead, with a notice', async () => {
    const contact = { firstName: 'Ada', lastName: 'Novak', phoneNumber: '+15005550000' };
    const { id } = (
      await services.company.api.post('/contacts', { ...contact, gdprExpiryDate: '2099-12-31' })
    ).body;
    const { page, go } = await services.signIn('member');
    // As on a page that comes by plain HTTP.
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await go(`/contacts/${id}`);
    await page.getByRole('button', { name: 'Copy id' }).click();
    await page.getByText('The browser does not allow copying.').waitFor();
    expect(await page.evaluate('String(getSelection())')).toBe(id);
  });

  test('a search result that arrives late does not overwrite letters typed meanwhile', async () => {
    const { page, go } = await services.signIn('member');
    await go('/contacts');
    const box = page.getByRole('searchbox').first();
    // About as long between two letters as the search waits.
    await box.pressSequentially('Novakova', { delay: 260 });
    await page.waitForURL(/search=Novakova$/);
    expect(await box.inputValue()).toBe('Novakova');
  });
});
