import type { Page } from 'playwright-core';

export interface Frames {
  shown: number;
  dropped: number;
}

export const noFrames = (): Frames => ({ shown: 0, dropped: 0 });

export function add(sum: Frames, { shown, dropped }: Frames): void {
  sum.shown += shown;
  sum.dropped += dropped;
}

export const FRAME_MS = 1000 / 60;

/** How many frames a page shows in so long, doing something in each. */
export async function shownFrames(page: Page, ms: number, inEach = ''): Promise<Frames> {
  const gaps = (await page.evaluate(`new Promise((resolve) => {
    const gaps = [];
    let last = performance.now();
    const end = last + ${ms};
    const next = (now) => {
      ${inEach};
      gaps.push(now - last);
      last = now;
      if (now < end) requestAnimationFrame(next);
      else resolve(gaps);
    };
    requestAnimationFrame(next);
  })`)) as number[];
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0);
  return { shown: gaps.length, dropped };
}
