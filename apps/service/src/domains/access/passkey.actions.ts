import type { PasskeyView } from '@parley/contract/user.ts';
import { conflict, Failure, notFound } from '@parley/kernel/failure.ts';
import { networkOf } from '@parley/kernel/ip-address.ts';
import type { Client, ConsoleUser } from '../../http/principal.ts';
import { enforce } from '../../http/rate-limit.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { auditPerson } from './audit.actions.ts';
import type { PasskeySite } from './passkey.model.ts';
import {
  answerChallenge,
  deletePasskey,
  insertPasskey,
  lockPasskey,
  type Passkey,
  passkeysOf,
  saveUse,
} from './passkey.store.ts';
import { requireFreshSession } from './second-factor.actions.ts';
import { type Begun, begin, requireSession, type SignInServices } from './session.actions.ts';
import { announceSessions, deleteOtherSessions } from './session.store.ts';
import { findUser, lockUser } from './user.store.ts';

const ATTEMPT_MS = 300_000;
const MOST_PASSKEYS = 20;
/** Of one network: beginnings and answers of sign-ins. */
const REQUESTS_OF_NETWORK = { max: 200, perSeconds: 900 };

/** What the browser brings back unread: only this service can open it. */
interface Attempt {
  readonly challenge: string;
  readonly expiresAtMs: number;
}

/** Most processes never need it, and it takes a while to load. */
const webAuthn = () => import('@simplewebauthn/server');

/** Ed25519, ES256 and RS256, by their numbers in COSE. */
const ALGORITHMS = [-8, -7, -257] as const;

/** What an attempt is for: an answer to the one is none to the other. */
const SIGNING_IN = 'passkey sign-in';
const adding = (userId: string): string => `passkey for ${userId}`;

const siteOf = ({ passkeys }: SignInServices): PasskeySite => {
  if (passkeys === undefined) throw notFound('Passkey');
  return passkeys;
};

function close({ seal }: SignInServices, challenge: string, now: Date, purpose: string): string {
  const attempt: Attempt = { challenge, expiresAtMs: now.getTime() + ATTEMPT_MS };
  return seal.close(JSON.stringify(attempt), purpose).toString('base64url');
}

function open({ seal }: SignInServices, text: string, now: Date, purpose: string): Attempt | undefined {
  try {
    const attempt = JSON.parse(seal.open(Buffer.from(text, 'base64url'), purpose)) as Attempt;
    return attempt.expiresAtMs > now.getTime() ? attempt : undefined;
  } catch {
    return undefined;
  }
}

/** Begins to add a passkey. Whoever found an open window must not be able to add one of their own. */
export async function startPasskey(
  everywhere: Everywhere,
  services: SignInServices,
  { userId, sessionId }: ConsoleUser,
) {
  const site = siteOf(services);
  const user = await findUser(everywhere, userId);
  if (!user) throw notFound('User');
  await requireFreshSession(everywhere, sessionId, 'add the passkey');
  const known = await passkeysOf(everywhere, userId);
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Parley',
    rpID: site.host,
    userID: Buffer.from(userId.replaceAll('-', ''), 'hex'),
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    attestationType: 'none',
    supportedAlgorithmIDs: [...ALGORITHMS],
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    // It stands for both factors: it is on the device, and the device asks for a finger, a face or a PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const attempt = close(services, options.challenge, everywhere.now(), adding(userId));
  return { attempt, options: { ...options } };
}

interface CreatedPasskey {
  readonly attempt: string;
  readonly name: string;
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

export async function addPasskey(
  everywhere: Everywhere,
  services: SignInServices,
  user: ConsoleUser,
  { attempt: text, name, id, transports, ...response }: CreatedPasskey,
  client: Client,
): Promise<PasskeyView> {
  const site = siteOf(services);
  const attempt = open(services, text, everywhere.now(), adding(user.userId));
  if (attempt === undefined) throw conflict('Adding the passkey took too long: begin again');
  await requireFreshSession(everywhere, user.sessionId, 'add the passkey');
  const { verifyRegistrationResponse } = await webAuthn();
  const checked = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: attempt.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    supportedAlgorithmIDs: [...ALGORITHMS],
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!checked?.verified) throw conflict('The passkey could not be checked: begin again');
  const { credential, credentialBackedUp } = checked.registrationInfo;
  return everywhere.transaction(async (inside) => {
    await requireSession(inside, user.sessionId);
    await lockUser(inside, user.userId);
    if ((await passkeysOf(inside, user.userId)).length >= MOST_PASSKEYS)
      throw conflict(`You have ${MOST_PASSKEYS} passkeys: remove one first`);
    const passkey: Passkey = {
      id: inside.newId(),
      userId: user.userId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: [...transports],
      isSynced: credentialBackedUp,
      name,
      createdAt: inside.now(),
      usedAt: null,
    };
    const isNew =
      (await answerChallenge(inside, attempt.challenge, new Date(attempt.expiresAtMs))) &&
      (await insertPasskey(inside, passkey));
    if (!isNew) throw conflict('This passkey was added already');
    await auditPerson(inside, 'PASSKEY_ADDED', user, client, { name });
    return viewPasskey(passkey);
  });
}

