import { createHmac } from 'node:crypto';
import { makeSeal, type Seal } from '@parley/kernel/seal.ts';
import { accepted } from '@parley/kernel/secret.ts';
import type { Logger } from 'pino';
import { resealSecondFactors } from '../domains/access/second-factor.actions.ts';
import { resealModels } from '../domains/agents/company-model.actions.ts';
import { makeReceiptSigner, type ReceiptSigner } from '../domains/personal-data/receipt.model.ts';
import { resealTrunks } from '../domains/trunks/trunk.actions.ts';
import { resealWebhooks } from '../domains/webhooks/webhook.actions.ts';
import type { Database } from '../storage/database.ts';
import { agreeOn, type agreeOnOneOf } from '../storage/installation.ts';
import { type Config, ConfigError } from './config.ts';
import { resealStopKeys } from './link-secrets.ts';
import type { Secrets } from './secrets.ts';

/** Processes with different secrets would silently refuse each other's keys and links, so the start fails instead. */
export async function checkSecrets(
  database: Database,
  secrets: Secrets,
  isAgreed: typeof agreeOnOneOf,
): Promise<void> {
  for (const [variable, secret] of [
    ['PARLEY_KEY_PEPPER', secrets.keyPepper],
    ['PARLEY_LINK_SECRET', secrets.link],
  ] as const) {
    if (!(await isAgreed(database, variable, accepted(secret).map(fingerprintOf)))) {
      throw new ConfigError(
        `${variable} differs from the one this database was set up with. Set it to that value (it may be in another data folder's secrets), or list that value after the new one to rotate it.`,
      );
    }
  }
}

const fingerprintOf = (secret: string): string =>
  createHmac('sha256', secret).update('fingerprint').digest('base64url').slice(0, 16);

/** This secret may change at any time, but two processes that differ silently refuse each other's tokens. */
export async function noteAdminSecret(database: Database, secrets: Secrets, log: Logger): Promise<void> {
  if (!(await agreeOn(database, 'PARLEY_ADMIN_JWT_SECRET', fingerprintOf(secrets.adminJwt), 'newest'))) {
    log.warn(
      "PARLEY_ADMIN_JWT_SECRET has changed since the last start: administrators' tokens that were signed with the earlier value are refused",
    );
  }
}

export const makeWebhookSeal = (secrets: Secrets): Seal => makeSeal(secrets.keyPepper, 'parley webhooks');

/** While the pepper is rotated: afterwards nothing needs its older values but API keys that nobody used meanwhile. */
export async function resealSecrets(database: Database, secrets: Secrets): Promise<void> {
  if (accepted(secrets.keyPepper).length === 1) return;
  await resealWebhooks(database, makeWebhookSeal(secrets));
  await resealModels(database, makeModelSeal({ secrets }));
  await resealTrunks(database, makeTrunkSeal({ secrets }));
  await resealSecondFactors(database, makeSignInSeal({ secrets }));
  await resealStopKeys(database, secrets);
}

/** Erasure receipts are signed with a key derived from the pepper. */
export const makeReceipts = ({
  config,
  secrets,
}: {
  readonly config: Pick<Config, 'PARLEY_S3_ENDPOINT' | 'PARLEY_S3_BUCKET'>;
  readonly secrets: Secrets;
}): ReceiptSigner =>
  makeReceiptSigner(
    accepted(secrets.keyPepper),
    config.PARLEY_S3_ENDPOINT === undefined
      ? { kind: 'disk', bucket: null }
      : { kind: 's3', bucket: config.PARLEY_S3_BUCKET ?? '' },
  );

/** Second factors, and tokens of the identity provider. */
export const makeSignInSeal = ({ secrets }: { readonly secrets: Secrets }): Seal =>
  makeSeal(secrets.keyPepper, 'parley sign-in');

/** Keys of companies' language models; the purpose keeps them apart from the secrets of webhooks. */
export const makeModelSeal = ({ secrets }: { readonly secrets: Secrets }): Seal =>
  makeSeal(secrets.keyPepper, 'parley models');

export const makeTrunkSeal = ({ secrets }: { readonly secrets: Secrets }): Seal =>
  makeSeal(secrets.keyPepper, 'parley trunks');
