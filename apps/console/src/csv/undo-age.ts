import { UNDO_DAYS } from '@parley/contract/contact-import.ts';

const DAY_MS = 86_400_000;

/** Whether the service refuses to undo an import that was made then. */
export const isTooOldToUndo = (createdAt: string, nowMs: number): boolean =>
  Date.parse(createdAt) < nowMs - UNDO_DAYS * DAY_MS;
