import { Failure, forbidden, invalid, notFound } from '@parley/kernel/failure.ts';
import { networkOf } from '@parley/kernel/ip-address.ts';
import type { Client } from '../../http/principal.ts';
import { enforce } from '../../http/rate-limit.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { auditPerson } from './audit.actions.ts';
import {
  findIdentity,
  grantRole,
  hasIdentityAt,
  insertIdentity,
  lockOwnersBeside,
  saveStaff,
  takeOtherRoles,
} from './identity.store.ts';
import { type ConfirmedPerson, consolePage, grantedBy } from './oidc.model.ts';
import type { Checks, OidcClient } from './oidc-client.actions.ts';
import { type Begun, begin, proveAddress, type SignInServices } from './session.actions.ts';
import { announceSessions, deleteSessionsIn } from './session.store.ts';
import type { User } from './user.model.ts';
import * as users from './user.store.ts';

/** What the browser brings back unread: only this service can open it. */
interface Attempt extends Checks {
  readonly returnTo: string;
  readonly expiresAtMs: number;
}

const ATTEMPT = 'sign-in attempt';
const ATTEMPT_MS = 600_000;

const providerOf = ({ oidc }: SignInServices): OidcClient => {
  if (oidc === undefined) throw notFound('Identity provider');
  return oidc;
};

/** Far above what an office behind one address needs; the provider has limits of its own. */
const REQUESTS_OF_NETWORK = { max: 1000, perSeconds: 900 };
const enforceNetwork = ({ limiter }: SignInServices, client: Client): Promise<void> =>
  enforce(limiter, `oidc:${networkOf(client.ipAddress)}`, REQUESTS_OF_NETWORK);

/** Begins a sign-in at the identity provider. */
export async function startOidc(
  services: SignInServices,
  returnTo: string,
  client: Client,
  now: Date,
): Promise<{ url: string; attempt: string }> {
  const provider = providerOf(services);
  const page = consolePage(returnTo, provider.options.publicUrl);
  if (page === undefined)
    throw invalid(['returnTo must be a page of the console, such as /console/contacts']);
  await enforceNetwork(services, client);
  const { url, checks } = await provider.start();
  const attempt: Attempt = { ...checks, returnTo: page, expiresAtMs: now.getTime() + ATTEMPT_MS };
  return { url, attempt: services.seal.close(JSON.stringify(attempt), ATTEMPT).toString('base64url') };
}

/** Ends it: whoever the provider confirms gets a session, and the roles of their groups. */
export async function finishOidc(
  everywhere: Everywhere,
  services: SignInServices,
  given: { attempt: string; returned: Readonly<Record<string, string>> },
  client: Client,
): Promise<{ begun: Begun; returnTo: string }> {
  const provider = providerOf(services);
  await enforceNetwork(services, client);
  const failed = (userId: string | null, reason: string) =>
    auditPerson(everywhere, 'USER_SIGN_IN_FAILED', { userId, companyId: null }, client, {
      method: 'oidc',
      reason,
    });
  const attempt = openAttempt(services, given.attempt, everywhere.now());
  if (attempt === undefined) {
    await failed(null, 'attempt');
    throw new Failure('unauthenticated', 'This sign-in took too long or was not begun here: start again');
  }
  const person = await provider.finish(given.returned, attempt).catch(async (error: unknown) => {
    await failed(null, 'provider');
    throw error;
  });
  // Committed even if nothing is left for them: what groups no longer give is gone.
  const admitted = await everywhere.transaction((inside) => admit(inside, provider, person, client));
  if ('refusal' in admitted) {
    await failed(admitted.userId, admitted.reason);
    throw forbidden(admitted.refusal);
  }
  const begun = await everywhere.transaction((inside) =>
    begin(inside, services, admitted.user, client, {
      by: 'oidc',
      lastsHours: provider.options.sessionHours,
      idToken: person.idToken,
    }),
  );
  return { begun, returnTo: attempt.returnTo };
}

function openAttempt({ seal }: SignInServices, text: string, now: Date): Attempt | undefined {
  try {
    const attempt = JSON.parse(seal.open(Buffer.from(text, 'base64url'), ATTEMPT)) as Attempt;
    return attempt.expiresAtMs > now.getTime() ? attempt : undefined;
  } catch {
    return undefined;
  }
}

type Admitted =
  | { readonly user: User }
  | { readonly refusal: string; readonly reason: string; readonly userId: string | null };

const NO_ACCESS =
  'You signed in, but you have no access here. Ask whoever looks after Parley for an invitation or a group.';
const OTHER_ACCOUNT =
  'Another account at the identity provider has signed in with your e-mail address before: ask an administrator of Parley to remove it.';
const UNVERIFIED =
  'The identity provider did not confirm your e-mail address. Ask whoever looks after it, or sign in another way.';

async function admit(
  inside: Everywhere,
  { options }: OidcClient,
  person: ConfirmedPerson,
  client: Client,
): Promise<Admitted> {
  const { issuer, subject } = person;
  const granted = grantedBy(person.groups, options.grants);
  const known = await findIdentity(inside, issuer, subject);
  let user = known && (await users.findUser(inside, known.userId));
  if (user === undefined) {
    // An address that nobody has checked may be another person's.
    if (person.email === undefined || !(person.isEmailVerified ?? options.trustsEmail))
      return { refusal: UNVERIFIED, reason: 'unverified', userId: null };
    user = await users.findUserByEmail(inside, person.email);
    const isWelcome = user !== undefined || granted.isStaff || granted.roles.size > 0;
    if (!isWelcome) return { refusal: NO_ACCESS, reason: 'no_access', userId: null };
    user ??= (
      await users.ensureUser(inside, { email: person.email, name: person.name ?? null, isStaff: false })
    ).user;
    await users.lockUser(inside, user.id);
    // Addresses are given to new people; the account of who had it before is not.
    if (await hasIdentityAt(inside, issuer, user.id))
      return { refusal: OTHER_ACCOUNT, reason: 'other_account', userId: user.id };
    await insertIdentity(inside, { issuer, subject, userId: user.id });
    await proveAddress(inside, user.id);
  }
  const { id: userId } = user;
  await users.lockUser(inside, userId);
  await saveStaff(inside, { issuer, subject, userId }, granted.isStaff);
  if (granted.isStaff !== (known?.givesStaff ?? false)) {
    await auditPerson(inside, 'USER_ROLE_CHANGED', { userId, companyId: null }, client, {
      member: userId,
      role: granted.isStaff ? 'staff' : 'none',
      source: 'groups',
    });
  }
  await lockOwnersBeside(inside, userId);
  for (const [companyId, role] of granted.roles) {
    if (await grantRole(inside, companyId, userId, role))
      await auditPerson(inside, 'USER_JOINED', { userId, companyId }, client, { role, source: 'groups' });
  }
  for (const { companyId } of await takeOtherRoles(inside, userId, [...granted.roles.keys()])) {
    await deleteSessionsIn(inside, userId, companyId);
    await auditPerson(inside, 'USER_REMOVED', { userId, companyId }, client, {
      member: userId,
      source: 'groups',
    });
  }
  await announceSessions(inside);
  const hasCompany = (await users.membershipsOf(inside, userId, true)).length > 0;
  return user.isStaff || granted.isStaff || hasCompany
    ? { user }
    : { refusal: NO_ACCESS, reason: 'no_access', userId };
}
