/** What a person may want with a turn. Several can hold at once; the order is the order of the model's outputs. */
export const WANTS = [
  'never_call',
  'later',
  'human',
  'not_interested',
  'wrong_person',
  'asks_who',
  'asks_why',
  'asks_robot',
  'asks_pay',
  'asks_recorded',
  'asks_source',
  'is_scam',
  'asks_other',
  'repeat',
  'moment',
  'refuses',
  'already_told',
  'corrects',
  'goodbye',
  'answers',
  'filler',
  'machine',
  'off_topic',
] as const;

export type Want = (typeof WANTS)[number];

/** Whether the turn says yes or no to the question that was asked. */
export const YES_NO = ['yes', 'no', 'neither'] as const;

export type YesNo = (typeof YES_NO)[number];
