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

/** A violated constraint in parts, for those who make their own words of it. */
export interface Violation {
  /** The property: `contact.jobs[0].id`. */
  readonly path: string;
  readonly code: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** The sentence about it without the property, such as `is required`. */
  readonly problem: string;
}

export interface FailureDetails {
  /** What kind of refusal it is, where the kind of failure does not tell. */
  readonly code?: string;
  /** One entry per violated constraint (a sentence, or its parts) or per bad block of a flow. */
  readonly errors?: readonly (string | Violation | FlowProblem)[];
  /** What a refusal for money says about the numbers. */
  readonly billing?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  /** The limit that was reached, and whose: not told to anybody. */
  readonly bucket?: string;
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

/** A rejected request: every violation once, a sentence beginning with the property's path or the parts of it. */
export const invalid = (errors: readonly (string | Violation)[]): Failure => {
  const bySentence = new Map(errors.map((error) => [sentenceOf(error), error]));
  return new Failure('invalid', 'Validation failed', { errors: [...bySentence.values()] });
};

/** An error as one sentence. One that is about several properties names them itself. */
export function sentenceOf(error: string | Violation | FlowProblem): string {
  if (typeof error === 'string') return error;
  const { path, code, problem } = violationOf(error);
  return path === '' || code === 'one_required' ? problem : `${path} ${problem}`;
}

/** An error in parts. A sentence begins with the path of what is wrong. */
export function violationOf(error: string | Violation | FlowProblem): Violation {
  if (typeof error !== 'string')
    return 'problem' in error ? error : { path: error.path, code: 'rule', problem: error.message };
  const [path = '', ...words] = error.split(' ');
  return { path, code: 'rule', problem: words.join(' ') };
}

export const notFound = (noun: string): Failure => new Failure('not_found', `${noun} not found`);

export const forbidden = (message: string): Failure => new Failure('forbidden', message);

/** What is there, but not for this company. */
export const belongsToAnother = (message: string): Failure =>
  new Failure('forbidden', message, { code: 'another_company' });

export const conflict = (message: string): Failure => new Failure('conflict', message);

/** One answer for every reason, so that keys cannot be probed. */
export const unauthenticated = (): Failure => new Failure('unauthenticated', 'Invalid API key');
