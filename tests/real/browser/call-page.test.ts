import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PATIENCE_MS, patience } from '@parley/testing/patience.ts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hurdles, paleWords, prepareAxe, toInstall } from './chromium.ts';
import { joinTalking, joinTyping, pageStates } from './page-states.ts';
import { type ScriptedCalls, startScriptedCalls } from './scripted-call-server.ts';
import { sharedBrowser } from './shared-browser.ts';

/** Where pictures of every state go, to be looked at; without it none are taken. */
const pictures = process.env.PAGE_PICTURES;
const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const arabic = {
  language: 'ar',
  isRightToLeft: true,
  agent: { name: 'كلارا' },
  company: { name: 'عيادات نورثويند' },
};
const words = toInstall === undefined ? 'the call page' : `the call page (skipped: ${toInstall})`;

describe.skipIf(toInstall !== undefined)(words, () => {
  let browser: Browser;
  let calls: ScriptedCalls;
  beforeAll(async () => {
    if (pictures !== undefined) await mkdir(pictures, { recursive: true });
    [browser, calls] = await Promise.all([sharedBrowser(), startScriptedCalls()]);
  });
  afterAll(async () => {
    await browser?.close();
    await calls?.stop();
  });
  beforeEach(() => calls.reset());

  /** A page in a window of its own, and what the browser complains about there. */
  async function newPage(options: BrowserContextOptions): Promise<{ page: Page; complaints: string[] }> {
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'Europe/Prague',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/i.test(message.text())) complaints.push(message.text());
    });
    return { page, complaints };
  }

  /** Fails the test when the browser complains. */
  async function withPage(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
    const { page, complaints } = await newPage(options);
    try {
      await use(page);
      expect(complaints).toEqual([]);
    } finally {
      await page.context().close();
    }
  }

  describe.each([
    ['desktop', desktop, {}],
    ['phone-arabic', phone, arabic],
  ] as const)('states of the call page on %s', (screen, options, link) => {
    // One window for all of them: what the browser has compiled once it need not compile again.
    let page: Page;
    let complaints: string[];
    beforeAll(async () => {
      ({ page, complaints } = await newPage(options));
      // Each state begins as in a new window, and a page that goes does not hang up the call of the next.
      await page.addInitScript('sessionStorage.clear(); navigator.sendBeacon = () => true;');
      await prepareAxe(page);
    });
    afterAll(() => page?.context().close());

    test.each(pageStates)(
      'the state "$name" of the call page is accessible, in light and in dark',
      async (state) => {
        Object.assign(calls.script.link, link);
        state.prepare?.(calls);
        const disturbance = await state.disturb?.(page);
        onTestFinished(() => disturbance?.dispose());
        await page.goto(calls.url);
        await state.reach?.(page, calls);
        await page.locator(`[data-view=${state.view}]`).waitFor();
        // Light and dark differ in their colours and in nothing else.
        const looks = [
          ['dark', paleWords],
          ['light', hurdles],
        ] as const;
        for (const [colorScheme, found] of looks) {
          await page.emulateMedia({ colorScheme });
          if (pictures !== undefined)
            await page.screenshot({ path: join(pictures, `${state.name}-${screen}-${colorScheme}.png`) });
          expect(await found(page)).toEqual([]);
        }
        expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
        expect(complaints.splice(0)).toEqual([]);
      },
    );
  });

  test('a call on the call page can be joined, held and ended by keyboard', async () => {
    await withPage(desktop, async (page) => {
      await page.goto(calls.url);
      await page.locator('[data-view=welcome]').waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.locator('textarea').waitFor();
      await page.keyboard.type('Good morning');
      await page.keyboard.press('Enter');
      await expect.poll(() => calls.script.messages, patience).toEqual(['Good morning']);
      expect(await page.locator('.line.contact').count()).toBe(1);
      // Past the sending and the talking to the ending.
      for (const _ of ['send', 'talk', 'end']) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.locator('dialog[open]').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.locator('[data-view=left]').waitFor();
      expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    });
  });

  test('agent and contact hear each other until the contact mutes', async () => {
    await withPage(desktop, async (page) => {
      await page.goto(calls.url);
      await joinTalking(page);
      await expect.poll(() => calls.script.peers[0]?.packets, patience).toBeGreaterThan(50);
      // The echo of the microphone's own beeps: sound has come back all the way into the page.
      const level = () =>
        page.evaluate(`Number(document.querySelector('.figure').style.getPropertyValue('--level'))`);
      await expect.poll(level, { ...patience, interval: 20 }).toBeGreaterThan(0.2);
      await page.locator('.control').first().click();
      await page.locator('.status', { hasText: 'Your microphone is off' }).waitFor();
    });
  });

  test('the call page reconnects automatically when audio is lost', async () => {
    await withPage(desktop, async (page) => {
      await page.goto(calls.url);
      await joinTalking(page);
      await expect.poll(() => calls.script.peers[0]?.packets, patience).toBeGreaterThan(10);
      // Shown for less than a second, which a look now and then would miss.
      const shown = page.evaluate(`new Promise((resolve) => {
        const problem = document.querySelector('.problem');
        new MutationObserver(() => problem.hidden || resolve()).observe(problem, { attributes: true });
      })`);
      calls.script.peers[0]?.kill();
      await shown;
      // The page tries again when an answer comes too late: the newest peer is the one that counts.
      await expect.poll(() => calls.script.peers.slice(1).at(-1)?.packets, patience).toBeGreaterThan(10);
      await page.locator('.problem').waitFor({ state: 'hidden' });
      expect(calls.script.resumes.length).toBeGreaterThan(0);
    });
  });

  test('captions missed during a network outage appear on the call page afterwards', async () => {
    await withPage(desktop, async (page) => {
      await page.goto(calls.url);
      await joinTyping(page);
      calls.say('1', 'Before the cut');
      await page.getByText('Before the cut').waitFor();
      await page.context().setOffline(true);
      await page.locator('.problem:not([hidden])').waitFor();
      calls.say('2', 'During the cut');
      await page.context().setOffline(false);
      await page.getByText('During the cut').waitFor();
      await page.locator('.problem').waitFor({ state: 'hidden' });
      expect(await page.getByText('Before the cut').count()).toBe(1);
    });
  });

  test('a message that could not be sent returns to the input field of the call page', async () => {
    await withPage(desktop, async (page) => {
      await page.goto(calls.url);
      await joinTyping(page);
      calls.script.status = 503;
      await page.locator('textarea').fill('I can start in May');
      await page.keyboard.press('Enter');
      await page.locator('.problem:not([hidden])').waitFor();
      expect(await page.locator('textarea').inputValue()).toBe('I can start in May');
      expect(await page.locator('.line.contact').count()).toBe(0);
    });
  });

  test('the call page names the company and the agent even if the call has no purpose', async () => {
    calls.script.link.purpose = '';
    await withPage(desktop, async (page) => {
      await page.goto(calls.url);
      await page.locator('[data-view=welcome]').waitFor();
      await page.getByText('Northwind Clinics invites you to a conversation.').waitFor();
      await page.getByText('Clara is an AI assistant, not a person, and leads the conversation.').waitFor();
      expect(await page.getByText('What it is about').count()).toBe(0);
    });
  });

  test('a text-only call does not ask for a microphone', async () => {
    calls.script.link.voice = false;
    await withPage(desktop, async (page) => {
      await page.goto(calls.url);
      await page.locator('[data-view=welcome]').waitFor();
      expect(await page.locator('.actions button').allTextContents()).toEqual(['Join the call']);
      await page.getByText('The conversation is held in writing. No microphone is needed.').waitFor();
      await joinTyping(page);
      await page.locator('textarea').waitFor();
      expect(await page.getByText('Talk instead').isVisible()).toBe(false);
    });
  });

  test('a call page that is opened while speech is being installed offers to talk as soon as it is', async () => {
    Object.assign(calls.script.link, { voice: false, speechComing: true });
    await withPage(desktop, async (page) => {
      await page.goto(calls.url);
      await page.getByText('Speech is being installed').waitFor();
      expect(await page.locator('.actions button').allTextContents()).toEqual(['Type instead']);
      Object.assign(calls.script.link, { voice: true, speechComing: undefined });
      await page.getByText('Continue with microphone').waitFor();
    });
  });

  test('a call page whose call the service conducts as text continues as text', async () => {
    calls.script.hasVoice = false;
    await withPage(desktop, async (page) => {
      await page.goto(calls.url);
      await page.locator('.actions button').first().click();
      await page.locator('[data-view=microphone] .actions button').first().click();
      await page.locator('textarea').waitFor();
      expect(await page.locator('.problem').textContent()).toContain('by typing');
    });
  });

  test('a typing contact can switch to voice during the call', async () => {
    await withPage(desktop, async (page) => {
      await page.goto(calls.url);
      await joinTyping(page);
      await page.getByText('Talk instead').click();
      await page.locator('.spoken').waitFor();
      await expect.poll(() => calls.script.peers[0]?.packets, patience).toBeGreaterThan(10);
    });
  });

  test('closing the call page does not hang up, and another page continues the call', async () => {
    await withPage(desktop, async (page) => {
      await page.goto(calls.url);
      await joinTyping(page);
      calls.say('1', 'Where were we?');
      await page.getByText('Where were we?').waitFor();
      await page.goto('about:blank');
      await expect.poll(() => calls.script.aways, patience).toBe(1);
    });
    await withPage(desktop, async (page) => {
      await page.goto(calls.url);
      await page.locator('[data-view=welcome] .actions button').last().click();
      await page.getByText('Where were we?').waitFor();
      const { joins, returns, leaves } = calls.script;
      expect({ joins, returns, leaves }).toEqual({ joins: 1, returns: 1, leaves: 0 });
    });
  });

  test('a call page continues its call after the browser crashed', async () => {
    await withPage(desktop, async (page) => {
      // What a crash leaves: nobody has hung up, and the key is kept.
      await page.addInitScript('navigator.sendBeacon = () => true;');
      await page.goto(calls.url);
      await joinTyping(page);
      calls.say('1', 'Where were we?');
      await page.getByText('Where were we?').waitFor();
      const kept = await page.evaluate('JSON.stringify(sessionStorage)');
      await page.goto('about:blank');
      await page.addInitScript(
        `if (location.pathname.startsWith('/call/')) Object.assign(sessionStorage, ${kept});`,
      );
      await page.goto(calls.url);
      await page.locator('[data-view=welcome] .actions button').last().click();
      await page.getByText('Where were we?').waitFor();
      expect([calls.script.joins, calls.script.returns]).toEqual([1, 1]);
    });
  });

  test("the call page shows the opening time of its link in the reader's time zone", async () => {
    Object.assign(calls.script.link, { state: 'not_yet', opensAt: '2030-03-14T09:30:00.000Z' });
    await withPage(desktop, async (page) => {
      await page.goto(calls.url);
      expect(await page.locator('.detail').textContent()).toContain('10:30');
    });
  });

  test('a call page that waits for its link to open then shows the call', async () => {
    Object.assign(calls.script.link, { state: 'in_call' });
    await withPage(desktop, async (page) => {
      await page.goto(calls.url);
      await page.locator('[data-view=elsewhere]').waitFor();
      calls.script.link.state = 'open';
      await page.locator('[data-view=welcome]').waitFor();
    });
  });

  test("the call page shows a failure in the browser's language until the call's language is known", async () => {
    calls.script.status = 404;
    await withPage({ ...desktop, locale: 'de-AT' }, async (page) => {
      await page.goto(calls.url);
      await page.getByText('Dieser Link funktioniert nicht').waitFor();
    });
  });
});
