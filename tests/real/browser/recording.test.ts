import { makeRecordings } from '@parley/service/main/call-runtime.ts';
import { makeObjects, makeRecordingUrl } from '@parley/service/main/objects.ts';
import { chromiumPath } from '@parley/testing/programs.ts';
import { runningCompany } from '@parley/testing/running-company.ts';
import { startTestService } from '@parley/testing/service.ts';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';

test.runIf(chromiumPath !== undefined)(
  'a browser plays a recording and seeks to any position in it',
  async () => {
    const service = await startTestService({ roles: ['api'] });
    onTestFinished(() => service.stop());
    const objects = await makeObjects(service.services, service.url);
    const recordings = makeRecordings(objects);
    const { api, agentId, newContact } = await runningCompany(service);
    const { body } = await api.post('/conversations', { contactId: await newContact(), agentId });
    const id: string = body.callAttempts[0].id;
    const recorder = recordings.open(id, 16_000, () => undefined);
    const tone = Int16Array.from({ length: 320 }, (_, n) =>
      Math.round(8000 * Math.sin((2 * Math.PI * n) / 40)),
    );
    for (let frame = 0; frame < 1000; frame += 1) recorder.add(tone, new Int16Array(0));
    const url = await makeRecordingUrl(service.services, objects)((await recordings.close(id)) ?? '');

    const browser = await chromium.launch({
      ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
      args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required', '--mute-audio'],
    });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.setContent(`<audio src="${url.replaceAll('&', '&amp;')}" preload="metadata"></audio>`);
    // Evaluated as a text: what runs in the page knows nothing of this file.
    const heard = await page.evaluate(`(async () => {
      const audio = document.querySelector('audio');
      const fired = (name) => new Promise((resolve, reject) => {
        audio.addEventListener(name, resolve, { once: true });
        audio.addEventListener('error', () => reject(new Error(audio.error?.message ?? 'error')), { once: true });
      });
      if (audio.readyState === 0) await fired('loadedmetadata');
      audio.currentTime = 15;
      await fired('seeked');
      const moved = fired('timeupdate');
      await audio.play();
      while (audio.currentTime <= 15) { await moved; await new Promise(requestAnimationFrame); }
      return { duration: audio.duration, reached: audio.currentTime };
    })()`);
    expect(heard).toMatchObject({ duration: 20 });
    expect((heard as { reached: number }).reached).toBeGreaterThan(15);
  },
  180_000,
);
