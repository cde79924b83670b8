/** The phrases of one language, separated by `|`, spelled as people write them; `…` stands for up to four words. */
export interface CueTable {
  readonly yes: string;
  readonly no: string;
  /** Declines the call when it is the first thing said, and is an ordinary no later on. */
  readonly noThanks: string;
  readonly person: string;
  readonly stop: string;
  readonly notInterested: string;
  readonly later: string;
  readonly goodbye: string;
  readonly repeat: string;
  readonly wrongPerson: string;
  readonly voicemail: string;
  /** The words by which a question asks for something else than yes or no; for a number; for a day. */
  readonly open: string;
  readonly number: string;
  readonly date: string;
}
