import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorLink } from '../../src/domains/access/operator.actions.ts';
import { linkToken } from '../../src/domains/access/session.model.ts';
import { hurdles, toInstall } from '../browser/chromium.ts';
import { newPerson, PASSWORD } from '../console-browser.ts';
import { testSecrets } from '../service.ts';
import { type ConsoleHouse, openWindow, startConsoleHouse } from './console-house.ts';

describe.skipIf(toInstall)('signing in to the console', () => {
  let house: ConsoleHouse;
  beforeAll(async () => {
    house = await startConsoleHouse();
  });
  afterAll(() => house?.close());

  const stranger = async () => openWindow(await house.browser.newContext({ baseURL: house.service.url }));

  test('the link of the first start signs the operator in, once, and leaves the address', async () => {
    const linkId = await operatorLink(house.service.house.database, {});
    const token = linkToken(testSecrets.PARLEY_LINK_SECRET, linkId);
    const { page, complaints } = await stranger();
    await page.goto(`/console/sign-in#${token}`);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(page.url()).not.toContain(token);
    await page.getByRole('link', { name: 'Companies' }).waitFor();
    expect(complaints).toEqual([]);

    const again = await stranger();
    await again.page.goto(`/console/sign-in#${token}`);
    await again.page.getByRole('alert').waitFor();
    await again.page.getByLabel('E-mail').waitFor();
  });

  test('a page asks a stranger who they are, and is there once they have said it', async () => {
    await newPerson(house.service, house.company.id, 'member', 'ada@sign-in.example');
    const { page } = await stranger();
    await page.goto('/console/conversations');
    await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
    expect(await hurdles(page)).toEqual([]);
    await page.getByLabel('E-mail').fill('ada@sign-in.example');
    await page.getByLabel('Password').fill('not the right one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Conversations' }).waitFor();
  });

  test('the page runs and loads nothing from elsewhere, and is the same page at every address', async () => {
    const answer = await fetch(`${house.service.url}/console/contacts/x`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(await answer.text()).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|https?:/);
    for (const path of ['/console/api/nothing', '/console/assets/nothing.js']) {
      expect([path, (await fetch(house.service.url + path)).status]).toEqual([path, 404]);
    }
  });
});
