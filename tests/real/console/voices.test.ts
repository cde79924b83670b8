import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { patience } from '@parley/testing/patience.ts';
import { type DeepgramServer, startDeepgramServer } from '@parley/testing/speech-servers/deepgram-server.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { expectAccessible } from './accessible-pages.ts';
import { type ConsoleServices, startConsoleServices } from './console-services.ts';

/** Many small steps in a real browser, also on a busy machine. */
const SLOW_MS = 240_000;
const hasOffline = 'files' in findSpeechPackages().tts;

const tts = [
  {
    name: 'viktoria',
    canonical_name: 'aura-2-viktoria-de',
    languages: ['de'],
    metadata: { tags: ['feminine'] },
  },
  { name: 'zeus', canonical_name: 'aura-2-zeus-en', languages: ['en'] },
];

describe.skipIf(toInstall)('voices in the console', { timeout: SLOW_MS }, () => {
  let services: ConsoleServices;
  let deepgram: DeepgramServer;
  beforeAll(async () => {
    deepgram = await startDeepgramServer();
    deepgram.lists({ tts });
    services = await startConsoleServices({
      environment: {
        PARLEY_TTS: 'deepgram',
        PARLEY_DEEPGRAM_KEY: 'd',
        PARLEY_DEEPGRAM_URL: deepgram.url,
      },
    });
  }, SLOW_MS);
  afterAll(async () => {
    await services?.close();
    await deepgram?.stop();
  });

  const newAgent = async (): Promise<string> =>
    (await services.company.api.post('/agents', { name: 'Grace' })).body.id;
  const read = async (id: string) => (await services.company.api.get(`/agents/${id}`)).body;
  const picker = (page: Page) => page.getByLabel('Voice', { exact: true });
  const hasLoaded = (page: Page) =>
    picker(page).getByText('Default (deepgram)').waitFor({ state: 'attached' });

  test.skipIf(!hasOffline)('a voice is chosen with the keyboard, played, and saved', async () => {
    const id = await newAgent();
    const { page, go, complaints } = await services.signIn('member');
    await go(`/agents/${id}?tab=settings`);
    await hasLoaded(page);
    await picker(page).focus();
    await page.keyboard.type('RMS');
    expect(await picker(page).locator('option:checked').textContent()).toBe('RMS (male, American)');
    await page.keyboard.press('Tab');
    const sound = page.waitForResponse((response) => response.url().endsWith('/voice-preview'));
    await page.keyboard.press('Enter');
    expect((await sound).headers()['content-type']).toBe('audio/wav');
    await page.getByText('Playing', { exact: true }).waitFor({ state: 'attached' });
    // The focus stays on the button, which stops the sound now.
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Stop playing');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Play voice' }).waitFor();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect
      .poll(async () => (await read(id)).voice, patience)
      .toEqual({
        provider: 'offline',
        voiceId: 'rms',
        speed: 1,
      });
    expect(complaints).toEqual([]);
  });

  test("only voices of the agent's language are offered, and a vendor that fails is named", async () => {
    const { page, go } = await services.signIn('member');
    await go(`/agents/${await newAgent()}?tab=settings`);
    await hasLoaded(page);
    await page.getByLabel('Language', { exact: true }).selectOption({ label: 'German' });
    await picker(page).getByText('Viktoria (feminine)').waitFor({ state: 'attached' });
    expect(await picker(page).getByText('Zeus').count()).toBe(0);
    await picker(page).selectOption({ label: 'Viktoria (feminine)' });
    deepgram.answers({ status: 401, body: { err_msg: 'Invalid credentials.' } });
    await page.getByRole('button', { name: 'Play voice' }).click();
    await page.getByRole('alert').filter({ hasText: 'deepgram rejected the request.' }).waitFor();
    expect(deepgram.ttsRequests.at(-1)?.query.get('model')).toBe('aura-2-viktoria-de');
    deepgram.answers({ seconds: 0.3 });
    await page.getByRole('button', { name: 'Play voice' }).click();
    await page.getByText('Playing', { exact: true }).waitFor({ state: 'attached' });
    // It ends by itself.
    await page.getByRole('button', { name: 'Play voice' }).waitFor();
    expect(await page.getByRole('alert').filter({ hasText: 'refused' }).count()).toBe(0);
  });

  test('a voice that is not listed is named by its id', async () => {
    const id = await newAgent();
    const { page, go } = await services.signIn('member');
    await go(`/agents/${id}?tab=settings`);
    await hasLoaded(page);
    await picker(page).selectOption({ label: 'Another voice…' });
    await page.getByLabel('Voice provider').fill('deepgram');
    await page.getByLabel('Voice id').fill('aura-2-new-en');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect.poll(async () => (await read(id)).voice.voiceId, patience).toBe('aura-2-new-en');
    await page.reload();
    await hasLoaded(page);
    expect(await picker(page).locator('option:checked').textContent()).toBe('deepgram: aura-2-new-en');
  });

  test('where no speech packages are installed the page says so and links to the guide', async () => {
    const { page, go } = await services.signIn('member');
    const problem = 'The offline TTS is not installed (a-voice): npm start installs it.';
    await page.route('**/voices?*', (route) =>
      route.fulfill({ json: { defaultProvider: null, voices: [], problems: [problem] } }),
    );
    await go(`/agents/${await newAgent()}?tab=settings`);
    await page.getByText(problem).waitFor();
    expect(await page.getByRole('link', { name: 'How to add voices' }).getAttribute('href')).toBe(
      '/docs/speech',
    );
  });

  test('the voice picker is accessible in light and dark, wide and narrow', async () => {
    const path = `/agents/${await newAgent()}?tab=settings`;
    const ready = async (page: Page) => {
      await hasLoaded(page);
      await picker(page).selectOption({ label: 'Another voice…' });
      await page.getByLabel('Voice id').scrollIntoViewIfNeeded();
    };
    await expectAccessible(services, [{ name: 'agent-voice', path, ready }]);
  });
});
