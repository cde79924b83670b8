import type { FailedPart } from '../journal.ts';
import { AskedToEnd, Stopped } from '../party.ts';

/** A component failed during the call. The failure is in the journal already. */
export class PartFailure extends Error {
  readonly part: FailedPart;
  constructor(part: FailedPart, message: string) {
    super(message);
    this.part = part;
  }
}

/** A stop from outside is not a failure of the component that it interrupted. */
export function brokenBy(error: unknown): FailedPart | undefined {
  if (error instanceof Stopped) return 'stop';
  return error instanceof AskedToEnd ? 'end' : undefined;
}
