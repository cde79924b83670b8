/** Ids of blocks that the service has not seen; it gives them its own when they are saved. */
export const newBlockId = (): string =>
  `new-${[...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
