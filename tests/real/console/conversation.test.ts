import { startTestService, type TestService } from '@parley/testing/service.ts';
import { openSpokenCalls } from '@parley/testing/spoken-calls.ts';
import { type Receiver, startReceiver } from '@parley/testing/webhook-receiver.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleServices, type Window } from './console-services.ts';

const patience = { timeout: 60_000, interval: 100 };
const DAY_MS = 86_400_000;
const environment = { PARLEY_ALLOW_PRIVATE_URLS: 'true' };

describe.skipIf(toInstall)('a conversation in the console', () => {
  let services: ConsoleServices;
  let worker: TestService;
  let receiver: Receiver;
  /** With a recording. */
  let spokenId: string;

  beforeAll(async () => {
    receiver = await startReceiver();
    services = await startConsoleServices({ roles: ['api'], environment });
    const { company, service } = services;
    const events = ['INTERVIEW_COMPLETED', 'INTERVIEW_CANCELLED', 'ANALYSIS_COMPLETED'];
    await company.api.post('/webhooks', { url: receiver.url, name: 'Our system', events });
    const spoken = await openSpokenCalls(service);
    spokenId = (
      await spoken.hold(company, [{ says: 'Hello? Yes, go on.' }, { says: 'I live in Zurich.' }], {
        analyticsConfig: { extractionTargets: [{ key: 'city', label: 'City', type: 'string' }] },
      })
    ).id;
    // From here on somebody reads calls and tells webhooks.
    worker = await startTestService({ databaseUrl: service.databaseUrl, roles: ['worker'], environment });
    await vi.waitFor(
      async () => expect((await company.api.get(`/conversations/${spokenId}`)).body.analytics).toBeDefined(),
      patience,
    );
  }, 600_000);
  afterAll(async () => {
    await worker?.stop();
    await services?.close();
    await receiver?.stop();
  });

  /** A conversation whose call is due tomorrow. */
  async function waiting(company = services.company, phoneNumber = '+15005550000'): Promise<string> {
    const agent = { name: 'Grace', focus: 'GENERIC' };
    const agentId = (await company.api.post('/agents', agent)).body.id;
    const contact = {
      firstName: 'Emmy',
      lastName: 'Noether',
      phoneNumber,
      gdprExpiryDate: '2099-12-31',
    };
    const scheduleTime = new Date(Date.now() + DAY_MS).toISOString();
    return (await company.api.post('/conversations', { agentId, contact, scheduleTime })).body.id;
  }

  const marked = (page: Page) => page.locator('li[aria-current=true]');
  const second = (page: Page) => page.evaluate("document.querySelector('audio').currentTime");

  test('the transcript follows the recording, and clicking a line plays it', async () => {
    const { page, go, complaints } = await services.signIn('viewer');
    await go('/conversations');
    await page.getByRole('row', { name: 'Ada Lovelace' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();

    expect(await marked(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Play' }).click();
    await marked(page).filter({ hasText: 'Hello, I am an AI' }).waitFor();

    await page.getByText('I live in Zurich.').click();
    await marked(page).filter({ hasText: 'I live in Zurich.' }).waitFor();
    const { callAttempts } = (await services.company.api.get(`/conversations/${spokenId}`)).body;
    const { startTime } = callAttempts[0].transcript.find(
      ({ text }: { text: string }) => text === 'I live in Zurich.',
    );
    expect(await second(page)).toBeGreaterThanOrEqual(startTime - 0.1);
    expect(page.url()).toContain(`at=${startTime}`);
    expect(complaints).toEqual([]);
  });

  test('three tabs of conversations show their content, and none asks for the recording before it is played', async () => {
    const { context, page: first } = await services.signIn('viewer');
    const recordings: string[] = [];
    context.on('request', (request) => {
      if (request.url().includes('/objects/')) recordings.push(request.url());
    });
    const pages = [first, await context.newPage(), await context.newPage()];
    await Promise.all(
      pages.map(async (page) => {
        await page.goto(`/console/conversations/${spokenId}`);
        await page.getByText('I live in Zurich.').waitFor();
        await page.getByRole('complementary').getByText('Live', { exact: true }).waitFor();
      }),
    );
    expect(recordings).toEqual([]);
    await first.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => recordings.length, patience).toBeGreaterThan(0);
  });

  test('a recording whose link expired before it was first played is played with a fresh link', async () => {
    const { page, go } = await services.signIn('viewer');
    await page.route('**/objects/**', (route) => route.fulfill({ status: 403 }), { times: 1 });
    await go(`/conversations/${spokenId}`);
    await page.getByRole('button', { name: 'Play' }).click();
    await marked(page).filter({ hasText: 'Hello, I am an AI' }).waitFor();
    await expect.poll(() => second(page), patience).toBeGreaterThan(0);
  });

  test('an answer in the results links to the second at which it was given', async () => {
    const { page, go } = await services.signIn('viewer');
    await go(`/conversations/${spokenId}?tab=answers`);
    const answer = page.getByRole('region', { name: 'Questions and answers' });
    await answer.getByText('In which city do you live?').waitFor();
    await answer.getByRole('button', { name: /^Play from/ }).click();
    await marked(page).filter({ hasText: 'I live in Zurich.' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  });

  test('a replay reproduces the recorded decisions, and the timeline explains them', async () => {
    const { page, go } = await services.signIn('viewer');
    await go(`/conversations/${spokenId}?tab=why`);
    await page.getByText('The conversation was created on its own.').waitFor();
    const planned = await page.getByText(/^Call 1 was scheduled for /).innerText();
    expect(planned).not.toMatch(/T\d\d:|calling window/);
    await page.getByRole('button', { name: 'Replay decisions' }).click();
    await page.getByText('The same', { exact: true }).waitFor();
  });

  test('cancelling a conversation notifies webhooks with the reason and the user id', async () => {
    const id = await waiting();
    const { page, go, context } = await services.signIn('member');
    await go(`/conversations/${id}`);
    await page.getByRole('button', { name: 'Cancel conversation…' }).click();
    await page.getByRole('button', { name: 'Cancel conversation', exact: true }).click();
    await page.locator('header').getByText('Cancelled').waitFor();
    const me = await context.request.get('/console/api/me', { headers: { 'x-parley-console': '1' } });
    const { id: cancelledBy } = (await me.json()) as { id: string };
    await vi.waitFor(
      () =>
        expect(receiver.received.map(({ body }) => body)).toContainEqual(
          expect.objectContaining({
            event: 'interview.cancelled',
            data: expect.objectContaining({
              interviewId: id,
              reason: 'USER_REQUEST',
              cancelledBy,
            }),
          }),
        ),
      patience,
    );
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await page
      .getByRole('row', { name: /interview\.cancelled/ })
      .getByText('Delivered')
      .waitFor();
  });

  test('a call of a conversation is rescheduled, deleted and requested again', async () => {
    const id = await waiting();
    const read = async () => (await services.company.api.get(`/conversations/${id}`)).body.callAttempts;
    const { page, go } = await services.signIn('member');
    await go(`/conversations/${id}`);
    await page.getByRole('button', { name: 'More actions for call 1' }).click();
    await page.getByRole('menuitem', { name: 'Reschedule' }).click();
    const later = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 16);
    await page.getByLabel('Call time').fill(later);
    await page.getByRole('button', { name: 'Reschedule call' }).click();
    await page.getByText('Call 1 rescheduled').waitFor();
    expect((await read())[0].scheduledAt).toBe(await page.evaluate(`new Date('${later}').toISOString()`));

    await page.getByRole('button', { name: 'More actions for call 1' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete call' }).click();
    await page.getByText('No call is queued').waitFor();
    expect(await read()).toEqual([]);

    await page.getByRole('button', { name: 'Call again' }).click();
    await page.getByText('No trunk is configured: the call is simulated, no telephone rings.').waitFor();
    await page.getByLabel('Call time').fill(later);
    await page.getByRole('button', { name: 'Queue call' }).click();
    await page.getByText('Call queued').waitFor();
    expect(await read()).toMatchObject([{ status: 'SCHEDULED' }]);
  });

  test('a time at which the law of the called country allows no calls gets a warning where it is chosen', async () => {
    const company = await services.service.newCompany();
    // The call waits: its trunk is switched off.
    const trunk = { name: 'Provider', host: 'sip.provider.example', isActive: false };
    expect((await company.api.post('/trunks', trunk)).status).toBe(201);
    const id = await waiting(company, '+33142685300');
    const { page, go } = await services.signIn('member', { company });
    await go(`/conversations/${id}`);
    await page.getByRole('button', { name: 'More actions for call 1' }).click();
    await page.getByRole('menuitem', { name: 'Reschedule' }).click();
    const sunday = new Date(Date.now() + (14 - new Date().getUTCDay()) * DAY_MS).toISOString().slice(0, 10);
    await page.getByLabel('Call time').fill(`${sunday}T12:00`);
    await page.getByText('This time is outside the legal calling hours of FR').waitFor();
    await page.getByRole('button', { name: 'Reschedule call' }).click();
    await page.getByText('The time that was given is outside the legal calling hours of FR').waitFor();
  });

  test('a conversation is deleted after confirmation', async () => {
    const id = await waiting();
    const { page, go } = await services.signIn('member');
    await go(`/conversations/${id}`);
    const ask = async () => {
      await page.getByRole('button', { name: 'More actions', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    };
    await ask();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect((await services.company.api.get(`/conversations/${id}`)).status).toBe(200);
    await ask();
    await page.getByRole('button', { name: 'Delete conversation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Conversations' }).waitFor();
    expect((await services.company.api.get(`/conversations/${id}`)).status).toBe(404);
  });

  test('a viewer is offered nothing that changes a conversation', async () => {
    const id = await waiting();
    const { page, go } = await services.signIn('viewer');
    await go(`/conversations/${id}`);
    await page.getByText('Call 1', { exact: true }).waitFor();
    for (const name of [/^Cancel/, /Call again/, /^More/]) {
      expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0]);
    }
  });

  test("another company's conversation is not found", async () => {
    const other = await services.service.newCompany();
    const { page, go }: Window = await services.signIn('owner');
    for (const id of [await waiting(other), '01890000-0000-7000-8000-00000000dead', 'nonsense']) {
      for (const path of [`/conversations/${id}`, `/conversations/${id}/live`]) {
        await go(path);
        await page.getByText('Not found', { exact: true }).waitFor();
        expect([path, await page.getByText('Noether').count()]).toEqual([path, 0]);
      }
    }
  });

  test('all conversation pages are accessible, in light and dark, wide and narrow', async () => {
    const id = await waiting();
    await expectAccessible(services, [
      {
        name: 'conversation',
        path: `/conversations/${spokenId}?at=5`,
        ready: async (page) => {
          await page.getByText('I live in Zurich.').waitFor();
          await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
        },
      },
      {
        name: 'conversation-answers',
        path: `/conversations/${spokenId}?tab=answers`,
        ready: (page) => page.getByText('In which city do you live?').waitFor(),
      },
      {
        name: 'conversation-deliveries',
        path: `/conversations/${spokenId}?tab=deliveries`,
        ready: (page) => page.getByRole('cell', { name: 'interview.completed' }).waitFor(),
      },
      {
        name: 'conversation-why',
        path: `/conversations/${spokenId}?tab=why`,
        ready: (page) => page.getByText('The conversation was created').waitFor(),
      },
      {
        name: 'conversation-waiting',
        path: `/conversations/${id}`,
        ready: (page) => page.getByText('Not called yet').waitFor(),
      },
    ]);
  }, 600_000);
});
