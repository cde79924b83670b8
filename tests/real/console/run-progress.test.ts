import { PATIENCE_MS } from '@parley/testing/patience.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleServices } from './console-services.ts';

/** The console may have to be built first. */
const OPEN_MS = 300_000;
const LONG_MS = 600_000;
/** Answers slowly, with hesitations: at the speed of the world these calls outlast the test. */
const SLOW_PERSON = '+15005550017';
const NOT_IN_SERVICE = '+15005550010';

describe.skipIf(toInstall)('a running run', { timeout: LONG_MS }, () => {
  let services: ConsoleServices;
  let agentId: string;
  beforeAll(async () => {
    services = await startConsoleServices({
      environment: { PARLEY_SIM_SPEED: '1', PARLEY_DRAIN_SECONDS: '1' },
    });
    const questions = Array.from({ length: 20 }, (_, at) => ({
      question: `What comes after ${at}?`,
      key: `q${at}`,
    }));
    const flow = {
      firstMessage: { type: 'first_message', text: 'Hello, this is an AI assistant.' },
      sections: [{ type: 'looping', questions }],
    };
    const agent = { name: 'Grace', duration: 60, callingWindow: null, flow };
    agentId = (await services.company.api.post('/agents', agent)).body.id;
  }, OPEN_MS);
  afterAll(() => services?.close());

  const atOnce = (maxConcurrentCalls: number) =>
    services.service.admin.put(`/companies/${services.company.id}/plan`, {
      ...{ billingSystem: 'minutes', status: 'active', included: 100_000, purchased: 0, currency: 'EUR' },
      ...{ maxConcurrentCalls, storageBytes: 1e9, creditsPerMinute: 1 },
    });
  const attach = async (runId: string, ...phoneNumbers: string[]) => {
    const { api } = services.company;
    const contactIds: string[] = [];
    for (const phoneNumber of phoneNumbers) {
      const person = { firstName: 'Ada', lastName: 'Novak', phoneNumber, gdprExpiryDate: '2099-12-31' };
      contactIds.push((await api.post('/contacts', person)).body.id);
    }
    expect((await api.post(`/runs/${runId}/contacts`, { contactIds })).status).toBeLessThan(300);
  };
  async function launched(name: string, ...phoneNumbers: string[]): Promise<string> {
    const { api } = services.company;
    const { id } = (await api.post('/runs', { name, agentId })).body;
    await attach(id, ...phoneNumbers);
    expect((await api.post(`/runs/${id}/launch`)).status).toBe(200);
    return id;
  }
  const statusOf = async (id: string) => (await services.company.api.get(`/runs/${id}`)).body.status;
  /** The figures beneath the bar, all six. */
  const buckets = (page: Page) =>
    page.getByRole('region', { name: 'Progress' }).getByRole('listitem').allInnerTexts();

  test('a running run is paused and resumed with a click, and its progress follows', async () => {
    await atOnce(2);
    const { page, go, complaints } = await services.signIn('member');
    page.setDefaultTimeout(PATIENCE_MS);
    const id = await launched('Held', SLOW_PERSON, SLOW_PERSON, SLOW_PERSON);
    await go(`/runs/${id}`);
    const bar = (words: string) => page.getByRole('img', { name: `Progress: ${words}`, exact: true });
    const badge = (words: string) => page.getByRole('main').getByText(words, { exact: true }).first();
    await bar('In progress 2, Scheduled 1').waitFor();
    await badge('Running').waitFor();

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused: no further calls are placed. Queued calls keep their place.').waitFor();
    await badge('Paused').waitFor();
    await page.getByRole('button', { name: 'Pause' }).waitFor({ state: 'detached' });
    expect(await statusOf(id)).toBe('PAUSED');
    // There is room for everybody now, and still nobody is called; those on the line talk on.
    await atOnce(10);
    await attach(id, NOT_IN_SERVICE);
    await bar('In progress 2, Scheduled 2').waitFor();

    await page.getByRole('button', { name: 'Resume' }).click();
    await badge('Running').waitFor();
    await page.getByRole('button', { name: 'Resume' }).waitFor({ state: 'detached' });
    expect(await statusOf(id)).toBe('RUNNING');
    await bar('Failed 1, In progress 3').waitFor();
    expect((await buckets(page)).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      'Completed 0',
      'Unreachable 0',
      'Cancelled 0',
      'Failed 1',
      'In progress 3',
      'Scheduled 0',
    ]);
    await page.getByText('25 % of 4').waitFor();
    expect(complaints).toEqual([]);
  });

  test('the page of a run is accessible, running and paused', async () => {
    await atOnce(10);
    const running = await launched('Read', SLOW_PERSON, NOT_IN_SERVICE);
    const paused = await launched('Still', SLOW_PERSON);
    expect((await services.company.api.post(`/runs/${paused}/pause`)).status).toBe(200);
    const progress = (page: Page, words: string) =>
      page.getByRole('img', { name: `Progress: ${words}`, exact: true }).waitFor();
    await expectAccessible(services, [
      {
        name: 'run-running',
        path: `/runs/${running}`,
        ready: (page) => progress(page, 'Failed 1, In progress 1'),
      },
      {
        name: 'run-conversations',
        path: `/runs/${running}?tab=conversations`,
        ready: (page) => page.getByRole('row', { name: 'Ada Novak' }).first().waitFor(),
      },
      {
        name: 'run-paused',
        path: `/runs/${paused}`,
        ready: (page) => page.getByRole('button', { name: 'Resume' }).waitFor(),
      },
    ]);
  });
});
