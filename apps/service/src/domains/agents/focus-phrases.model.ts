/**
 * What an agent without a flow of its own says. Polite, of no gender where the language allows, and with what is
 * put in (`%`) behind a colon, where no language bends it.
 */
export interface FocusPhrases {
  readonly greeting: string;
  readonly goodbye: string;
  /** SCREENING */
  readonly about: string;
  readonly interest: string;
  readonly skill: string;
  readonly language: string;
  readonly start: string;
  readonly salary: string;
  readonly place: string;
  /** LANGUAGE_TEST: asked to be answered at length */
  readonly introduce: string;
  readonly day: string;
  readonly problem: string;
  /** REFERENCE_CHECK */
  readonly confirm: string;
  readonly tasks: string;
  readonly quality: string;
  readonly again: string;
}
