import { sentenceOf, type Violation } from '@parley/kernel/failure.ts';

/** Properties that carry the body of another resource, which is judged part by part. */
const inlineResources = ['contact', 'agent', 'job'] as const;
type InlineResource = (typeof inlineResources)[number];

/**
 * What of a body its schema accepts. A property that it refuses is undefined: `Object.hasOwn` says that it was sent, and its
 * own rules are not tried.
 */
export type FitParts<Body> = {
  readonly [Name in keyof Body]?: Name extends InlineResource
    ? { readonly [Part in keyof NonNullable<Body[Name]>]?: NonNullable<Body[Name]>[Part] }
    : Body[Name];
};

/** Undefined: the body as such is refused, so that it has no parts. */
export function fitParts(
  body: unknown,
  violations: readonly (string | Violation)[],
  root: string,
): Readonly<Record<string, unknown>> | undefined {
  const places = violations.map((one) => (typeof one === 'string' ? (one.split(' ', 1)[0] ?? '') : one.path));
  if (!isObject(body) || places.includes(root)) return undefined;
  const parts: Record<string, unknown> = { ...body };
  for (const place of places) {
    const [name = '', part] = namesOf(place);
    if (!Object.hasOwn(parts, name)) continue;
    const value = parts[name];
    if (part === undefined || !isInline(name) || !isObject(value)) parts[name] = undefined;
    else if (Object.hasOwn(value, part)) parts[name] = { ...value, [part]: undefined };
  }
  return parts;
}

/** A sentence about a property under the name that it was sent with. */
export function asSent(violation: string | Violation, sent: Readonly<Record<string, string>>): string {
  const sentence = sentenceOf(violation);
  const name = Object.keys(sent).find((one) => new RegExp(`^${one}[ .[]`).test(sentence));
  return name === undefined ? sentence : `${sent[name]}${sentence.slice(name.length)}`;
}

/** contact.jobs[0].id begins with contact and jobs. */
const namesOf = (path: string): string[] => path.split(/[.[]/, 2);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isInline = (name: string): boolean => (inlineResources as readonly string[]).includes(name);
