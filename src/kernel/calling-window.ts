export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof weekdays)[number];

/** The hours in which a contact may be called, local to the contact. An end before the start is on the next day. */
export interface CallingWindow {
  readonly days: Weekday[];
  /** `HH:MM` */
  readonly start: string;
  readonly end: string;
}
