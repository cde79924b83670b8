import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleServices } from './console-services.ts';

const SLOW_MS = 120_000;
/** The console may have to be built first. */
const OPEN_MS = 300_000;
/** The page four times. */
const ACCESSIBILITY_MS = 300_000;

describe.skipIf(toInstall)('call limits in the console', { timeout: SLOW_MS }, () => {
  let services: ConsoleServices;
  beforeAll(async () => {
    services = await startConsoleServices();
  }, OPEN_MS);
  afterAll(() => services?.close());

  const company = async () =>
    (await services.company.api.get(`/companies/${services.company.id}`)).body as Record<string, unknown>;

  test('an owner allows two countries and ten minutes an hour, and then removes both limits', async () => {
    const { page, go, complaints } = await services.signIn('owner');
    await go('/limits');
    await page.getByLabel('Allowed countries').fill('ch\nDE');
    await page.getByLabel('Maximum of minutes per hour').fill('10');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. It counts from the next call on').first().waitFor();
    expect(await company()).toMatchObject({
      allowedCountries: ['CH', 'DE'],
      maxMinutesPerHour: 10,
      maxMinutesPerDay: null,
    });
    await page.getByText('0 of 10').waitFor();
    await page.getByLabel('Allowed countries').fill('');
    await page.getByLabel('Maximum of minutes per hour').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(company)
      .toMatchObject({ allowedCountries: null, maxMinutesPerHour: null, maxMinutesPerDay: null });
    expect(complaints).toEqual([]);
  });

  test('an owner sees the ceiling of the administrator and cannot exceed it', async () => {
    const path = `/companies/${services.company.id}/call-ceiling`;
    await services.service.admin.put(path, { maxMinutesPerHour: 30 });
    const { page, go } = await services.signIn('owner');
    await go('/limits');
    await page.getByText('Ceiling of the administrator').waitFor();
    await page.getByLabel('Maximum of minutes per hour').fill('31');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText("must not exceed the administrator's ceiling of 30").first().waitFor();
    await services.service.admin.put(path, {});
  });

  test('a member sees the limits and cannot change them', async () => {
    await services.company.api.patch(`/companies/${services.company.id}`, { allowedCountries: ['CH'] });
    const { page, go } = await services.signIn('member');
    await go('/limits');
    await page.getByText('Switzerland').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  test(
    'the page of call limits is accessible',
    async () => {
      await expectAccessible(
        services,
        [
          {
            name: 'call-limits',
            path: '/limits',
            ready: (page) => page.getByLabel('Allowed countries').waitFor(),
          },
        ],
        (look) => services.signIn('owner', look),
      );
    },
    ACCESSIBILITY_MS,
  );
});
