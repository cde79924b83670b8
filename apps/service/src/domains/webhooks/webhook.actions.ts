import type { Paging } from '@parley/contract/schema.ts';
import type { NewWebhook, WebhookChanges, WebhookWithSecretView } from '@parley/contract/webhook.ts';
import { belongsToAnother, conflict, type Failure, invalid, notFound } from '@parley/kernel/failure.ts';
import type { Seal } from '@parley/kernel/seal.ts';
import { cut, paged } from '../../http/pagination.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { emit, noteChange } from '../events/event.actions.ts';
import { heldTooLong, isSuccess, type Message } from './delivery.model.ts';
import { failHeldOf, hurry, insertTestDelivery } from './delivery.store.ts';
import { newSecret } from './signature.model.ts';
import {
  defaults,
  heldLimit,
  MOST_REPLACED_SECRETS,
  revived,
  rotatableFrom,
  type SealedHeader,
  type TargetRules,
  viewWebhook,
  type Webhook,
  webhookViolations,
  withSecret,
} from './webhook.model.ts';
import {
  circuitsToReport,
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  isAnothers,
  listWebhooks,
  lockSealed,
  lockWebhook,
  noteCircuitReported,
  type OpenCircuit,
  type SealedWebhook,
  saveSealed,
  saveWebhook,
} from './webhook.store.ts';
import { exchange, type Post, sealedPlace } from './webhook-request.actions.ts';

/** What the webhooks of an installation have in common. */
export interface WebhookServices extends Post {
  readonly rules: TargetRules;
}

export async function createWebhook(
  scope: Scope,
  { seal, rules }: WebhookServices,
  wanted: NewWebhook,
): Promise<WebhookWithSecretView> {
  refuseViolations(wanted, rules);
  const now = scope.now();
  const id = scope.newId();
  const secret = newSecret();
  const webhook: Webhook = {
    ...defaults,
    ...revived,
    description: null,
    ...wanted,
    id,
    apiKeyId: scope.actor.id,
    headers: sealHeaders(seal, id, wanted.headers ?? [], []),
    inactiveSince: wanted.isActive === false ? now : null,
    secret: seal.close(secret, sealedPlace.secret(id)),
    previousSecret: null,
    previousSecretUntil: null,
    olderSecrets: [],
    createdAt: now,
    updatedAt: now,
  };
  await scope.transaction(async (inside) => {
    await insertWebhook(inside, webhook);
    await noteChange(inside, 'webhook', webhook.id);
  });
  return { ...viewWebhook(webhook), secret };
}

export async function listCompanyWebhooks(scope: Scope, query: Paging) {
  const [total, webhooks] = await Promise.all([countWebhooks(scope), listWebhooks(scope, cut(query))]);
  return paged(query, total, webhooks.map(viewWebhook));
}

/** Another company's is forbidden; one that never was, or is gone, is not found. */
export async function getWebhook(scope: Scope, id: string): Promise<Webhook> {
  const webhook = await findWebhook(scope, id);
  if (!webhook) throw await missing(scope, id);
  return webhook;
}

/** Changes what is sent. Switching it on again closes its circuit too. */
export async function changeWebhook(
  scope: Scope,
  { seal, rules }: WebhookServices,
  id: string,
  changes: WebhookChanges,
): Promise<Webhook> {
  // Before the webhook is looked for: what is wrong by itself is reported first.
  refuseViolations(changes, rules);
  return change(scope, id, async (inside, webhook) => {
    const { isActive, headers, ...rest } = changes;
    refuseHiddenValues(webhook, changes);
    const changed: Webhook = {
      ...webhook,
      ...rest,
      headers: headers === undefined ? webhook.headers : sealHeaders(seal, id, headers, webhook.headers),
      inactiveSince: isActive === false ? (webhook.inactiveSince ?? inside.now()) : webhook.inactiveSince,
      // Whoever switches it off wants no trials, nor that one of them switches it on again.
      circuitOpenedAt: isActive === false ? null : webhook.circuitOpenedAt,
      updatedAt: inside.now(),
    };
    return isActive === true ? revive(inside, changed) : changed;
  });
}

export const resetCircuit = (scope: Scope, id: string): Promise<Webhook> =>
  change(scope, id, async (inside, webhook) => ({
    ...(await revive(inside, webhook)),
    updatedAt: inside.now(),
  }));

export async function rotateSecret(scope: Scope, seal: Seal, id: string): Promise<WebhookWithSecretView> {
  const secret = newSecret();
  const webhook = await change(scope, id, async (inside, before) => {
    const now = inside.now();
    const from = rotatableFrom(before, now);
    if (from)
      throw conflict(
        `The secret was replaced ${MOST_REPLACED_SECRETS} times within 24 hours, and the old ones still sign. It can be replaced again from ${from.toISOString()} on`,
      );
    return withSecret(before, seal.close(secret, sealedPlace.secret(id)), now);
  });
  return { ...viewWebhook(webhook), secret };
}

export async function removeWebhook(scope: Scope, id: string): Promise<void> {
  await scope.transaction(async (inside) => {
    if ((await deleteWebhook(inside, id)) === 0) throw await missing(inside, id);
    await noteChange(inside, 'webhook', id);
  });
}

