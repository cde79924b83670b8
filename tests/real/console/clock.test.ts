import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { type ConsoleServices, startConsoleServices } from './console-services.ts';

const SLOW_MS = 240_000;
const MINUTE_MS = 60_000;
const NEW = /^(just now|\d+ sec\. ago)$/;

describe.skipIf(toInstall)('times in the console', { timeout: SLOW_MS }, () => {
  let services: ConsoleServices;
  beforeAll(async () => {
    services = await startConsoleServices();
  }, SLOW_MS);
  afterAll(() => services?.close());

  const add = (lastName: string) =>
    services.company.api.post('/contacts', {
      ...{ firstName: 'Ada', lastName, gdprExpiryDate: '2099-12-31' },
      email: `${lastName}@example.com`,
    });

  test.each([
    ['slow', -5],
    ['fast', 5],
  ])('a new entry is shown as recent when the browser clock is %s', async (name, minutes) => {
    const { page, go } = await services.signIn('viewer', { isNew: true });
    await page.clock.install({ time: Date.now() + minutes * MINUTE_MS });
    await add(name);
    await go('/contacts');
    const time = page.getByRole('row', { name: `Ada ${name}` }).locator('time');
    await time.waitFor();
    expect(await time.innerText()).toMatch(NEW);
  });

  test('relative times start at "just now" and advance without a reload', async () => {
    const { page, context, go } = await services.signIn('viewer', { isNew: true });
    // The page has been open for ten minutes of its own clock when somebody is added.
    await page.clock.install({ time: Date.now() - 10 * MINUTE_MS });
    await go('/jobs');
    await page.clock.fastForward(10 * MINUTE_MS);
    await add('Later');
    await page.getByRole('complementary').getByRole('link', { name: 'Contacts' }).click();
    const time = page.getByRole('row', { name: 'Ada Later' }).locator('time');
    await time.waitFor();
    expect(await time.innerText()).toMatch(NEW);
    // No reply tells the page the time any more: its own clock goes on.
    await context.setOffline(true);
    await page.clock.fastForward(2 * MINUTE_MS);
    await time.getByText('2 min. ago').waitFor();
  });
});
