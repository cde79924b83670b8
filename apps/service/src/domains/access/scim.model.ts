import { createHmac, randomBytes } from 'node:crypto';
import type { Role } from '@parley/contract/user.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { accepted, inUse, type Secret } from '@parley/kernel/secret.ts';

/** RFC 7643 and 7644: the part of SCIM that identity providers use to create, change and remove people. */

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** Why a request is wrong, in SCIM's own codes. */
type ScimType =
  | 'invalidSyntax'
  | 'invalidValue'
  | 'invalidFilter'
  | 'invalidPath'
  | 'uniqueness'
  | 'mutability';

export const scimFailure = (kind: 'invalid' | 'conflict', type: ScimType, detail: string): Failure =>
  new Failure(kind, detail, { code: type });

const wrong = (type: ScimType, detail: string) => scimFailure('invalid', type, detail);

export interface ScimUser {
  readonly userId: string;
  readonly userName: string;
  readonly externalId: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly displayName: string | null;
  readonly active: boolean;
  readonly role: Role;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What may change. */
export type ScimFields = Pick<ScimUser, 'externalId' | 'givenName' | 'familyName' | 'displayName' | 'active'>;

const TOKEN = /^scim_[\w-]{43}$/;
export const newScimToken = (): string => `scim_${randomBytes(32).toString('base64url')}`;
export const looksLikeScimToken = (text: string): boolean => TOKEN.test(text);
const hashWith = (pepper: string, token: string): Buffer =>
  createHmac('sha256', pepper).update(token).digest();
export const hashScimToken = (pepper: Secret, token: string): Buffer => hashWith(inUse(pepper), token);
/** What the hash may be: of every accepted value. */
export const hashesOfScimToken = (pepper: Secret, token: string): Buffer[] =>
  accepted(pepper).map((one) => hashWith(one, token));

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function objectOf(body: unknown): Json {
  if (isObject(body)) return body;
  throw wrong('invalidSyntax', 'The body must be a JSON object');
}

/** Names of attributes are the same in capitals (RFC 7643, 2.1). */
const lowerKeys = (value: Json): Map<string, unknown> =>
  new Map(Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]));

const LONGEST = 200;
function textOf(value: unknown, name: string): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || value.length > LONGEST)
    throw wrong('invalidValue', `${name} must be a text of at most ${LONGEST} characters`);
  return value;
}

/** Some providers send it as text. */
function activeOf(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  throw wrong('invalidValue', 'active must be true or false');
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

/** The resource of a POST or a PUT. Attributes that are not kept are ignored; `active` may be left out. */
export function readUser(
  body: unknown,
): Omit<ScimFields, 'active'> & { active?: boolean; userName: string; email: string } {
  const given = lowerKeys(objectOf(body));
  const userName = textOf(given.get('username'), 'userName');
  if (userName === null) throw wrong('invalidValue', 'userName is required');
  const emails = given.get('emails');
  const listed = (Array.isArray(emails) ? emails : []).filter(isObject);
  const main = listed.find(({ primary }) => primary === true) ?? listed[0];
  // People are known by the name they sign in with; another address is used only where the name is none.
  const email = EMAIL.test(userName) ? userName : textOf(main?.value, 'emails.value');
  if (email === null || !EMAIL.test(email))
    throw wrong('invalidValue', 'userName, or the primary e-mail, must be an e-mail address');
  const active = given.get('active');
  return {
    userName,
    email,
    ...fieldsOf(given),
    ...(active === undefined ? {} : { active: activeOf(active) }),
  };
}

function fieldsOf(given: ReadonlyMap<string, unknown>): Omit<ScimFields, 'active'> {
  const name = given.get('name');
  const parts = lowerKeys(isObject(name) ? name : {});
  return {
    externalId: textOf(given.get('externalid'), 'externalId'),
    givenName: textOf(parts.get('givenname'), 'name.givenName'),
    familyName: textOf(parts.get('familyname'), 'name.familyName'),
    displayName: textOf(given.get('displayname'), 'displayName'),
  };
}

const MOST_OPERATIONS = 100;

/** What a PATCH changes of a user. Attributes that are not kept are ignored. */
export function readPatch(body: unknown, before: ScimUser): ScimFields & { userName: string } {
  const given = lowerKeys(objectOf(body));
  const schemas = given.get('schemas');
  if (Array.isArray(schemas) && !schemas.includes(PATCH_SCHEMA))
    throw wrong('invalidSyntax', `schemas must contain ${PATCH_SCHEMA}`);
  const operations = given.get('operations');
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MOST_OPERATIONS)
    throw wrong('invalidSyntax', `Operations must be a list of 1 to ${MOST_OPERATIONS}`);
  const changed: { -readonly [Name in keyof ScimFields]: ScimFields[Name] } & { userName: string } = {
    userName: before.userName,
    externalId: before.externalId,
    givenName: before.givenName,
    familyName: before.familyName,
    displayName: before.displayName,
    active: before.active,
  };
  for (const operation of operations) {
    const parts = lowerKeys(objectOf(operation));
    const op = String(parts.get('op')).toLowerCase();
    if (!['add', 'replace', 'remove'].includes(op))
      throw wrong('invalidSyntax', 'op must be add, replace or remove');
    const path = parts.get('path');
    if (path !== undefined && typeof path !== 'string') throw wrong('invalidPath', 'path must be a text');
    const value = op === 'remove' ? null : parts.get('value');
    if (path !== undefined) apply(changed, path, value);
    else for (const [name, one] of Object.entries(objectOf(value))) apply(changed, name, one);
  }
  return changed;
}

