import { type Role, userRoles } from '@parley/contract/user.ts';
import { isUuid } from '@parley/kernel/id.ts';

/** What a group of the identity provider gives: a role in a company, or the whole installation. */
export type GroupGrant =
  | { readonly group: string; readonly role: 'staff' }
  | { readonly group: string; readonly role: Role; readonly companyId: string };

export const grantText =
  'group=role@company entries separated by semicolons, such as admins=staff; recruiters=member@<id of the company>';

/** `group=staff` or `group=role@company`. The group may contain = itself, as names in a directory do. */
export function readGrant(text: string): GroupGrant | undefined {
  const at = text.lastIndexOf('=');
  const group = text.slice(0, Math.max(at, 0)).trim();
  const [role = '', companyId, ...rest] = text
    .slice(at + 1)
    .split('@')
    .map((part) => part.trim());
  if (group === '' || rest.length > 0) return undefined;
  if (role === 'staff') return companyId === undefined ? { group, role } : undefined;
  const isRole = (userRoles as readonly string[]).includes(role);
  return isRole && companyId !== undefined && isUuid(companyId)
    ? { group, role: role as Role, companyId: companyId.toLowerCase() }
    : undefined;
}

export interface Granted {
  readonly isStaff: boolean;
  /** The highest role in each company. */
  readonly roles: ReadonlyMap<string, Role>;
}

export function grantedBy(groups: readonly string[], grants: readonly GroupGrant[]): Granted {
  const roles = new Map<string, Role>();
  let isStaff = false;
  for (const grant of grants) {
    if (!groups.includes(grant.group)) continue;
    if (grant.role === 'staff') {
      isStaff = true;
      continue;
    }
    const before = roles.get(grant.companyId);
    if (before === undefined || userRoles.indexOf(before) < userRoles.indexOf(grant.role))
      roles.set(grant.companyId, grant.role);
  }
  return { isStaff, roles };
}

/** Who the provider says has signed in. */
export interface ConfirmedPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  /** Undefined: the provider does not say. */
  readonly isEmailVerified: boolean | undefined;
  readonly name: string | undefined;
  readonly groups: readonly string[];
  readonly idToken: string;
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;
const MOST_GROUPS = 5000;

type Claims = Readonly<Record<string, unknown>>;

/**
 * What the ID token says counts, because it is signed; the userinfo endpoint adds what is missing. An address and whether
 * it is verified come from the same of the two.
 */
export function joinClaims(signed: Claims, more: Claims): Claims {
  const { email, email_verified } = signed.email === undefined ? more : signed;
  return { ...more, ...signed, email, email_verified };
}

/** Each claim may be of any type. */
export function readClaims(
  claims: Claims,
  groupsClaim: string,
): Omit<ConfirmedPerson, 'issuer' | 'subject' | 'idToken'> {
  const { email, email_verified: verified, name } = claims;
  const groups = claims[groupsClaim];
  return {
    email: typeof email === 'string' && EMAIL.test(email) ? email : undefined,
    // Some providers send it as text.
    isEmailVerified:
      verified === undefined || verified === null ? undefined : verified === true || verified === 'true',
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : undefined,
    groups: (Array.isArray(groups) ? groups : [groups])
      .filter((group) => typeof group === 'string')
      .slice(0, MOST_GROUPS),
  };
}

/** Where a sign-in goes on: a page of the console and nothing else, however the address is spelled. */
export function consolePage(returnTo: string, publicUrl: string): string | undefined {
  // Browsers read a backslash as a slash and drop tabs and line ends.
  if (!returnTo.startsWith('/') || /[\\\p{Cc}]/u.test(returnTo)) return undefined;
  const parsed = URL.parse(returnTo, publicUrl);
  const isOurs = parsed !== null && parsed.origin === new URL(publicUrl).origin;
  return isOurs && /^\/console(\/|$)/.test(parsed.pathname)
    ? parsed.pathname + parsed.search + parsed.hash
    : undefined;
}
