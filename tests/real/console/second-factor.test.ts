import { codeAt, stepAt } from '@parley/service/domains/access/totp.model.ts';
import { newPerson, PASSWORD } from '@parley/testing/console-browser.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hurdles, toInstall } from '../browser/chromium.ts';
import { type ConsoleServices, openWindow, startConsoleServices } from './console-services.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const bytesOf = (text: string): Buffer => {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

describe.skipIf(toInstall)('the second factor in the console', () => {
  let services: ConsoleServices;
  beforeAll(async () => {
    services = await startConsoleServices();
  });
  afterAll(() => services?.close());

  test('a person sets up an app, and signing in asks for a code', async () => {
    const email = 'factor@second.example';
    await newPerson(services.service, services.company.id, 'member', email);
    const context = await services.browser.newContext({ baseURL: services.service.url });
    const { page, complaints } = await openWindow(context);
    const signIn = async () => {
      await page.goto('/console/account');
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await signIn();
    await page.getByRole('button', { name: 'Set up authenticator app' }).click();
    await page.getByRole('img', { name: 'QR code for the app' }).waitFor();
    expect(await hurdles(page)).toEqual([]);
    const secret = bytesOf((await page.locator('code', { hasText: /^[A-Z2-7]{32}$/ }).textContent()) ?? '');
    await page.getByLabel('Code of the app').fill(codeAt(secret, stepAt(new Date())));
    await page.getByRole('button', { name: 'Enable' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    expect(await codes.count()).toBe(10);
    const recovery = (await codes.first().textContent()) ?? '';
    await page.getByRole('button', { name: 'I have stored the codes' }).click();
    await page.getByText('10 recovery codes left').waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
    await signIn();
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The code is wrong').waitFor();
    await page.getByLabel('Code').fill(recovery);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('9 recovery codes left').waitFor();
    expect(complaints).toEqual([]);
  });
});
