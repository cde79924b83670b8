import type { ApiFailure } from './client.ts';

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
  const others = violations.filter(({ path }) => !hasControl(path)).map(({ message }) => message);
  // A session that ended has its own dialog.
  const isPlain = failure !== undefined && failure.status !== 401 && violations.length === 0;
  return {
    failure,
    at: (path) => {
      const found = violations.find((one) => one.path === path);
      return found && hasControl(path) ? sentence(found.message, path) : undefined;
    },
    rest: isPlain ? [failure.message] : others,
  };
}

function sentence(message: string, path: string): string {
  // "email or phoneNumber is required" is about two, and says so.
  const isOfOne = message.startsWith(`${path} `) && !message.startsWith(`${path} or `);
  const rest = isOfOne ? message.slice(path.length + 1) : message;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
