import { must, optional, type Setting, secrets } from './setting.ts';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Keys go over it: without encryption only this machine is talked to. */
const kmsUrl = (given: string | undefined) => {
  if (!given) return undefined;
  const parsed = URL.parse(given);
  const isSafe =
    parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && LOOPBACK.test(parsed.hostname));
  return isSafe ? given.replace(/\/+$/, '') : must('be an address that begins with https://');
};

/** What wraps the keys of contacts' recordings, documents and reports. */
export const encryptionSettings = {
  PARLEY_MASTER_KEY: {
    meaning:
      "Wraps the keys of contacts' files; the same in every process. Several, separated by commas, while it is rotated: parley rewrap-keys takes the first into use, all are accepted",
    preset: 'generated; derived from PARLEY_KEY_PEPPER where that is set',
    secret: true,
    read: secrets,
  },
  PARLEY_MASTER_KEY_FILE: {
    meaning: 'A file with the same, one on each line, instead of PARLEY_MASTER_KEY',
    preset: 'none',
    read: optional,
  },
  PARLEY_KMS_URL: {
    meaning:
      'Keeps the master key in a KMS instead: where the transit engine of Vault or OpenBao is, such as https://vault.example.com/v1/transit. parley rewrap-keys takes it into use; afterwards local master keys only unwrap what they wrapped',
    preset: 'none',
    read: kmsUrl,
  },
  PARLEY_KMS_KEY: { meaning: 'The name of the key there', preset: 'none', read: optional },
  PARLEY_KMS_TOKEN: {
    meaning: 'A token that may encrypt and decrypt with it',
    preset: 'none',
    secret: true,
    read: optional,
  },
  PARLEY_KMS_TOKEN_FILE: {
    meaning: 'A file with that token, read for each request, instead of PARLEY_KMS_TOKEN',
    preset: 'none',
    read: optional,
  },
} as const satisfies Record<string, Setting<unknown>>;
