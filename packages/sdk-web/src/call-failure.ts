export type FailureCode =
  /** The service could not be reached, or did not answer in time. */
  | 'network'
  /** The address is not that of a call. */
  | 'unknown_link'
  /** The call cannot be joined now: read the link for the reason. */
  | 'not_open'
  /** Too many requests: wait a little. */
  | 'too_many'
  /** The service answered with an error of its own. */
  | 'service'
  | 'microphone_refused'
  | 'microphone_missing'
  /** Another program holds the microphone. */
  | 'microphone_busy'
  /** This browser, or a page without https, cannot carry a voice. */
  | 'unsupported'
  /** Sound does not get through; the call goes on by typing. */
  | 'voice_failed';

/** Everything that the SDK throws, and what its `error` events carry. */
export class CallFailure extends Error {
  readonly code: FailureCode;
  override readonly name = 'CallFailure';

  constructor(code: FailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether asking again may help: the network, a stopping service, a limit. */
export const isPassing = (failure: unknown): boolean =>
  failure instanceof CallFailure && ['network', 'service', 'too_many'].includes(failure.code);