export const myPasskeys = async (everywhere: Everywhere, { userId }: ConsoleUser): Promise<PasskeyView[]> =>
  (await passkeysOf(everywhere, userId)).map(viewPasskey);

const viewPasskey = ({ id, name, isSynced, createdAt, usedAt }: Passkey): PasskeyView => ({
  id,
  name,
  isSynced,
  createdAt: createdAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
});

/** It may have been lost with its device, so every other session ends, as with a new password. */
export async function removePasskey(
  everywhere: Everywhere,
  user: ConsoleUser,
  id: string,
  client: Client,
): Promise<void> {
  await everywhere.transaction(async (inside) => {
    if ((await deletePasskey(inside, user.userId, id)) === 0) throw notFound('Passkey');
    await deleteOtherSessions(inside, user.userId, user.sessionId);
    await announceSessions(inside);
    await auditPerson(inside, 'PASSKEY_REMOVED', user, client, { passkeyId: id });
  });
}

const enforceNetwork = ({ limiter }: SignInServices, client: Client): Promise<void> =>
  enforce(limiter, `passkey:${networkOf(client.ipAddress)}`, REQUESTS_OF_NETWORK);

/** Begins a sign-in. The authenticator knows whose passkeys it has, so nobody has to say who they are. */
export async function startPasskeySignIn(everywhere: Everywhere, services: SignInServices, client: Client) {
  const site = siteOf(services);
  await enforceNetwork(services, client);
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({ rpID: site.host, userVerification: 'required' });
  return {
    attempt: close(services, options.challenge, everywhere.now(), SIGNING_IN),
    options: { ...options },
  };
}

interface PasskeyAnswer {
  readonly attempt: string;
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

/** One answer for a passkey that nobody has and for one that did not sign what it was asked to. */
const refused = () =>
  new Failure('unauthenticated', 'This passkey is not known here, or took too long: sign in another way');

export async function finishPasskeySignIn(
  everywhere: Everywhere,
  services: SignInServices,
  answer: PasskeyAnswer,
  client: Client,
): Promise<Begun> {
  const site = siteOf(services);
  await enforceNetwork(services, client);
  const attempt = open(services, answer.attempt, everywhere.now(), SIGNING_IN);
  const begun =
    attempt &&
    (await everywhere.transaction((inside) => begunBy(inside, services, site, attempt, answer, client)));
  if (begun !== undefined) return begun;
  const who = { userId: null, companyId: null };
  await auditPerson(everywhere, 'USER_SIGN_IN_FAILED', who, client, { method: 'passkey' });
  throw refused();
}

async function begunBy(
  inside: Everywhere,
  services: SignInServices,
  site: PasskeySite,
  attempt: Attempt,
  { id, clientDataJSON, authenticatorData, signature }: PasskeyAnswer,
  client: Client,
): Promise<Begun | undefined> {
  const passkey = await lockPasskey(inside, id);
  const user = passkey && (await findUser(inside, passkey.userId));
  if (!passkey || !user) return undefined;
  const { verifyAuthenticationResponse } = await webAuthn();
  const checked = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: attempt.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!checked?.verified) return undefined;
  if (!(await answerChallenge(inside, attempt.challenge, new Date(attempt.expiresAtMs)))) return undefined;
  const { newCounter, credentialBackedUp } = checked.authenticationInfo;
  await saveUse(inside, passkey.id, newCounter, credentialBackedUp);
  return begin(inside, services, user, client, { by: 'passkey' });
}
