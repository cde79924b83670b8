import type { ApiFailure, Violation } from './client.ts';

export interface FormErrors {
  /** The refusal that they come from; a new refusal is a new object. */
  readonly failure: ApiFailure | undefined;
  /** The error of one property, without its name: the label is beside it. */
  readonly at: (path: string) => string | undefined;
  /** Errors without a control in the form: shown above the buttons. */
  readonly rest: readonly string[];
}

/** Assigns violations to the controls of a form. */
export function formErrors(
  failure: ApiFailure | undefined,
  hasControl: (path: string) => boolean,
): FormErrors {
  const violations = failure?.violations ?? [];
  const others = violations.filter(({ path }) => !hasControl(path)).map(apartWords);
  // An expired session has its own dialog.
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

/** A violation that is not shown at a control names its property. */
export const apartWords = (violation: Violation): string => {
  const words = violationWords(violation);
  const { path, code } = violation;
  // The sentence of `one_required` already names both properties.
  return path === '' || code === 'one_required' ? words : `${propertyWords(path)}: ${words}`;
};

/** Instructions for the formats of the API. */
const formats: Readonly<Record<string, string>> = {
  email: 'Write an e-mail address, such as ada@example.com.',
  uri: 'Write a whole address, such as https://example.com.',
  date: 'Write a date, such as 2026-03-31.',
  'date-time': 'Write a date and a time.',
  timezone: 'Write a time zone, such as Europe/Zurich.',
  country: 'Write the two letters of a country in ISO 3166, such as CH. The United Kingdom is GB.',
  'address-range': 'Write an IP address or a range, such as 203.0.113.0/24.',
  uuid: 'Choose an entry from the list.',
};

/**
 * A violation as a sentence for the person who fills in a form, without paths and schema terms. Rules that the
 * service already writes as sentences stay as they are.
 */
export function violationWords({ code, params = {}, problem }: Violation): string {
  const limit = String(params.limit);
  switch (code) {
    case 'format':
      return formats[String(params.format)] ?? 'The format is not valid.';
    case 'pattern':
      // Without a rule there is only a regular expression, which helps nobody.
      return typeof params.rule === 'string' ? `${capitalised(params.rule)}.` : 'The format is not valid.';
    case 'too_short':
      return params.limit === 1 ? 'Must not be empty.' : `Needs at least ${limit} characters.`;
    case 'too_few':
      return params.limit === 1 ? 'Must not be empty.' : `Needs at least ${limit} items.`;
    case 'too_long':
      return `The maximum is ${limit} characters.`;
    case 'too_many':
      return `The maximum is ${limit} items.`;
    case 'duplicates':
      return 'Must not have the same entry twice.';
    case 'too_small':
      return params.exclusive === true ? `Must be more than ${limit}.` : `Must be ${limit} or more.`;
    case 'too_great':
      return params.exclusive === true ? `Must be less than ${limit}.` : `Must be ${limit} or less.`;
    case 'wrong_type': {
      const types = Array.isArray(params.types) ? params.types : [];
      if (types.includes('integer')) return 'Must be a whole number.';
      return types.includes('number') ? 'Must be a number.' : capitalised(problem);
    }
    default:
      return capitalised(problem);
  }
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A property as words, where it has no label: `contact.phoneNumber` becomes "Contact phone number". */
export function propertyWords(path: string): string {
  const words = path
    .replaceAll(/\[(\d+)\]/g, (_, place: string) => ` ${Number(place) + 1}`)
    .replaceAll('.', ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return capitalised(words);
}
