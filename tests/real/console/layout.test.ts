import { makeRecordings } from '@parley/service/main/call-runtime.ts';
import { makeObjects } from '@parley/service/main/objects.ts';
import { WebCaller } from '@parley/testing/web-caller.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { type ConsoleServices, desktop, phone, startConsoleServices } from './console-services.ts';

const SLOW_MS = 240_000;
const sizes = [desktop, { width: 1440, height: 900 }, phone];
/** Longer than any window: a page that holds it scrolls. */
const flow = {
  firstMessage: { type: 'first_message', text: 'Hello, this is an AI assistant.' },
  sections: [{ type: 'looping', questions: [{ question: 'Where do you live?', key: 'city' }] }],
  lastMessage: { type: 'last_message', text: 'Goodbye.' },
};

describe.skipIf(toInstall)('the layout of the console', { timeout: SLOW_MS }, () => {
  let services: ConsoleServices;
  let agentId: string;
  let runId: string;
  beforeAll(async () => {
    services = await startConsoleServices();
    const { api } = services.company;
    agentId = (await api.post('/agents', { name: 'Grace', type: 'ONLINE', flow })).body.id;
    runId = (await api.post('/runs', { name: 'Spring', agentId })).body.id;
  }, SLOW_MS);
  afterAll(() => services?.close());

  test('the page of agent settings has one vertical scrollbar', async () => {
    const { page, go } = await services.signIn('member');
    for (const size of sizes) {
      await page.setViewportSize(size);
      await go(`/agents/${agentId}?tab=settings`);
      await page.getByRole('button', { name: 'Save settings' }).waitFor();
      expect([size.width, await verticalScrollers(page)]).toEqual([size.width, ['page']]);
    }
  });

  test('a tab bar scrolls only sideways', async () => {
    const { page, go } = await services.signIn('owner');
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const path of [`/agents/${agentId}`, `/runs/${runId}`, '/people']) {
        await go(path);
        const strip = page.getByRole('tablist');
        await strip.waitFor();
        const { scrollHeight, clientHeight } = (await page.evaluate(
          `(({ scrollHeight, clientHeight }) => ({ scrollHeight, clientHeight }))(document.querySelector('[role="tablist"]'))`,
        )) as { scrollHeight: number; clientHeight: number };
        expect([path, size.width, scrollHeight]).toEqual([path, size.width, clientHeight]);
      }
    }
  });

  test('listening in to a live call does not break its header', async () => {
    const contact = { firstName: 'Ada', lastName: 'Lovelace', email: 'a@example.com' };
    const { body } = await services.company.api.post('/conversations', {
      agentId,
      contact: { ...contact, gdprExpiryDate: '2099-12-31' },
    });
    const caller = new WebCaller(body.onlineUrl);
    await caller.join();
    const stream = await caller.follow();
    await stream.until(({ text }) => /Where do you live/.test(text ?? ''));
    const [attempt] = (await services.company.api.get(`/conversations/${body.id}`)).body.callAttempts;
    const recordings = makeRecordings(await makeObjects(services.service.services, services.service.url));
    const recorder = recordings.open(attempt.id, 8000, () => undefined);
    for (let frame = 0; frame < 300; frame += 1) recorder.add(new Int16Array(160), new Int16Array(160));
    await expect.poll(() => recordings.left(attempt.id), { timeout: 30_000 }).not.toBeNull();

    const { page, go } = await services.signIn('member');
    for (const size of sizes) {
      await page.setViewportSize(size);
      await go(`/conversations/${body.id}/live`);
      const listen = page.getByRole('button', { name: 'Listen in' });
      await listen.waitFor();
      await page.getByText('Where do you live?').waitFor();
      const before = await headerParts(page);
      await listen.click();
      await page.getByText(/You hear the call/).waitFor();
      expect([size.width, await headerParts(page)]).toEqual([size.width, before]);
    }
    await recordings.close(attempt.id);
    await caller.leave();
  });

  test('the favicon loads from every page address', async () => {
    const { page, go } = await services.signIn('viewer');
    for (const path of ['/', '/runs', `/runs/${runId}`]) {
      await go(path);
      const address = (await page.evaluate(`document.querySelector('link[rel="icon"]').href`)) as string;
      const answer = await page.request.get(address);
      expect([path, answer.status(), answer.headers()['content-type']]).toEqual([path, 200, 'image/svg+xml']);
    }
  });
});

/** What can be scrolled up and down on a page, but for fields. */
const verticalScrollers = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('*')]
    .filter((one) => one.scrollHeight > one.clientHeight && one.clientHeight > 0 && !one.matches('textarea'))
    .filter((one) => one === document.scrollingElement || /auto|scroll/.test(getComputedStyle(one).overflowY))
    .map((one) => one.querySelector('main') && one !== document.scrollingElement ? 'page' : one.tagName + '.' + one.className)`) as Promise<
    string[]
  >;

/** Where the title and the buttons of a page stand, from above: a line that is added moves them. */
const headerParts = async (page: Page): Promise<number[]> => {
  const parts = [
    page.locator('main > header'),
    page.locator('h1'),
    page.getByRole('button', { name: 'End call' }),
  ];
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  return boxes.flatMap((box) => [Math.round(box?.y ?? -1), Math.round(box?.height ?? -1)]);
};
