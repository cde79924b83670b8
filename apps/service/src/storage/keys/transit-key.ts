import { Failure } from '@parley/kernel/failure.ts';
import { KmsUnavailable, type MasterKey } from './master-key.ts';

export interface TransitKeyOptions {
  /** Where the engine is mounted: https://vault.example.com/v1/transit. */
  readonly url: string;
  readonly keyName: string;
  /** Read for each request: an agent beside the service may renew it. */
  readonly token: () => Promise<string>;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5000;
const RETRY_AFTER_SECONDS = 10;
const RETRY_AFTER_REFUSAL_SECONDS = 300;

/**
 * A master key that never leaves its server, which speaks the HTTP API of Vault's transit engine (OpenBao has the same). Its
 * versions are rotated there.
 */
export function transitKey({ url, keyName, token, timeoutMs = TIMEOUT_MS }: TransitKeyOptions): MasterKey {
  const prefix = `kms:${keyName}:`;

  async function ask(action: 'encrypt' | 'decrypt', body: object): Promise<Record<string, unknown>> {
    try {
      const response = await fetch(`${url}/${action}/${encodeURIComponent(keyName)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-vault-token': await token() },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (refusals[response.status] !== undefined) throw refused(response.status, keyName);
      if (!response.ok) throw new Error(`it answered ${response.status}`);
      const { data } = (await response.json()) as { data?: Record<string, unknown> };
      return data ?? {};
    } catch (error) {
      throw error instanceof Failure ? error : unavailable(error as Error);
    }
  }

  return {
    id: `kms:${keyName}`,
    source: `the key ${keyName} of the KMS at ${new URL(url).host}`,
    hasWrapped: (id) => id.startsWith(prefix),
    async wrap(key, context) {
      const { ciphertext } = await ask('encrypt', {
        plaintext: key.toString('base64'),
        associated_data: Buffer.from(context).toString('base64'),
      });
      // vault:v3:…: the version says which keys are worth wrapping again after a rotation.
      const version = /^vault:(v\d+):/.exec(String(ciphertext))?.[1];
      if (version === undefined) throw unavailable(new Error('it returned no ciphertext'));
      return { masterKeyId: prefix + version, wrapped: Buffer.from(String(ciphertext)) };
    },
    async unwrap({ wrapped }, context) {
      const { plaintext } = await ask('decrypt', {
        ciphertext: wrapped.toString(),
        associated_data: Buffer.from(context).toString('base64'),
      });
      const key = Buffer.from(String(plaintext ?? ''), 'base64');
      if (key.length !== 32) throw unavailable(new Error('it returned no key of 32 bytes'));
      return key;
    },
  };
}

const unavailable = (cause: Error): Failure =>
  new KmsUnavailable(
    `Files and transcripts cannot be encrypted or decrypted now, because the key management service cannot be used: ${cause.message}. Try again in a moment.`,
    RETRY_AFTER_SECONDS,
  );

/** Asking again changes nothing about these: an operator has to. */
const refusals: Readonly<Record<number, string>> = {
  400: 'its type must be one with associated data, such as aes256-gcm96, and the version that is needed must not be archived',
  403: 'the token in PARLEY_KMS_TOKEN has expired, or may not encrypt and decrypt with it',
  404: 'PARLEY_KMS_URL must lead to a transit engine, and PARLEY_KMS_KEY name a key in it',
};

/**
 * Unavailable as well: once it is configured right, the same request works. Only 400 is about what was sent: a key that was wrapped
 * with a version that is archived, or for another record.
 */
function refused(status: number, keyName: string): Failure {
  const message = `Files and transcripts cannot be encrypted or decrypted: the key management service refuses the key ${keyName} (it answered ${status}). Check its configuration: ${refusals[status]}.`;
  return status === 400
    ? new Failure('unavailable', message, { retryAfterSeconds: RETRY_AFTER_REFUSAL_SECONDS })
    : new KmsUnavailable(message, RETRY_AFTER_REFUSAL_SECONDS);
}
