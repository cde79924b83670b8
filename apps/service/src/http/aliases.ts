import { type Permission, permissionsBySpelling } from '@parley/contract/api-key.ts';

/**
 * The permanent second names, as one table. Paths, body and query properties, and permissions all read it;
 * no other module knows an alias.
 */
const pathAliases: Readonly<Record<string, string>> = {
  '/conversations': '/interviews',
  '/contacts': '/candidates',
};

/** The second name of a property of a request, where its first name is known. */
export const propertyAliases: Readonly<Record<string, string>> = {
  contact: 'candidate',
  contactId: 'candidateId',
  contactIds: 'candidateIds',
};

/** The other path a route answers on, if it has one. */
export function aliasOfPath(path: string): string | undefined {
  const first = `/${path.split('/')[1]}`;
  const alias = pathAliases[first];
  return alias === undefined ? undefined : alias + path.slice(first.length);
}

/** What a key's scopes, in whatever spelling, allow. */
export const granted = (scopes: readonly string[]): ReadonlySet<Permission> =>
  new Set(scopes.flatMap((scope) => permissionsBySpelling.get(scope) ?? []));

export interface Renamed {
  readonly value: unknown;
  /** First name to the name that was sent, so that a violation speaks the sender's language. */
  readonly sent: Readonly<Record<string, string>>;
  readonly violations: readonly string[];
}

/**
 * Gives the aliased properties of a request their first names. A body may use one name or the other, never
 * both; a query may use both when they say the same.
 */
export function rename(value: unknown, known: readonly string[], both: 'never' | 'when-equal'): Renamed {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { value, sent: {}, violations: [] };
  const record = value as Record<string, unknown>;
  let renamed: Record<string, unknown> | undefined;
  const sent: Record<string, string> = {};
  const violations: string[] = [];
  for (const name of known) {
    const alias = propertyAliases[name];
    if (alias === undefined || !Object.hasOwn(record, alias)) continue;
    if (Object.hasOwn(record, name) && !(both === 'when-equal' && record[name] === record[alias])) {
      violations.push(
        both === 'never'
          ? `${alias} cannot be combined with ${name}: they are two names of one property`
          : `${alias} must equal ${name}: they are two names of one filter`,
      );
    }
    renamed ??= { ...record };
    renamed[name] ??= record[alias];
    delete renamed[alias];
    sent[name] = alias;
  }
  return { value: renamed ?? value, sent, violations };
}
