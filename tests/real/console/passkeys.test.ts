import { newPerson, PASSWORD } from '@parley/testing/console-browser.ts';
import { freePort } from '@parley/testing/free-port.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hurdles, toInstall } from '../browser/chromium.ts';
import { type ConsoleServices, openWindow, startConsoleServices } from './console-services.ts';

describe.skipIf(toInstall)('passkeys in the console', () => {
  let services: ConsoleServices;
  let address: string;
  beforeAll(async () => {
    const port = await freePort();
    // Browsers make no passkeys for an address of numbers.
    address = `http://localhost:${port}`;
    services = await startConsoleServices({ port, environment: { PARLEY_PUBLIC_URL: address } });
  });
  afterAll(() => services?.close());

  test('a person adds a passkey and signs in with it', async () => {
    const email = 'ada@passkey.example';
    await newPerson(services.service, services.company.id, 'member', email);
    const context = await services.browser.newContext({ baseURL: address });
    const { page, complaints } = await openWindow(context);
    const devices = await context.newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto('/console/account');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Name of the passkey').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const mine = page.getByRole('list', { name: 'Passkeys' });
    await mine.getByText('Laptop').waitFor();
    expect(await hurdles(page)).toEqual([]);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.goto('/console/account');
    await page.getByText('with a passkey').waitFor();
    await page.getByRole('button', { name: 'Remove passkey Laptop' }).click();
    await mine.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').getByText('not known here').waitFor();
    expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
  });
});
