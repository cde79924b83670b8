import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ringMemory, SoundRing } from './sound-ring.ts';

const numbers = (from: number, count: number): Int16Array =>
  Int16Array.from({ length: count }, (_, i) => from + i);

test('samples written through one view of an audio ring buffer are read through another in order', () => {
  const memory = ringMemory(100);
  const [writer, reader] = [new SoundRing(memory), new SoundRing(memory)];
  expect(writer.write(numbers(0, 90))).toBe(90);
  const target = new Int16Array(60);
  expect(reader.read(target)).toBe(60);
  expect(target).toEqual(numbers(0, 60));
  expect(reader.read(target)).toBe(30);
  expect(target.subarray(0, 30)).toEqual(numbers(60, 30));
  expect(reader.read(target)).toBe(0);
  expect(writer.deliveredSamples).toBe(90);
});

test('writing to a full audio ring buffer stores only what fits', () => {
  const ring = new SoundRing(ringMemory(128));
  expect(ring.write(numbers(0, 200))).toBe(128);
  expect(ring.write(numbers(0, 1))).toBe(0);
});

test('samples withdrawn from an audio ring buffer are never read and do not count as delivered', () => {
  const ring = new SoundRing(ringMemory(128));
  ring.write(numbers(0, 100));
  ring.read(new Int16Array(10));
  ring.takeBack();
  ring.write(numbers(500, 5));
  const target = new Int16Array(20);
  expect(ring.read(target)).toBe(5);
  expect(target.subarray(0, 5)).toEqual(numbers(500, 5));
  expect(ring.deliveredSamples).toBe(15);
});

test('any sequence of writes and reads of an audio ring buffer neither loses nor repeats samples', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(80), fc.nat(80))), (turns) => {
      const ring = new SoundRing(ringMemory(64));
      let [written, read] = [0, 0];
      for (const [give, take] of turns) {
        written += ring.write(numbers(written, give));
        const target = new Int16Array(take);
        const count = ring.read(target);
        expect(target.subarray(0, count)).toEqual(numbers(read, count));
        read += count;
      }
      expect(ring.deliveredSamples).toBe(read);
    }),
  );
});
