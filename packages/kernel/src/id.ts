import { randomFillSync } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Makes ids. Every record's id comes from one of these, so that tests can fix them. */
export type NewId = () => string;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const POOL_BYTES = 4096;
const TAIL_BYTES = 8;

/**
 * Uuids of version 7: 48 bits of milliseconds, a 12-bit counter, 62 random bits. Within one process they
 * rise strictly, also when the clock stands still or steps back, so "newest first" is simply "by id".
 */
export function uuid7(clock: Clock, fill: (pool: Buffer) => void = randomFillSync): NewId {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  let lastMs = 0;
  let counter = 0;

  return () => {
    if (used + TAIL_BYTES > POOL_BYTES) {
      fill(pool);
      used = 0;
    }
    const nowMs = clock.now().getTime();
    if (nowMs > lastMs) {
      lastMs = nowMs;
      counter = 0;
    } else if (++counter > 0xfff) {
      lastMs++;
      counter = 0;
    }
    const high = Math.floor(lastMs / 0x1_0000_0000);
    const low = lastMs % 0x1_0000_0000;
    const tail = pool.subarray(used, used + TAIL_BYTES);
    used += TAIL_BYTES;
    return (
      byte(high >>> 8) +
      byte(high) +
      byte(low >>> 24) +
      byte(low >>> 16) +
      '-' +
      byte(low >>> 8) +
      byte(low) +
      '-' +
      byte(0x70 | (counter >>> 8)) +
      byte(counter) +
      '-' +
      byte(0x80 | ((tail[0] ?? 0) & 0x3f)) +
      byte(tail[1] ?? 0) +
      '-' +
      byte(tail[2] ?? 0) +
      byte(tail[3] ?? 0) +
      byte(tail[4] ?? 0) +
      byte(tail[5] ?? 0) +
      byte(tail[6] ?? 0) +
      byte(tail[7] ?? 0)
    );
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

const byte = (value: number): string => HEX[value & 0xff] as string;
