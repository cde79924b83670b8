import { findSpeechPackages } from '@parley/speech/offline/speech-packages.ts';
import { patience } from '@parley/testing/patience.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toInstall } from '../browser/chromium.ts';
import { type ConsoleServices, startConsoleServices } from './console-services.ts';

const isInstalled = 'files' in findSpeechPackages().tts;

describe.skipIf(toInstall || !isInstalled)('a simulated call in the console', () => {
  let services: ConsoleServices;
  beforeAll(async () => {
    services = await startConsoleServices();
  }, 600_000);
  afterAll(() => services?.close());

  test('the recording of a simulated call plays in the console while the transcript follows', async () => {
    const { api } = services.company;
    const agentId = (await api.post('/agents', { name: 'Grace', focus: 'GENERIC', callingWindow: null })).body
      .id;
    const contact = {
      firstName: 'Emmy',
      lastName: 'Noether',
      phoneNumber: '+15005550000',
      gdprExpiryDate: '2099-12-31',
    };
    const { id } = (await api.post('/conversations', { agentId, contact })).body;
    const read = async () => (await api.get(`/conversations/${id}`)).body;
    await expect.poll(async () => (await read()).finishedDate ?? null, patience).not.toBeNull();
    const [first] = (await read()).callAttempts[0].transcript;

    const { page, go, complaints } = await services.signIn('viewer');
    await go(`/conversations/${id}`);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.locator('li[aria-current=true]').filter({ hasText: first.text }).waitFor();
    const heard = () => page.evaluate("document.querySelector('audio').currentTime > 0.5");
    await expect.poll(heard, patience).toBe(true);
    expect(complaints).toEqual([]);
  });
});
