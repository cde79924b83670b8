import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Ratio } from './ratio.ts';
import { add, FRAME_MS, noFrames, shownFrames } from './shown-frames.ts';

const ROUNDS = 6;
const ROUND_MS = 5_000;
const ROW_PX = 44;
const LIST = '/console/api/conversations';

/** As many rows as a list has, with nothing in them: what this browser shows on this machine while anything scrolls. */
const EMPTY = `<div id="list" style="height: 100vh; overflow: auto"><div style="height: 10000000px"></div></div>`;

/**
 * Frames shown while somebody scrolls through a long list, a row each frame: faster than anybody reads, and a page of the
 * list each second. The list comes from the service, page by page after a cursor. The reference is an empty page that scrolls
 * as far in the same browser: in turns, so that other load on the machine affects both equally. Where others use the processors,
 * a page that does anything shows fewer frames than one that does nothing: the time that it computes for a frame tells the same on
 * any load.
 */
export async function scrolling(context: BrowserContext, rows: number): Promise<Ratio[]> {
  const list = await context.newPage();
  const reads = { withCursor: 0, others: 0 };
  list.on('response', (answer) => {
    if (!answer.url().includes(LIST)) return;
    if (answer.url().includes('cursor=')) reads.withCursor += 1;
    else reads.others += 1;
  });
  await list.goto('/console/conversations');
  await list.getByRole('table', { name: 'Conversations' }).getByRole('row').nth(1).waitFor();
  const empty = await context.newPage();
  await empty.setContent(EMPTY);
  const session = await context.newCDPSession(list);
  await session.send('Performance.enable');
  let computedMs = 0;
  const [ours, reference] = [noFrames(), noFrames()];
  for (let round = 0; round < ROUNDS; round += 1) {
    add(reference, await scrolled(empty, '#list'));
    const beforeMs = await threadMs(session);
    add(ours, await scrolled(list, '[role=table]'));
    computedMs += (await threadMs(session)) - beforeMs;
  }
  const top = (await list.evaluate(`document.querySelector('[role=table]').scrollTop`)) as number;
  const seconds = (ROUNDS * ROUND_MS) / 1000;
  if (reads.withCursor < seconds / 10)
    throw new Error(
      `Only ${reads.withCursor} pages were read by cursor: what was measured is not a long list`,
    );
  const words = ({ shown, dropped }: typeof ours) =>
    `${dropped} of ${shown + dropped} frames dropped (${(shown / seconds).toFixed(1)} a second)`;
  console.log(
    `  ${Math.round(top / ROW_PX)} rows scrolled, ${reads.withCursor} pages read by cursor: ${words(ours)}; an empty page: ${words(reference)}`,
  );
  return [
    {
      name: `console: frames shown while scrolling through ${rows} rows, vs an empty page that scrolls`,
      ours: ours.shown,
      reference: reference.shown,
      unit: 'frames',
      atLeast: 0.95,
    },
    {
      name: `console: processor time a frame while scrolling through ${rows} rows, vs a frame of 60 a second`,
      ours: computedMs / ours.shown,
      reference: FRAME_MS,
      unit: 'ms',
      atMost: 1,
    },
  ];
}

/** What the main thread of the page has computed so far, without the time in which it waited for a processor. */
async function threadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === 'ThreadTime');
  if (found === undefined) throw new Error('The browser does not say how long its page has computed');
  return found.value * 1000;
}

/** A page in the background shows no frames. */
async function scrolled(page: Page, selector: string) {
  await page.bringToFront();
  await shownFrames(page, 500);
  return shownFrames(page, ROUND_MS, `document.querySelector('${selector}').scrollBy(0, ${ROW_PX})`);
}
