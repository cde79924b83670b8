/** A voice that an agent can be given. */
export interface ListedVoice {
  /** As the vendor names it in requests. */
  readonly voiceId: string;
  /** As a person knows it. */
  readonly name: string;
  /** How it sounds, in a few words; null: the vendor does not say. */
  readonly note: string | null;
  /** Lower case codes; absent: every language that its vendor speaks. */
  readonly languages?: readonly string[];
}

/** The voices of one vendor. */
export interface VoiceList {
  /** Those that are known without a request, such as the configured one. */
  readonly known: readonly ListedVoice[];
  /** Asks the vendor; absent: it has no list. Throws a SpeechFailure. */
  readonly read?: () => Promise<readonly ListedVoice[]>;
}
