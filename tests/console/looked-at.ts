import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { hurdles } from '../browser/chromium.ts';
import { type ConsoleHouse, desktop, type Look, phone, type Window } from './console-house.ts';

/** Where pictures of the pages go, for somebody to look at; without it none are taken. */
const pictures = process.env.CONSOLE_PICTURES;

/** Each theme and each size once; whoever wants pictures gets, and checks, all four. */
const looks = [
  { name: 'light-desktop', theme: 'light', size: desktop },
  { name: 'dark-phone', theme: 'dark', size: phone },
  ...(pictures === undefined
    ? []
    : ([
        { name: 'dark-desktop', theme: 'dark', size: desktop },
        { name: 'light-phone', theme: 'light', size: phone },
      ] as const)),
] as const;

export interface Sight {
  readonly name: string;
  readonly path: string;
  /** Is there once the page is. */
  readonly ready: (page: Page) => Promise<unknown>;
}

/** Opens pages in light and dark, wide and narrow: axe finds nothing serious, nothing is cut off, nobody complains. */
export async function lookAtAll(
  house: ConsoleHouse,
  sights: readonly Sight[],
  enter: (look: Look) => Promise<Window> = (look) => house.enter('member', look),
): Promise<void> {
  // One window for all of them: what the browser has compiled once it need not compile again.
  const window = await enter(looks[0]);
  for (const { name: look, theme, size } of looks) {
    await window.page.emulateMedia({ colorScheme: theme });
    await window.page.setViewportSize(size);
    for (const { name, path, ready } of sights) {
      await window.go(path);
      await ready(window.page);
      expect([name, look, await hurdles(window.page)]).toEqual([name, look, []]);
      expect([name, look, await sidewaysPx(window)]).toEqual([name, look, 0]);
      await picture(window.page, `${name}-${look}`);
    }
  }
  expect(window.complaints).toEqual([]);
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
