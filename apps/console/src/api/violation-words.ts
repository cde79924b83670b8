/** What the formats of the API are called by people. */
const formats: Readonly<Record<string, string>> = {
  email: 'Write an e-mail address, such as ada@example.com.',
  uri: 'Write a whole address, such as https://example.com.',
  date: 'Write a date, such as 2026-03-31.',
  'date-time': 'Write a date and a time.',
  timezone: 'Write a time zone, such as Europe/Zurich.',
  country: 'Write the two letters of a country, such as CH.',
  'address-range': 'Write an IP address or a range, such as 203.0.113.0/24.',
  uuid: 'Choose one of the list.',
};

const rules: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [
    /^must match format "([\w-]+)"$/,
    (format = '') => formats[format] ?? 'This is not written as it should be.',
  ],
  // Of a form for which nobody has written a rule: a regular expression helps no one.
  [/^must match pattern /, () => 'This is not written as it should be.'],
  [/^is not valid: (.*)$/s, (rule = '') => sentenceOf(rule)],
  [/^must NOT have fewer than 1 (?:characters|items)$/, () => 'Must not be empty.'],
  [
    /^must NOT have fewer than (\d+) (characters|items)$/,
    (least, what) => `Needs at least ${least} ${what}.`,
  ],
  [/^must NOT have more than (\d+) (characters|items)$/, (most, what) => `The maximum is ${most} ${what}.`],
  [/^must NOT have duplicate items /, () => 'Must not have the same entry twice.'],
  [/^must be >= (.+)$/, (least) => `Must be ${least} or more.`],
  [/^must be <= (.+)$/, (most) => `Must be ${most} or less.`],
  [/^must be > (.+)$/, (bound) => `Must be more than ${bound}.`],
  [/^must be < (.+)$/, (bound) => `Must be less than ${bound}.`],
  [/^must be integer(?: or null)?$/, () => 'Must be a whole number.'],
  [/^must be number(?: or null)?$/, () => 'Must be a number.'],
];

/**
 * What the service says about a property, for the person who fills in a form: without the property's path, and without
 * the language of schemas. Rules that the service writes in words are left as they are.
 */
export function violationWords(message: string, path: string): string {
  // "email or phoneNumber is required" is about two, and says so.
  const isOfOne = path !== '' && message.startsWith(`${path} `) && !message.startsWith(`${path} or `);
  const rest = isOfOne ? message.slice(path.length + 1) : message;
  for (const [pattern, words] of rules) {
    const match = pattern.exec(rest);
    if (match) return words(...match.slice(1));
  }
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

const sentenceOf = (rule: string): string => `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`;

/** A property where no label stands beside it: `contact.phoneNumber` reads "Contact phone number". */
export function propertyWords(path: string): string {
  const words = path
    .replaceAll(/\[(\d+)\]/g, (_, place: string) => ` ${Number(place) + 1}`)
    .replaceAll('.', ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
