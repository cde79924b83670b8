import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs the steps one per turn of the event loop, so that requests are answered in between. A step that fails stops no other. */
export async function warmUp(
  steps: readonly (() => void)[],
  { isStopped, onError }: { readonly isStopped: () => boolean; readonly onError: (error: Error) => void },
): Promise<void> {
  for (const step of steps) {
    await nextTurn();
    if (isStopped()) return;
    try {
      step();
    } catch (error) {
      onError(error as Error);
    }
  }
}
