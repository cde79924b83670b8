import { chromiumPath, programs } from '@parley/testing/programs.ts';
import axe, { type Result, type RunOptions } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';

/** What to install for these tests; nothing: it is there. */
export const toInstall = programs.chromium.isMissing ? programs.chromium.install : undefined;

/** A browser whose microphone hears a beep every second, and that lets every page use it. */
export const launchOptions = {
  ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
  args: [
    '--no-sandbox',
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    '--disable-gpu',
    // A key that is pressed while the page still glides would be lost.
    '--disable-smooth-scrolling',
  ],
};

export const openBrowser = (): Promise<Browser> => chromium.launch(launchOptions);

/** Lets a page be looked at by axe, at each address it goes to. The page's own policy lets no other script in. */
export const prepareAxe = (page: Page): Promise<unknown> => page.addInitScript(axe.source);

/** What people who use a screen reader, a keyboard or little light would stumble over, as axe finds it. */
export const hurdles = (page: Page): Promise<string[]> => found(page, {});

/** What cannot be told from its ground, by the colours alone: a small part of the above, and quick. */
export const paleWords = (page: Page): Promise<string[]> => found(page, { runOnly: ['color-contrast'] });

async function found(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  // Only what is wrong: to list the thousands of things that are right takes as long again as to look at them.
  const whole: RunOptions = { ...options, resultTypes: ['violations'], preload: false };
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(whole)}).then(({ violations }) => violations)`,
  )) as Result[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
