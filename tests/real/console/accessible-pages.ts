import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { hurdles, paleWords, prepareAxe } from '../browser/chromium.ts';
import { type ConsoleServices, desktop, type Look, phone, type Window } from './console-services.ts';

/** Where pictures of the pages go, for somebody to look at; without it none are taken. */
const pictures = process.env.CONSOLE_PICTURES;

/** `npm run test:looks`: every colour in both themes, wide and narrow. Otherwise each theme has one width. */
const isWhole = process.env.LOOKS === 'whole' || pictures !== undefined;

/**
 * Every page is opened once and looked at twice with every rule, light and wide, dark and narrow; on request it is looked at
 * in the other theme, too, by its colours. It follows the size of its window and the colours of the system where it stands, with whatever was opened on it.
 */
const looks = [
  { theme: 'light', other: 'dark', size: desktop, place: 'desktop' },
  { theme: 'dark', other: 'light', size: phone, place: 'phone' },
] as const;

export interface PageToCheck {
  readonly name: string;
  readonly path: string;
  /** Is there once the page is. */
  readonly ready: (page: Page) => Promise<unknown>;
}

/** Opens pages light and wide, and dark and narrow: axe finds nothing serious, nothing is cut off, nobody complains. */
export async function expectAccessible(
  services: ConsoleServices,
  pages: readonly PageToCheck[],
  enter: (look: Look) => Promise<Window> = (look) => services.signIn('member', look),
): Promise<void> {
  // One window for all of them: what the browser has compiled once it need not compile again.
  const window = await enter(looks[0]);
  const { page } = window;
  await prepareAxe(page);
  for (const { name, path, ready } of pages) {
    await page.setViewportSize(desktop);
    await shown(page, 'light');
    await window.go(path);
    await ready(page);
    for (const { theme, other, size, place } of looks) {
      await page.setViewportSize(size);
      await shown(page, theme);
      expect([name, theme, place, await hurdles(page)]).toEqual([name, theme, place, []]);
      expect([name, theme, place, await sidewaysPx(window)]).toEqual([name, theme, place, 0]);
      await picture(page, `${name}-${theme}-${place}`);
      if (!isWhole) continue;
      await shown(page, other);
      expect([name, other, place, await paleWords(page)]).toEqual([name, other, place, []]);
      await picture(page, `${name}-${other}-${place}`);
    }
  }
  expect(window.complaints).toEqual([]);
}

/** Without motion: colours that are still on their way are nobody's. */
async function shown(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  if (page.url().startsWith('http')) await page.locator(`html[data-theme="${theme}"]`).waitFor();
}

/** By how much the page is wider than its window. */
const sidewaysPx = ({ page }: Window): Promise<number> =>
  page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  ) as Promise<number>;

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** Pictures of what a page shows now, in both themes, wide and narrow. Afterwards it is as before. */
export async function pictureEveryWay(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  const before = page.viewportSize() ?? desktop;
  for (const [place, size] of [
    ['desktop', before],
    ['phone', phone],
  ] as const) {
    await page.setViewportSize(size);
    for (const theme of ['dark', 'light'] as const) {
      await shown(page, theme);
      await picture(page, `${name}-${theme}-${place}`);
    }
  }
  await page.setViewportSize(before);
}
