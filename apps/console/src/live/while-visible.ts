/** A tab that is left for a moment keeps its connection. */
const GRACE_MS = 3_000;

/** The part of a document that tells whether its page is seen. */
export interface SeenDocument {
  readonly visibilityState: DocumentVisibilityState;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
  removeEventListener(type: 'visibilitychange', listener: () => void): void;
}

/** Acts after so many milliseconds. Returns a function that prevents it. */
export type Later = (act: () => void, ms: number) => () => void;

/**
 * Keeps something open only while the page is seen: a browser has six HTTP/1.1 connections to a host for all tabs together,
 * and a stream takes one for good, so six tabs would stop each other. `open` returns a function that closes. Returns a function that
 * ends all of it.
 */
export function whileVisible(open: () => () => void, document: SeenDocument, later: Later): () => void {
  let close: (() => void) | undefined;
  let keep: (() => void) | undefined;
  const leave = () => {
    keep = undefined;
    close?.();
    close = undefined;
  };
  const look = () => {
    keep?.();
    keep = undefined;
    if (document.visibilityState === 'visible') close ??= open();
    else if (close !== undefined) keep = later(leave, GRACE_MS);
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    keep?.();
    leave();
  };
}
