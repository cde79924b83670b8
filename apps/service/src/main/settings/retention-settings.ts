import { must, type Setting, whole } from './setting.ts';

const MOST_DAYS = 36_500;
const orForever =
  (least: number) =>
  (given: string | undefined): number | undefined =>
    !given || given === 'forever'
      ? undefined
      : (wholeOrUndefined(given, least) ??
        must(`be forever, or a whole number of days from ${least} to ${MOST_DAYS}`));
const wholeOrUndefined = (given: string, least: number): number | undefined => {
  const value = Number(given);
  return Number.isInteger(value) && value >= least && value <= MOST_DAYS ? value : undefined;
};

/** How long things are kept; docs/retention.md has what is lost with each. */
export const retentionSettings = {
  PARLEY_KEEP_RECORDING_DAYS: {
    meaning: 'Days after a call until its recording is deleted; forever: with its conversation',
    preset: 'forever',
    read: orForever(1),
  },
  PARLEY_KEEP_JOURNAL_DAYS: {
    meaning:
      'Days after a call until its journal (what parley replay needs) is deleted; forever: with its conversation',
    preset: 'forever',
    read: orForever(1),
  },
  PARLEY_KEEP_DELIVERY_DAYS: {
    meaning: 'Days until webhook deliveries, with what receivers answered, are deleted',
    preset: '30',
    // Failed ones are to be seen for some days: retries and holding take up to five.
    read: whole(30, 7, MOST_DAYS),
  },
  PARLEY_KEEP_EVENT_DAYS: {
    meaning: 'Days until events are deleted; a delivery whose event is gone cannot be sent again',
    preset: '30',
    // Retries and holding for an inactive webhook take up to five days.
    read: whole(30, 7, MOST_DAYS),
  },
  PARLEY_KEEP_AUTHENTICATION_DAYS: {
    meaning:
      'Days until successful authentications, and failed ones of no known key, are deleted from the audit log',
    preset: '90',
    read: whole(90, 1, MOST_DAYS),
  },
  PARLEY_KEEP_AUDIT_DAYS: {
    meaning: 'Days until all other entries of the audit log are deleted, or forever',
    preset: 'forever',
    read: orForever(1),
  },
} as const satisfies Record<string, Setting<unknown>>;
