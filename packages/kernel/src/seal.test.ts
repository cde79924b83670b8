import { expect, test } from 'vitest';
import { makeSeal } from './seal.ts';

const seal = makeSeal('a-secret-of-the-installation-for-tests', 'tests');

test('an encrypted text can be decrypted in its own context', () => {
  expect(seal.open(seal.close('Grüezi 🧀', 'place'), 'place')).toBe('Grüezi 🧀');
  expect(seal.open(seal.close('', 'place'), 'place')).toBe('');
});

test('encrypting the same text twice gives different bytes, which do not contain it', () => {
  const [one, two] = [seal.close('a secret', 'place'), seal.close('a secret', 'place')];
  expect(one.equals(two)).toBe(false);
  expect(one.toString('latin1')).not.toContain('secret');
});

test('an encrypted text cannot be decrypted in another context, after a change, or with another key', () => {
  const sealed = seal.close('a secret', 'place');
  expect(() => seal.open(sealed, 'elsewhere')).toThrow();
  expect(() => makeSeal('another-secret', 'tests').open(sealed, 'place')).toThrow();
  expect(() => makeSeal('a-secret-of-the-installation-for-tests', 'else').open(sealed, 'place')).toThrow();
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => seal.open(changed, 'place')).toThrow();
  }
});
