/**
 * `expired`: the service no longer knows the session. `other-company`: it looks at another company than the page.
 * `renewed`: neither is so any more.
 */
export type SessionSignal = 'expired' | 'other-company' | 'renewed';

const listeners: Readonly<Record<SessionSignal, Set<() => void>>> = {
  expired: new Set(),
  'other-company': new Set(),
  renewed: new Set(),
};

/** Returns how to stop listening. */
export function onSession(signal: SessionSignal, listener: () => void): () => void {
  listeners[signal].add(listener);
  return () => listeners[signal].delete(listener);
}

export function signalSession(signal: SessionSignal): void {
  for (const listener of [...listeners[signal]]) listener();
}

const CHANNEL = 'parley.session';

/** Tells all windows of this browser that the session is not what it was. */
export function notifyWindows(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Returns how to stop listening. */
export function onOtherWindow(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}
