import { createHmac } from 'node:crypto';
import { Failure } from '@parley/kernel/failure.ts';
import { makeSeal } from '@parley/kernel/seal.ts';

/** A data key as it is stored: encrypted with a master key. */
export interface WrappedKey {
  readonly masterKeyId: string;
  readonly wrapped: Buffer;
}

/** What wraps the data keys of contacts: a secret of this installation, or a key in a key management service (KMS). */
export interface MasterKey {
  /** The same in every process, and whichever version a KMS has of it. */
  readonly id: string;
  /** Where it comes from, for an operator: "PARLEY_MASTER_KEY". */
  readonly source: string;
  hasWrapped(masterKeyId: string): boolean;
  /** `context` names the record that the key belongs to: copied to another record, it cannot be unwrapped. */
  wrap(key: Buffer, context: string): Promise<WrappedKey>;
  unwrap(wrapped: WrappedKey, context: string): Promise<Buffer>;
}

/** No key can be wrapped or unwrapped now. Any other failure is the fault of the one key that it came with. */
export class KmsUnavailable extends Failure {
  constructor(message: string, retryAfterSeconds: number) {
    super('unavailable', message, { retryAfterSeconds });
  }
}

const LOCAL = 'local:';

/** A secret that this process has itself. */
export function localMasterKey(secret: string, source: string): MasterKey {
  const seal = makeSeal(secret, 'parley master key');
  const fingerprint = createHmac('sha256', secret).update('parley master key id').digest('base64url');
  const masterKeyId = LOCAL + fingerprint.slice(0, 16);
  return {
    id: masterKeyId,
    source,
    hasWrapped: (id) => id === masterKeyId,
    wrap: async (key, context) => ({
      masterKeyId,
      wrapped: seal.close(key.toString('base64'), context),
    }),
    unwrap: async ({ wrapped }, context) => Buffer.from(seal.open(wrapped, context), 'base64'),
  };
}

/** Several, newest first: the one that the installation has agreed on wraps, all unwrap. */
export class MasterKeys {
  readonly #keys: readonly MasterKey[];
  readonly newest: MasterKey;

  constructor(keys: readonly MasterKey[]) {
    const [newest] = keys;
    if (newest === undefined) throw new Error('There is no master key');
    this.#keys = keys;
    this.newest = newest;
  }

  /** Whether it is configured, by its id or by that of a key that it wrapped. */
  has(masterKeyId: string): boolean {
    return this.#keys.some((key) => key.id === masterKeyId || key.hasWrapped(masterKeyId));
  }

  /** The one that wraps; the newest where this process does not have it, or none is agreed on. */
  agreed(id: string | undefined): MasterKey {
    return this.#keys.find((key) => key.id === id) ?? this.newest;
  }

  /** The newest that is a secret of this process. */
  get newestLocal(): MasterKey | undefined {
    return this.#keys.find(({ id }) => id.startsWith(LOCAL));
  }

  async unwrap(wrapped: WrappedKey, context: string): Promise<Buffer> {
    const master = this.#keys.find((key) => key.hasWrapped(wrapped.masterKeyId));
    if (master === undefined)
      throw new Error(
        `No configured master key has the id ${wrapped.masterKeyId}: add it to PARLEY_MASTER_KEY`,
      );
    return master.unwrap(wrapped, context);
  }
}
