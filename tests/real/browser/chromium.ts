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

/** What people who use a screen reader, a keyboard or little light would stumble over, as axe finds it. */
export const hurdles = (page: Page): Promise<string[]> => found(page, {});

/** What cannot be told from its ground, by the colours alone: a small part of the above, and quick. */
export const paleWords = (page: Page): Promise<string[]> => found(page, { runOnly: ['color-contrast'] });

async function found(page: Page, options: RunOptions): Promise<string[]> {
  // Evaluated, not loaded: the page's own policy lets no other script in. It takes as long as to run it: once is enough.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as {
    violations: Result[];
  };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
