import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { type ConsoleServices, startConsoleServices } from './console-services.ts';

const SLOW_MS = 120_000;
/** The console may have to be built first. */
const OPEN_MS = 300_000;
/** More than a page of a list. */
const CONTACTS = 60;
const WAIT = { timeout: 30_000 };

describe.skipIf(toInstall)('the console by keyboard and screen reader', { timeout: SLOW_MS }, () => {
  let services: ConsoleServices;
  let runId: string;
  beforeAll(async () => {
    services = await startConsoleServices();
    const { api } = services.company;
    for (let place = 0; place < CONTACTS; place += 1) {
      const lastName = `Number${String(place).padStart(2, '0')}`;
      const email = `ada${place}@example.com`;
      await api.post('/contacts', { firstName: 'Ada', lastName, email, gdprExpiryDate: '2099-12-31' });
    }
    const agent = await api.post('/agents', { name: 'Grace', focus: 'GENERIC', language: 'EN' });
    runId = (await api.post('/runs', { name: 'Spring', agentId: agent.body.id })).body.id;
  }, OPEN_MS);
  afterAll(() => services?.close());

  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const place = (page: Page) => page.getByRole('complementary').getByRole('navigation');
  const isFocused = (one: Locator) => one.and(one.page().locator(':focus')).waitFor();
  /** Around what has the focus. */
  const ring = (page: Page) => page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
  const rowLink = (page: Page, name: string) => page.getByRole('row', { name }).getByRole('link');

  test('navigation moves the focus to the heading, with a focus ring only for keyboard users', async () => {
    const { page, go, complaints } = await services.signIn('member');
    await go('/contacts');
    await rowLink(page, 'Ada Number59').waitFor();
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);

    await place(page).getByRole('link', { name: 'Agents' }).click();
    await isFocused(heading(page, 'Agents'));
    expect(await ring(page)).toBe('none');

    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await isFocused(heading(page, 'Contacts'));
    expect(await ring(page)).not.toBe('none');

    await rowLink(page, 'Ada Number59').click();
    await isFocused(heading(page, 'Ada Number59'));
    await page.goBack();
    await isFocused(heading(page, 'Contacts'));
    expect(complaints).toEqual([]);
  });

  test('filters and input fields keep the focus', async () => {
    const { page, go } = await services.signIn('member');
    await go('/agents');
    await page.getByRole('link', { name: 'New agent' }).first().click();
    await isFocused(page.getByLabel('Name', { exact: true }));

    await place(page).getByRole('link', { name: 'Contacts' }).click();
    await isFocused(heading(page, 'Contacts'));
    const search = page.getByRole('searchbox');
    await search.pressSequentially('Number07');
    await page.waitForURL(/Number07/);
    await page.getByRole('row', { name: 'Ada Number08' }).waitFor({ state: 'detached' });
    await isFocused(search);
  });

  test('Ctrl K opens a search that works with typing, arrows and Enter, and returns the focus afterwards', async () => {
    const { page, go, complaints } = await services.signIn('member');
    await go('/contacts');
    const search = page.getByRole('searchbox');
    await search.focus();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to' });
    const options = palette.getByRole('option');
    await page.keyboard.type('webh');
    await expect.poll(() => options.allInnerTexts()).toEqual([expect.stringContaining('Webhooks')]);
    expect(await palette.getByRole('combobox').inputValue()).toBe('webh');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
    await isFocused(search);

    await page.keyboard.press('Control+k');
    await page.keyboard.type('Number07');
    await palette.getByRole('option', { name: 'Ada Number07', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await isFocused(heading(page, 'Ada Number07'));

    // By arrows: two pages have "con" in their name.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('con');
    const second = await options.nth(1).innerText();
    await page.keyboard.press('ArrowDown');
    await palette
      .getByRole('option', { selected: true })
      .getByText(second.split('\n')[0] ?? '')
      .waitFor();
    await page.keyboard.press('Enter');
    await isFocused(heading(page, second.split('\n')[0] ?? ''));
    expect(complaints).toEqual([]);
  });

  test('while somebody types on, the search offers nothing that matches only what they typed before', async () => {
    const { page, go, complaints } = await services.signIn('member');
    await go('/contacts');
    await heading(page, 'Contacts').waitFor();
    const palette = page.getByRole('dialog', { name: 'Go to' });
    const options = palette.getByRole('option');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Number07');
    await palette.getByRole('option', { name: 'Ada Number07', selected: true }).waitFor();

    let letThrough = () => {};
    const isLate = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route('**/search?*', async (route) => {
      await isLate;
      await route.continue();
    });
    await page.keyboard.press('Backspace');
    await page.keyboard.type('8');
    await palette.getByText('Searching…').waitFor();
    await page.keyboard.press('Enter');
    expect(await options.count()).toBe(0);
    letThrough();
    await palette.getByRole('option', { name: 'Ada Number08', selected: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('Ctrl K opens the search again even before the browser has reported that it was closed', async () => {
    const { page, go, complaints } = await services.signIn('member');
    await go('/contacts');
    await heading(page, 'Contacts').waitFor();
    const palette = page.getByRole('dialog', { name: 'Go to' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('webh');
    // In one task, as when keys come faster than the event of the closing.
    await page.evaluate(`(() => {
      const palette = document.querySelector('dialog[open]');
      palette.close();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
      return new Promise((resolve) => palette.addEventListener('close', () => setTimeout(resolve)));
    })()`);
    await isFocused(palette.getByRole('combobox'));
    expect(await palette.getByRole('combobox').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
  });

  test('a dialog focuses its first field or the safe answer, and afterwards returns the focus to its button', async () => {
    const { page, go, complaints } = await services.signIn('member');
    await go(`/runs/${runId}`);
    const more = page.getByRole('button', { name: 'More actions', exact: true });
    for (const [item, role, first] of [
      ['Rename run…', 'textbox', 'Name'],
      ['Delete run…', 'button', 'Cancel'],
    ] as const) {
      await more.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: item }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await isFocused(dialog.getByRole(role, { name: first }));
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await isFocused(more);
    }
    expect(complaints).toEqual([]);
  });

  test('a table row works like a link, in the same tab or in a new one', async () => {
    const { page, context, go, complaints } = await services.signIn('viewer');
    await go('/contacts');
    const row = page.getByRole('row', { name: 'Ada Number58' });
    const link = row.getByRole('link', { name: 'Ada Number58' });
    const other = row.getByText('ada58@example.com');
    expect(await link.getAttribute('href')).toMatch(/^\/console\/contacts\/[0-9a-f-]+$/);
    for (const press of [
      () => link.click({ modifiers: ['Control'] }),
      () => link.click({ button: 'middle' }),
      () => other.click({ modifiers: ['Control'] }),
      () => other.click({ button: 'middle' }),
    ]) {
      const [opened] = await Promise.all([context.waitForEvent('page'), press()]);
      await heading(opened, 'Ada Number58').waitFor();
      await opened.close();
      expect(page.url()).toMatch(/\/contacts$/);
    }
    await other.click();
    await heading(page, 'Ada Number58').waitFor();
    expect(complaints).toEqual([]);
  });

  test('arrow keys move between table rows, and Enter opens one', async () => {
    const { page, go } = await services.signIn('viewer');
    await go('/contacts');
    await rowLink(page, 'Ada Number59').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowUp');
    await isFocused(rowLink(page, 'Ada Number58'));
    await page.keyboard.press('Enter');
    await isFocused(heading(page, 'Ada Number58'));
  });

  test('a list announces its row count and indexes, also while the count is unknown', async () => {
    const { page, go } = await services.signIn('viewer');
    const list = Promise.withResolvers<void>();
    await page.route(/\/contacts\?/, async (route) => {
      await list.promise;
      await route.continue();
    });
    await go('/contacts');
    const table = page.getByRole('table', { name: 'Contacts' });
    expect(await table.getAttribute('aria-rowcount')).toBe('-1');
    list.resolve();
    const indexOf = (row: Locator) => row.getAttribute('aria-rowindex');
    expect(await indexOf(page.getByRole('row', { name: 'Ada Number59' }))).toBe('2');
    expect(await indexOf(table.getByRole('row').first())).toBe('1');
    expect(await table.getAttribute('aria-rowcount')).toBe(String(CONTACTS + 1));
    const last = page.getByRole('row', { name: 'Ada Number00' });
    await expect
      .poll(async () => {
        await page.evaluate(`document.querySelector('[role="table"]').scrollTo(0, 1_000_000)`);
        return last.count();
      }, WAIT)
      .toBe(1);
    expect(await indexOf(last)).toBe(String(CONTACTS + 1));
  });

  test('in right-to-left layout, cells align with their column headings', async () => {
    const { page, go } = await services.signIn('viewer');
    await page.addInitScript(`localStorage.setItem('parley.look', '{"direction":"rtl"}')`);
    await go('/contacts');
    await rowLink(page, 'Ada Number59').waitFor();
    const endOf = (selector: string) =>
      page.evaluate(`(() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('${selector}'));
        return Math.round(range.getBoundingClientRect().right);
      })()`);
    const header = await endOf('[role="columnheader"]');
    const words = await endOf('[role="cell"]');
    expect(header).toBeGreaterThan(0);
    expect(words).toBe(header);
  });
});
