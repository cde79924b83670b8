/**
 * What went wrong, in the words of the rules rather than of HTTP. A rule throws one Failure; the HTTP layer
 * turns it into the contract's error body in one place.
 */
export type FailureKind =
  | 'invalid'
  | 'unauthenticated'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'timeout'
  | 'conflict'
  | 'too_large'
  | 'unsupported_type'
  | 'range_not_satisfiable'
  | 'unprocessable'
  | 'too_many_requests'
  | 'unavailable';

export interface FlowProblem {
  readonly path: string;
  readonly message: string;
}

export interface FailureDetails {
  /** One entry per violated constraint (a string) or per bad block of a flow. */
  readonly errors?: readonly (string | FlowProblem)[];
  /** What a refusal for money says about the numbers. */
  readonly billing?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  readonly details: FailureDetails;

  constructor(kind: FailureKind, message: string, details: FailureDetails = {}) {
    super(message);
    this.kind = kind;
    this.details = details;
  }
}

/** A rejected request: every violation at once, each beginning with the property's path. */
export const invalid = (errors: readonly string[]): Failure =>
  new Failure('invalid', 'Validation failed', { errors });

export const notFound = (noun: string): Failure => new Failure('not_found', `${noun} not found`);

export const forbidden = (message: string): Failure => new Failure('forbidden', message);

export const conflict = (message: string): Failure => new Failure('conflict', message);

/** One answer for every reason, so that keys cannot be probed. */
export const unauthenticated = (): Failure => new Failure('unauthenticated', 'Invalid API key');