/** Sends one ping now and waits for its outcome. It counts neither for nor against the circuit. */
export async function testWebhook(scope: Scope, post: Post, id: string) {
  const webhook = await getWebhook(scope, id);
  if (!webhook.events.includes('PING'))
    throw conflict('The webhook is not registered for PING. Add PING to its events to test it');
  const data = { message: 'A test of the connection' };
  const [event] = await emit(scope, { type: 'ping', subjectId: id, data });
  if (!event) throw new Error('The ping was not published');
  const { vocabulary } = webhook;
  const message: Message = { ...event, id: scope.newId(), vocabulary };
  const { attempt } = await exchange(post, webhook, message, scope.now());
  await insertTestDelivery(scope, { webhookId: id, eventId: event.id, message, attempt });
  return {
    success: isSuccess(attempt),
    statusCode: attempt.statusCode,
    durationMs: attempt.durationMs,
    ...(attempt.error === null ? {} : { error: attempt.error }),
  };
}

function change(
  scope: Scope,
  id: string,
  work: (inside: Scope, webhook: Webhook) => Promise<Webhook>,
): Promise<Webhook> {
  return scope.transaction(async (inside) => {
    const webhook = await lockWebhook(inside, id);
    if (!webhook) throw await missing(inside, id);
    const changed = await work(inside, webhook);
    await saveWebhook(inside, changed);
    await noteChange(inside, 'webhook', id);
    return changed;
  });
}

/** Active again: what was held for too long is given up, and the rest goes out at once. */
async function revive(scope: Scope, webhook: Webhook): Promise<Webhook> {
  const now = scope.now();
  await failHeldOf(scope, webhook.id, heldLimit(now), heldTooLong(now));
  await hurry(scope, webhook.id);
  return { ...webhook, ...revived };
}

function refuseViolations(sent: WebhookChanges, rules: TargetRules): void {
  const violations = webhookViolations(sent, rules);
  if (violations.length > 0) throw invalid(violations);
}

/** Whoever may change the URL must not learn the values that were given for another: they are given again with it. */
function refuseHiddenValues(webhook: Webhook, { url, headers }: WebhookChanges): void {
  if (url === undefined || url === webhook.url) return;
  const kept: readonly { name: string; value?: string }[] =
    headers ?? webhook.headers.map(({ name }) => ({ name }));
  const missing = kept.flatMap(({ name, value }, place) =>
    value === undefined
      ? [`headers[${place}].value is required: ${name} was given for another url, so give it again`]
      : [],
  );
  if (missing.length > 0) throw invalid(missing);
}

/** A header without a value keeps the one it has. */
function sealHeaders(
  seal: Seal,
  webhookId: string,
  headers: readonly { name: string; value?: string; isMasked?: boolean }[],
  before: readonly SealedHeader[],
): SealedHeader[] {
  const sealed = headers.map(({ name, value, isMasked = true }) => ({
    name,
    isMasked,
    value:
      value === undefined
        ? before.find((one) => one.name.toLowerCase() === name.toLowerCase())?.value
        : seal.close(value, sealedPlace.header(webhookId, name)).toString('base64'),
  }));
  const unknown = sealed.flatMap(({ value }, place) =>
    value === undefined ? [`headers[${place}].value is required for a new header`] : [],
  );
  if (unknown.length > 0) throw invalid(unknown);
  return sealed as SealedHeader[];
}

const missing = async (scope: Scope, id: string): Promise<Failure> =>
  (await isAnothers(scope, id))
    ? belongsToAnother('Access denied to this webhook configuration')
    : notFound('Webhook configuration');

const CIRCUITS_AT_ONCE = 100;

/** Open circuits that their owners are to hear of now. */
export const openCircuits = (everywhere: Everywhere): Promise<OpenCircuit[]> =>
  circuitsToReport(everywhere, CIRCUITS_AT_ONCE);

export const noteReported = (everywhere: Everywhere, circuit: OpenCircuit): Promise<number> =>
  noteCircuitReported(everywhere, circuit);

const RESEALED_AT_ONCE = 500;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Closes every secret and header again, so that none needs an older value of the pepper. */
export async function resealWebhooks(everywhere: Everywhere, seal: Seal): Promise<void> {
  for (let after: string | undefined = NIL; after !== undefined; ) {
    const from: string = after;
    after = await everywhere.transaction(async (inside) => {
      const webhooks = await lockSealed(inside, from, RESEALED_AT_ONCE);
      for (const webhook of webhooks) await saveSealed(inside, resealed(webhook, seal));
      return webhooks.at(-1)?.id;
    });
  }
}

function resealed(webhook: SealedWebhook, seal: Seal): SealedWebhook {
  const { id, headers, secret, previousSecret, olderSecrets } = webhook;
  const again = (sealed: Buffer, place: string) => seal.close(seal.open(sealed, place), place);
  return {
    id,
    secret: again(secret, sealedPlace.secret(id)),
    previousSecret: previousSecret && again(previousSecret, sealedPlace.secret(id)),
    olderSecrets: olderSecrets.map(({ value, until }) => ({
      value: again(Buffer.from(value, 'base64'), sealedPlace.secret(id)).toString('base64'),
      until,
    })),
    headers: headers.map(({ name, value, ...rest }) => ({
      ...rest,
      name,
      value: again(Buffer.from(value, 'base64'), sealedPlace.header(id, name)).toString('base64'),
    })),
  };
}
