/** What someone may want of the call itself. A refusal is of one question, not of the call. */
export type Wish =
  | 'person'
  | 'neverAgain'
  | 'notInterested'
  | 'wrongPerson'
  | 'later'
  | 'goodbye'
  | 'repeat'
  | 'moment'
  | 'refusal';
