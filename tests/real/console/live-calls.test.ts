import { makeRecordings } from '@parley/service/main/call-runtime.ts';
import { makeObjects } from '@parley/service/main/objects.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { WebCaller, type WebStream } from '@parley/testing/web-caller.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleWithMinutes } from './console-services.ts';

const flow = {
  firstMessage: { type: 'first_message', text: 'Hello, this is an AI assistant.' },
  sections: [
    {
      type: 'looping',
      questions: [
        { question: 'Where do you live?', key: 'city' },
        { question: 'When could you start?', key: 'start' },
      ],
    },
  ],
  lastMessage: { type: 'last_message', text: 'Thank you, and goodbye.' },
};

describe.skipIf(toInstall)('live calls in the console', () => {
  let services: ConsoleServices;
  let agentId: string;
  beforeAll(async () => {
    services = await startConsoleWithMinutes(1_000, 10);
    const { body } = await services.company.api.post('/agents', { name: 'Grace', type: 'ONLINE', flow });
    agentId = body.id;
  }, 600_000);
  afterAll(() => services?.close());

  async function create(lastName: string, more: object = {}) {
    const contact = { firstName: 'Ada', lastName, email: 'ada@example.com', gdprExpiryDate: '2099-12-31' };
    const { body } = await services.company.api.post('/conversations', { agentId, contact, ...more });
    return { id: body.id as string, page: new WebCaller(body.onlineUrl) };
  }

  /** Somebody who has opened their page and been greeted. */
  async function talking(lastName: string): Promise<{ id: string; page: WebCaller; stream: WebStream }> {
    const { id, page } = await create(lastName);
    await page.join();
    const stream = await page.follow();
    await stream.until(({ text }) => /Where do you live/.test(text ?? ''));
    return { id, page, stream };
  }

  test('an open list shows new and changed conversations live', async () => {
    const { page, go } = await services.signIn('viewer');
    await go('/conversations');
    await page.getByText('No conversations yet').waitFor();
    const { page: caller } = await create('Byron');
    const row = page.getByRole('row', { name: 'Ada Byron' });
    await row.getByText('Scheduled').waitFor();
    await caller.join();
    await row.getByText('In progress').waitFor();
    await row.click();
    await page.getByRole('log', { name: 'Captions' }).getByText('Hello, this is an AI assistant.').waitFor();
    expect(page.url()).toMatch(/\/live$/);
    await caller.leave();
  });

  test('live captions appear as people speak, and a member can end the call', async () => {
    const { id, page: caller } = await talking('Lovelace');
    const { page, go, complaints } = await services.signIn('member');
    await go(`/conversations/${id}`);
    await page.getByRole('link', { name: 'Watch live' }).click();
    const captions = page.getByRole('log', { name: 'Captions' });
    await captions.getByText('Where do you live?').waitFor();
    await caller.type('I live in Zurich.');
    await captions.getByText('I live in Zurich.').waitFor();
    await captions.getByText('When could you start?').waitFor();

    await page.getByRole('button', { name: 'End call' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'End call' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End call' }).click();
    await captions.getByText('Thank you, and goodbye.').waitFor();
    await page.getByText('The call has ended').waitFor();
    await page.getByRole('link', { name: 'View results' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'I live in Zurich.' }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('listening in to a call without audio says so', async () => {
    const { id, page: caller } = await talking('Silent');
    const { page, go } = await services.signIn('viewer');
    await go(`/conversations/${id}/live`);
    await page.getByRole('button', { name: 'Listen in' }).click();
    await page.getByText('typed and simulated calls have none').waitFor();
    expect(await page.getByRole('button', { name: 'End call' }).count()).toBe(0);
    await caller.leave();
  });

  test('the live page of a simulated call says that no telephone rings', async () => {
    const { id, page: caller } = await talking('Made Up');
    await services.service.services.database.run(
      sql`update call_attempts set is_simulated = true where conversation_id = ${id}`,
    );
    const { page, go } = await services.signIn('viewer');
    await go(`/conversations/${id}/live`);
    await page.getByText('This call is simulated: no telephone rings, and the words are made up.').waitFor();
    await page.getByRole('button', { name: 'Listen in' }).waitFor();
    await caller.leave();
  });

  test('listening in plays contact and agent on separate channels', async () => {
    const { id, page: caller } = await talking('Heard');
    const [attempt] = (await services.company.api.get(`/conversations/${id}`)).body.callAttempts;
    const recordings = makeRecordings(await makeObjects(services.service.services, services.service.url));
    const recorder = recordings.open(attempt.id, 8000, () => undefined);
    const loud = Int16Array.from({ length: 160 }, (_, n) => (n % 20 < 10 ? 8000 : -8000));
    for (let frame = 0; frame < 300; frame += 1) recorder.add(loud, new Int16Array(160));
    await expect.poll(() => recordings.left(attempt.id), { timeout: 30_000 }).not.toBeNull();

    const { page, go, complaints } = await services.signIn('viewer');
    await page.addInitScript(`
      window.played = [];
      const start = AudioBufferSourceNode.prototype.start;
      AudioBufferSourceNode.prototype.start = function (at) {
        window.played.push([0, 1].map((ear) => Math.max(...this.buffer.getChannelData(ear))));
        return start.call(this, at);
      };`);
    await go(`/conversations/${id}/live`);
    await page.getByRole('button', { name: 'Listen in' }).click();
    await page.getByText('You hear the call with a delay of a few seconds').waitFor();
    const [[left, right]] = (await page.evaluate('window.played')) as [[number, number]];
    expect(left).toBeGreaterThan(0.2);
    expect(right).toBe(0);
    await page.getByRole('button', { name: 'Stop listening' }).click();
    await page.getByRole('button', { name: 'Listen in' }).waitFor();
    expect(complaints).toEqual([]);
    await recordings.close(attempt.id);
    await caller.leave();
  });

  test('a broken caption stream resumes without duplicates', async () => {
    const { id, page: caller } = await talking('Lost');
    const { page, go } = await services.signIn('viewer');
    let asked = 0;
    await page.route(`**/conversations/${id}/events`, async (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      const [attempt] = (await services.company.api.get(`/conversations/${id}`)).body.callAttempts;
      const said = {
        callAttemptId: attempt.id,
        speaker: 'AI',
        text: 'Where do you live?',
        startTime: 1,
        endTime: 2,
      };
      return route.fulfill({
        contentType: 'text/event-stream',
        body: `event: words\ndata: ${JSON.stringify(said)}\n\n`,
      });
    });
    await go(`/conversations/${id}/live`);
    const captions = page.getByRole('log', { name: 'Captions' });
    await captions.getByText('Hello, this is an AI assistant.').waitFor();
    await caller.type('I live in Bern.');
    await captions.getByText('I live in Bern.').waitFor();
    expect(asked).toBe(2);
    expect(await captions.getByText('Where do you live?').count()).toBe(1);
    await caller.leave();
  });

  test('filters are part of the address, so a link shows the same list', async () => {
    await create('Waiting');
    const contact = { firstName: 'Ada', lastName: 'Done', phoneNumber: '+15005550177' };
    await create('Done', { isTest: true, contact: { ...contact, gdprExpiryDate: '2099-12-31' } });
    const { page, go } = await services.signIn('viewer');
    await go('/conversations');
    await page.getByRole('row', { name: 'Ada Done' }).waitFor();
    await page.getByLabel('Status').selectOption('COMPLETED');
    await vi.waitFor(() => expect(page.url()).toMatch(/\?status=COMPLETED$/));
    await page.getByRole('row', { name: 'Ada Waiting' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Any contact' }).click();
    await page.getByRole('searchbox', { name: 'Name, e-mail or phone number' }).fill('(500) 555-0177');
    await page.getByRole('listitem').getByText('Ada Done').click();
    await page.reload();
    await page.getByRole('row', { name: 'Ada Done' }).waitFor();
    expect(await page.getByLabel('Status').inputValue()).toBe('COMPLETED');
    await page.getByLabel('Status').selectOption('FAILED');
    await page.getByText('No conversations found').waitFor();
    await page.getByRole('button', { name: 'Show all conversations' }).click();
    await page.getByRole('row', { name: 'Ada Waiting' }).waitFor();
    expect(page.url()).toMatch(/\/conversations$/);
  });

  test('the overview counts a call while it is live and after it has ended', async () => {
    const { page, go } = await services.signIn('viewer');
    await go('/');
    const now = page.getByText('Calls now').locator('..');
    await now.getByText('0', { exact: true }).waitFor();
    const { page: caller, stream } = await talking('Counted');
    await now.getByText('1', { exact: true }).waitFor();
    await caller.type('In Basel.');
    await stream.until(({ text }) => /When could you start/.test(text ?? ''));
    await caller.type('Tomorrow.');
    await now.getByText('0', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Recently finished' }).getByText('Ada Counted').waitFor();
  });

  test('all live call pages are accessible, in light and dark, wide and narrow', async () => {
    const { id, page: caller } = await talking('Watched');
    await caller.type('I live in Zurich.');
    await expectAccessible(services, [
      { name: 'overview', path: '/', ready: (page) => page.getByText('Minutes left').waitFor() },
      {
        name: 'conversations',
        path: '/conversations',
        ready: (page) => page.getByRole('row', { name: 'Ada Watched' }).waitFor(),
      },
      {
        name: 'live-call',
        path: `/conversations/${id}/live`,
        ready: (page) => page.getByText('When could you start?').waitFor(),
      },
    ]);
    await caller.leave();
  }, 600_000);
});
