import type { ApiFailure, Violation } from './client.ts';
import { propertyWords, violationWords } from './violation-words.ts';

export interface FormErrors {
  /** The refusal that they are of: another one is another object. */
  readonly failure: ApiFailure | undefined;
  /** What is wrong with one property, without its name, which stands beside it already. */
  readonly at: (path: string) => string | undefined;
  /** What no control of the form shows: to be said above its buttons. */
  readonly rest: readonly string[];
}

/** Sorts what the service refused by the controls that a form has. */
export function formErrors(
  failure: ApiFailure | undefined,
  hasControl: (path: string) => boolean,
): FormErrors {
  const violations = failure?.violations ?? [];
  const others = violations.filter(({ path }) => !hasControl(path)).map(apartWords);
  // A session that ended has its own dialog.
  const isPlain = failure !== undefined && failure.status !== 401 && violations.length === 0;
  return {
    failure,
    at: (path) => {
      const found = violations.find((one) => one.path === path);
      return found && hasControl(path) ? violationWords(found) : undefined;
    },
    rest: isPlain ? [failure.message] : others,
  };
}

/** A violation that stands at no control names what it is about. */
export const apartWords = (violation: Violation): string => {
  const words = violationWords(violation);
  const { path, code } = violation;
  // Both properties of a sentence about two stand in it already.
  return path === '' || code === 'one_required' ? words : `${propertyWords(path)}: ${words}`;
};