function apply(
  changed: { -readonly [Name in keyof ScimFields]: ScimFields[Name] } & { userName: string },
  path: string,
  value: unknown,
): void {
  const name = path.toLowerCase().replace(`${USER_SCHEMA.toLowerCase()}:`, '');
  if (name === 'active') changed.active = activeOf(value);
  if (name === 'username') changed.userName = textOf(value, 'userName') ?? '';
  if (name === 'externalid') changed.externalId = textOf(value, 'externalId');
  if (name === 'displayname') changed.displayName = textOf(value, 'displayName');
  if (name === 'name.givenname') changed.givenName = textOf(value, 'name.givenName');
  if (name === 'name.familyname') changed.familyName = textOf(value, 'name.familyName');
  if (name === 'name' && isObject(value))
    for (const [part, one] of Object.entries(value)) apply(changed, `name.${part}`, one);
}

export type ScimFilter = { readonly userName?: string; readonly externalId?: string };

const FILTER = /^\s*(userName|externalId)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i;

/** `userName eq "…"` and `externalId eq "…"`: what providers ask before they create somebody. */
export function readFilter(text: string | undefined): ScimFilter {
  if (text === undefined) return {};
  const [, name = '', quoted = ''] = FILTER.exec(text.slice(0, 1000)) ?? [];
  try {
    const value = JSON.parse(quoted) as string;
    // PostgreSQL stores no NUL, so nobody has such a name.
    if (value.includes('\0')) throw new Error('NUL');
    return name.toLowerCase() === 'username' ? { userName: value } : { externalId: value };
  } catch {
    throw wrong('invalidFilter', 'filter must be userName eq "…" or externalId eq "…"');
  }
}

const MOST_ROWS = 200;
/** Counted from 1; what is out of range is brought into it (RFC 7644, 3.4.2.4). */
export function readPaging(startIndex: unknown, count: unknown): { offset: number; limit: number } {
  const number = (value: unknown, preset: number): number => {
    if (value === undefined) return preset;
    const read = Number(value);
    if (!Number.isInteger(read)) throw wrong('invalidValue', 'startIndex and count must be whole numbers');
    return read;
  };
  return {
    offset: Math.min(Math.max(number(startIndex, 1), 1) - 1, 1_000_000),
    limit: Math.min(Math.max(number(count, 100), 0), MOST_ROWS),
  };
}

export const viewScimUser = (user: ScimUser, publicUrl: string) => ({
  schemas: [USER_SCHEMA],
  id: user.userId,
  ...(user.externalId === null ? {} : { externalId: user.externalId }),
  userName: user.userName,
  ...(user.givenName === null && user.familyName === null
    ? {}
    : {
        name: {
          ...(user.givenName === null ? {} : { givenName: user.givenName }),
          ...(user.familyName === null ? {} : { familyName: user.familyName }),
        },
      }),
  ...(user.displayName === null ? {} : { displayName: user.displayName }),
  active: user.active,
  roles: [{ value: user.role, primary: true }],
  meta: {
    resourceType: 'User',
    created: user.createdAt.toISOString(),
    lastModified: user.updatedAt.toISOString(),
    location: `${publicUrl}/scim/v2/Users/${user.userId}`,
  },
});

/** What providers read before anything else. */
export const serviceProviderConfig = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_ROWS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Bearer token', description: 'A SCIM token of the company' },
  ],
};

export const userResourceType = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  schema: USER_SCHEMA,
};
