import type { ApiFailure, Violation } from './client.ts';

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

/** What the formats of the API are called by people. */
const formats: Readonly<Record<string, string>> = {
  email: 'Write an e-mail address, such as ada@example.com.',
  uri: 'Write a whole address, such as https://example.com.',
  date: 'Write a date, such as 2026-03-31.',
  'date-time': 'Write a date and a time.',
  timezone: 'Write a time zone, such as Europe/Zurich.',
  country: 'Write the two letters of a country, such as CH.',
  'address-range': 'Write an IP address or a range, such as 203.0.113.0/24.',
  uuid: 'Choose an entry from the list.',
};

/**
 * What the service says about a property, for the person who fills in a form: without the property's path, and without
 * the language of schemas. Rules that the service writes in words are left as they are.
 */
export function violationWords({ code, params = {}, problem }: Violation): string {
  const limit = String(params.limit);
  switch (code) {
    case 'format':
      return formats[String(params.format)] ?? 'The format is not valid.';
    case 'pattern':
      // Without a rule a regular expression is all there is, which helps no one.
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

/** A property where no label stands beside it: `contact.phoneNumber` reads "Contact phone number". */
export function propertyWords(path: string): string {
  const words = path
    .replaceAll(/\[(\d+)\]/g, (_, place: string) => ` ${Number(place) + 1}`)
    .replaceAll('.', ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return capitalised(words);
}
