import { operatorLink } from '@parley/service/domains/access/session.actions.ts';
import { linkToken } from '@parley/service/domains/access/session.model.ts';
import { newPerson, PASSWORD } from '@parley/testing/console-browser.ts';
import { mailed } from '@parley/testing/mailed.ts';
import { patience } from '@parley/testing/patience.ts';
import { testSecrets } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hurdles, toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, openWindow, startConsoleServices, wrong } from './console-services.ts';

/** Every page four times. */
const ACCESSIBILITY_MS = 600_000;

describe.skipIf(toInstall)('signing in to the console', () => {
  let services: ConsoleServices;
  beforeAll(async () => {
    services = await startConsoleServices();
  });
  afterAll(() => services?.close());

  const stranger = async () =>
    openWindow(await services.browser.newContext({ baseURL: services.service.url }));

  test('the first sign-in link works once and disappears from the address', async () => {
    const linkId = await operatorLink(services.service.services.database, {});
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

  test('a page opened without a session asks for sign-in and opens afterwards', async () => {
    await newPerson(services.service, services.company.id, 'member', 'ada@sign-in.example');
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

  /** The link of the mail that somebody is sent. */
  async function mailedInvitation(email: string): Promise<string> {
    const owner = await newPerson(services.service, services.company.id, 'owner', `boss-of-${email}`);
    expect((await owner.post('/console/api/invitations', { email, role: 'member' })).status).toBe(201);
    return vi.waitFor(async () => {
      const mails = await mailed(services.service.dataDir);
      const mail = mails.find((text) => text.includes(`To: ${email}`));
      const link = /http\S+\/console\/invitations#\S+/.exec(mail?.replaceAll(/=\r?\n/g, '') ?? '');
      if (link === null) throw new Error(`No invitation to ${email} among ${mails.length} mails`);
      return link[0];
    }, patience);
  }

  test('an invitation link works once and signs the new member in', async () => {
    const link = await mailedInvitation('grace@sign-in.example');
    const { page, complaints } = await stranger();
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Join Parley' }).waitFor();
    await page.getByLabel('Your name').fill('Grace Hopper');
    const password = page.getByLabel('Choose a password');
    await password.fill('short');
    await page.getByRole('button', { name: 'Join' }).click();
    await wrong(password);
    expect(await page.getByLabel('Your name').inputValue()).toBe('Grace Hopper');
    await password.fill(PASSWORD);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const side = page.getByRole('complementary');
    await side.getByText('Acme').waitFor();
    await side.getByRole('link', { name: 'Grace Hopper' }).waitFor();
    expect(page.url()).not.toContain('invitations');
    expect(complaints).toEqual([]);

    const again = await stranger();
    await again.page.goto(link);
    await again.page.getByRole('button', { name: 'Join' }).click();
    await again.page.getByText('This invitation was used already: sign in instead').waitFor();
    await again.page.goto('/console/');
    await again.page.getByLabel('E-mail').fill('grace@sign-in.example');
    await again.page.getByLabel('Password').fill(PASSWORD);
    await again.page.getByRole('button', { name: 'Sign in' }).click();
    await again.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  test('the sign-in pages are accessible', { timeout: ACCESSIBILITY_MS }, async () => {
    const token = (await mailedInvitation('reader@sign-in.example')).split('/invitations/')[1];
    const heading = { level: 1 } as const;
    await expectAccessible(
      services,
      [
        {
          name: 'sign-in',
          path: '/sign-in',
          ready: (page) => page.getByRole('heading', { ...heading, name: 'Sign in to Parley' }).waitFor(),
        },
        {
          name: 'invitation',
          path: `/invitations/${token}`,
          ready: (page) => page.getByRole('heading', { ...heading, name: 'Join Parley' }).waitFor(),
        },
        {
          name: 'invitation-refused',
          path: '/invitations/unknown',
          ready: async (page) => {
            await page.getByRole('button', { name: 'Join' }).click();
            await page.getByRole('alert').waitFor();
          },
        },
      ],
      stranger,
    );
  });

  test('the console loads nothing from other hosts and is served at every address', async () => {
    const answer = await fetch(`${services.service.url}/console/contacts/x`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(await answer.text()).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|https?:/);
    for (const path of ['/console/api/nothing', '/console/assets/nothing.js']) {
      expect([path, (await fetch(services.service.url + path)).status]).toEqual([path, 404]);
    }
  });
});
