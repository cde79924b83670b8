import { createHmac, randomBytes } from 'node:crypto';
import type { SignInMethod } from '@parley/contract/user.ts';
import { idSigned, signedId } from '@parley/kernel/id.ts';
import { accepted, inUse, type Secret } from '@parley/kernel/secret.ts';
import { task } from '@parley/kernel/task.ts';

/** A session lasts as long as it is used every fortnight, and never longer than a quarter of a year. */
export const IDLE_DAYS = 14;
export const LONGEST_DAYS = 90;
/** A visit is put down once in so long. */
export const SEEN_EVERY_MS = 60_000;
export const LINK_MINUTES = 30;
/** So long no second link is mailed. */
export const YOUNG_LINK_MS = 60_000;
/** The link that the first start prints waits for whoever reads the terminal later. */
export const FIRST_LINK_MINUTES = 24 * 60;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export interface Session {
  readonly id: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly signedInBy: SignInMethod | null;
}

/** 256 random bits: nobody guesses it, so nothing slower than one hash has to stand between. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (pepper: Secret, token: string): Buffer => hashWith(inUse(pepper), token);

/** What the hash may be: of every accepted value. */
export const hashesOfToken = (pepper: Secret, token: string): Buffer[] =>
  accepted(pepper).map((one) => hashWith(one, token));

const hashWith = (pepper: string, token: string): Buffer =>
  createHmac('sha256', pepper).update(`session:${token}`).digest();

export const purgeSessionsTask = task<object>('purge-sessions', {
  retries: 3,
  expireSeconds: 600,
  cron: '41 3 * * *',
});

export const sendSignInLinkTask = task<{ linkId: string }>('send-sign-in-link', {
  retries: 5,
  expireSeconds: 60,
});

const PURPOSE = 'sign-in';
export const linkToken = (secret: Secret, id: string): string => signedId(secret, PURPOSE, id);
export const linkIdOf = (secret: Secret, token: string): string | undefined =>
  idSigned(secret, PURPOSE, token);
/** Behind the hash, so that no server and no log on the way sees the token. */
export const signInUrl = (publicUrl: string, secret: Secret, linkId: string): string =>
  `${publicUrl}/console/sign-in#${linkToken(secret, linkId)}`;

export const signInMail = (email: string, link: string) => ({
  to: email,
  subject: 'Sign in to Parley',
  text: `Hello,

open this link to sign in to Parley:
${link}

It works once, for ${LINK_MINUTES} minutes. If you did not ask for it, you can ignore it: nobody gets in without it.
`,
});
