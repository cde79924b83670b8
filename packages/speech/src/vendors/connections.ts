import { Agent } from 'undici';

/** Sentences of a call are seconds apart, and a new connection costs a quarter of a second over the sea. */
const KEEP_ALIVE_MS = 60_000;
const CONNECT_MS = 3_000;
/** Larger than any message that a vendor of speech sends. */
const MOST_MESSAGE_BYTES = 16 * 1024 ** 2;

/** One for all calls of a process: what was agreed with a vendor once makes the next connection faster. */
export const makeConnections = (): Agent =>
  new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectTimeout: CONNECT_MS,
    webSocket: { maxPayloadSize: MOST_MESSAGE_BYTES },
  });
