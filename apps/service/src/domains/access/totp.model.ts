import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { accepted, inUse, type Secret } from '@parley/kernel/secret.ts';

/** RFC 6238 as every app knows it: SHA-1, six digits, thirty seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** As long as the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** A code of the step before or after counts too: clocks differ, and people type slowly. */
const DRIFT_STEPS = 1;

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 0x0f;
  const number = hash.readUInt32BE(at) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The time step that a code is of; undefined for a wrong code, and for one that is not newer than the last. */
export function stepOfCode(secret: Buffer, code: string, now: Date, lastStep: number): number | undefined {
  const given = Buffer.from(code);
  if (given.length !== DIGITS) return undefined;
  const current = stepAt(now);
  let found: number | undefined;
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step++) {
    const isRight = timingSafeEqual(Buffer.from(codeAt(secret, step)), given);
    if (isRight && step > lastStep) found ??= step;
  }
  return found;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
export function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** What the QR code says to the app. */
export function totpUri(secret: Buffer, email: string): string {
  const label = `Parley:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Parley&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}

const RECOVERY_CODES = 10;
/** Ten letters of 32: 50 bits each, and guesses are limited. */
const RECOVERY_BYTES = 7;
const HALF = 5;

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = base32(randomBytes(RECOVERY_BYTES)).slice(0, 2 * HALF);
    return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
  });

/** As people type it. */
const plain = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '');

export const looksLikeRecoveryCode = (code: string): boolean => plain(code).length === 2 * HALF;

const hashWith = (pepper: string, userId: string, code: string): Buffer =>
  createHmac('sha256', pepper)
    .update(`recovery:${userId}:${plain(code)}`)
    .digest();

export const hashRecoveryCode = (pepper: Secret, userId: string, code: string): Buffer =>
  hashWith(inUse(pepper), userId, code);

/** What the hash may be: of every accepted value. */
export const hashesOfRecoveryCode = (pepper: Secret, userId: string, code: string): Buffer[] =>
  accepted(pepper).map((one) => hashWith(one, userId, code));
