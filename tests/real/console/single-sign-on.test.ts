import { CLIENT_ID, CLIENT_SECRET, type OidcServer, startOidcServer } from '@parley/testing/oidc-server.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hurdles, toInstall } from '../browser/chromium.ts';
import { type ConsoleServices, openWindow, startConsoleServices } from './console-services.ts';

describe.skipIf(toInstall)('signing in to the console through an identity provider', () => {
  let provider: OidcServer;
  let services: ConsoleServices;
  beforeAll(async () => {
    provider = await startOidcServer();
    services = await startConsoleServices({
      environment: {
        PARLEY_OIDC_ISSUER: provider.issuer,
        PARLEY_OIDC_CLIENT_ID: CLIENT_ID,
        PARLEY_OIDC_CLIENT_SECRET: CLIENT_SECRET,
        PARLEY_OIDC_NAME: 'Example',
        PARLEY_OIDC_ROLES: 'admins=staff',
        PARLEY_LOCAL_SIGN_IN: 'off',
      },
    });
    await provider.serve(services.service.url);
    provider.addAccount('ada', { email: 'ada@sso.example', email_verified: true, groups: ['admins'] });
    provider.addAccount('eve', { email: 'eve@sso.example', email_verified: true, groups: [] });
  });
  afterAll(async () => {
    await services?.close();
    await provider?.stop();
  });

  const stranger = async () =>
    openWindow(await services.browser.newContext({ baseURL: services.service.url }));

  test('single sign-on leads to the provider, back to the requested page, and out again', async () => {
    const { page, complaints } = await stranger();
    await page.goto('/console/companies');
    await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
    const button = page.getByRole('button', { name: 'Sign in with Example' });
    await button.waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    expect(await hurdles(page)).toEqual([]);
    await button.click();
    await page.getByLabel('Account').fill('ada');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Companies' }).waitFor();
    expect(page.url()).toBe(`${services.service.url}/console/companies`);
    expect(complaints).toEqual([]);

    await page.goto('/console/account');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${provider.issuer}/**`);
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.getByRole('button', { name: 'Sign in with Example' }).waitFor();
    await page.goto('/console/companies');
    await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
  });

  test('an invitation asks for no password where only the identity provider signs people in', async () => {
    const { page } = await stranger();
    await page.goto('/console/invitations#unknown');
    await page.getByLabel('Your name').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByLabel('Choose a password').count()).toBe(0);
  });

  test('a person without access reads why, and a made-up callback URL signs nobody in', async () => {
    const { page } = await stranger();
    await page.goto('/console/sign-in');
    await page.getByRole('button', { name: 'Sign in with Example' }).click();
    await page.getByLabel('Account').fill('eve');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').getByText('you have no access here').waitFor();
    expect(page.url()).toBe(`${services.service.url}/console/sign-in`);

    await page.goto('/console/sign-in?code=forged&state=forged');
    await page.getByRole('alert').getByText('was not begun here').waitFor();
    expect(page.url()).not.toContain('forged');
  });
});
