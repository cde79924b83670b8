import type { Config } from './config.ts';

/** Calls that have no ports are claimed and requeued until another one ends; who looks for the reason finds it here. */
export function rtpPortTrouble({
  PARLEY_RTP_PORTS: { from, to },
  PARLEY_MAX_CALLS: calls,
}: Pick<Config, 'PARLEY_RTP_PORTS' | 'PARLEY_MAX_CALLS'>):
  | { readonly words: string; readonly remedy: string }
  | undefined {
  // Audio has an even port, its reports the next one.
  const pairs = Math.max(0, Math.floor((to + 1 - from - (from % 2)) / 2));
  if (calls <= pairs) return undefined;
  return {
    words: `PARLEY_RTP_PORTS ${from}-${to} has ports for ${pairs} telephone calls, but PARLEY_MAX_CALLS is ${calls}: further ones wait until one ends.`,
    remedy:
      'Give each call two ports, and two more while it is transferred, or set PARLEY_MAX_CALLS to fewer calls.',
  };
}
