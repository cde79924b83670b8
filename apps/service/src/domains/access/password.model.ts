import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** About 60 ms and 32 MiB for one guess. */
const COST = { N: 2 ** 15, r: 8, p: 1 };
const KEY_BYTES = 32;

/** What is stored of a password. It holds its own parameters, so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { N, r, p } = COST;
  const key = await derive(normal(password), salt, KEY_BYTES, options(N, r, p));
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether it is the password; takes the same time for a user who does not exist, or has none. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [kind, n, r, p, salt, key] = (stored ?? nobodys).split('$');
  if (kind !== 'scrypt' || salt === undefined || key === undefined) return false;
  const wanted = Buffer.from(key, 'base64url');
  const given = await derive(
    normal(password),
    Buffer.from(salt, 'base64url'),
    wanted.length,
    options(Number(n), Number(r), Number(p)),
  );
  return timingSafeEqual(given, wanted) && typeof stored === 'string';
}

/** The same letters typed on another keyboard are the same password. */
const normal = (password: string): string => password.normalize('NFKC');

const options = (N: number, r: number, p: number): ScryptOptions => ({ N, r, p, maxmem: 256 * N * r });

const nobodys = ['scrypt', COST.N, COST.r, COST.p, 'AAAAAAAAAAAAAAAAAAAAAA', 'A'.repeat(43)].join('$');
