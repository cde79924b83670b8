import type { Everywhere, Scope } from '../../storage/scope.ts';
import { olderThan, type Slice } from '../../storage/slice.ts';
import { sql } from '../../storage/sql.ts';
import { typesOf, type Webhook } from './webhook.model.ts';

const columns = sql`
  id, api_key_id as "apiKeyId", url, name, description, headers, events, vocabulary, attach_pdf as "attachPdf", max_retries as "maxRetries",
  timeout_ms as "timeoutMs", inactive_since as "inactiveSince", consecutive_failures as "consecutiveFailures",
  circuit_opened_at as "circuitOpenedAt", secret, previous_secret as "previousSecret",
  previous_secret_until as "previousSecretUntil", older_secrets as "olderSecrets", created_at as "createdAt", updated_at as "updatedAt"`;

export async function insertWebhook(scope: Scope, webhook: Webhook): Promise<void> {
  await scope.run(sql`
    insert into webhooks (id, company_id, api_key_id, url, name, description, headers, events, event_types, vocabulary,
                          attach_pdf, max_retries, timeout_ms, inactive_since, secret, created_at, updated_at)
    values (${webhook.id}, ${scope.companyId}, ${webhook.apiKeyId}, ${webhook.url}, ${webhook.name}, ${webhook.description},
            ${JSON.stringify(webhook.headers)}, ${webhook.events}, ${typesOf(webhook.events)}, ${webhook.vocabulary},
            ${webhook.attachPdf}, ${webhook.maxRetries}, ${webhook.timeoutMs}, ${webhook.inactiveSince}, ${webhook.secret}, ${webhook.createdAt},
            ${webhook.updatedAt})`);
}

export const findWebhook = (scope: Scope, id: string) =>
  scope.first<Webhook>(
    sql`select ${columns} from webhooks where company_id = ${scope.companyId} and id = ${id}`,
  );

/** Of all companies. Index: webhooks_open_circuits. */
export async function countOpenCircuits(everywhere: Everywhere): Promise<number> {
  const row = await everywhere.first<{ open: number }>(
    sql`select count(*) as open from webhooks where circuit_opened_at is not null`,
  );
  return row?.open ?? 0;
}

export const lockWebhook = (scope: Scope, id: string) =>
  scope.first<Webhook>(
    sql`select ${columns} from webhooks where company_id = ${scope.companyId} and id = ${id} for no key update`,
  );

export async function isAnothers(scope: Scope, id: string): Promise<boolean> {
  const row = await scope.first(
    sql`select 1 as one from webhooks where id = ${id} and company_id <> ${scope.companyId}`,
  );
  return row !== undefined;
}

/** Index: webhooks_newest. */
export const listWebhooks = (scope: Scope, page: Slice) =>
  scope.all<Webhook>(sql`
    select ${columns} from webhooks where company_id = ${scope.companyId} and ${olderThan(sql`id`, page)}
    order by id desc limit ${page.limit} offset ${page.offset}`);

export async function countWebhooks(scope: Scope): Promise<number> {
  const row = await scope.first<{ total: number }>(
    sql`select count(*) as total from webhooks where company_id = ${scope.companyId}`,
  );
  return row?.total ?? 0;
}

export async function saveWebhook(scope: Scope, webhook: Webhook): Promise<void> {
  await scope.run(sql`
    update webhooks set url = ${webhook.url}, name = ${webhook.name}, description = ${webhook.description},
      headers = ${JSON.stringify(webhook.headers)}, events = ${webhook.events}, event_types = ${typesOf(webhook.events)},
      vocabulary = ${webhook.vocabulary}, attach_pdf = ${webhook.attachPdf}, max_retries = ${webhook.maxRetries}, timeout_ms = ${webhook.timeoutMs},
      inactive_since = ${webhook.inactiveSince}, consecutive_failures = ${webhook.consecutiveFailures},
      circuit_opened_at = ${webhook.circuitOpenedAt}, secret = ${webhook.secret},
      previous_secret = ${webhook.previousSecret}, previous_secret_until = ${webhook.previousSecretUntil},
      older_secrets = ${JSON.stringify(webhook.olderSecrets)},
      trial_at = case when ${webhook.circuitOpenedAt}::timestamptz is null then null else trial_at end,
      failed_trials = case when ${webhook.circuitOpenedAt}::timestamptz is null then 0 else failed_trials end,
      owner_notices = case when ${webhook.circuitOpenedAt}::timestamptz is null then 0 else owner_notices end,
      updated_at = ${webhook.updatedAt}
    where company_id = ${scope.companyId} and id = ${webhook.id}`);
}

/** Its deliveries go with it. */
export const deleteWebhook = (scope: Scope, id: string): Promise<number> =>
  scope.run(sql`delete from webhooks where company_id = ${scope.companyId} and id = ${id}`);

export interface OpenCircuit {
  readonly webhookId: string;
  readonly webhookName: string;
  readonly companyName: string;
  readonly openedAt: Date;
  /** Mails about this opening that were sent before. */
  readonly notices: number;
  readonly owners: readonly { readonly userId: string; readonly email: string }[];
}

/**
 * Open circuits that the owners have not been told of: when it opened, and once more a day later. A circuit that opens
 * again within the hour is not worth another mail. Index: webhooks_open_circuits.
 */
export const circuitsToReport = (everywhere: Everywhere, most: number) =>
  everywhere.all<OpenCircuit>(sql`
    select w.id as "webhookId", w.name as "webhookName", c.name as "companyName", w.circuit_opened_at as "openedAt",
      w.owner_notices as notices,
      (select coalesce(json_agg(json_build_object('userId', u.id, 'email', u.email) order by u.email), '[]')
       from memberships m join users u on u.id = m.user_id
       where m.company_id = w.company_id and m.role = 'owner') as owners
    from webhooks w join companies c on c.id = w.company_id
    where w.circuit_opened_at is not null and (
      (w.owner_notices = 0 and (w.owner_notice_at is null or w.owner_notice_at <= ${everywhere.now()}::timestamptz - interval '1 hour'))
      or (w.owner_notices = 1 and w.circuit_opened_at <= ${everywhere.now()}::timestamptz - interval '24 hours'))
    order by w.circuit_opened_at limit ${most}`);

/** Unless the circuit closed meanwhile. */
export const noteCircuitReported = (everywhere: Everywhere, { webhookId, openedAt, notices }: OpenCircuit) =>
  everywhere.run(sql`
    update webhooks set owner_notices = ${notices + 1}, owner_notice_at = ${everywhere.now()}
    where id = ${webhookId} and circuit_opened_at = ${openedAt}`);

export type SealedWebhook = Pick<Webhook, 'id' | 'headers' | 'secret' | 'previousSecret' | 'olderSecrets'>;

/** A bounded number of them, of every company, after an id. */
export const lockSealed = (everywhere: Everywhere, after: string, most: number) =>
  everywhere.all<SealedWebhook>(sql`
    select id, headers, secret, previous_secret as "previousSecret", older_secrets as "olderSecrets" from webhooks
    where id > ${after} order by id limit ${most} for no key update`);

export const saveSealed = (everywhere: Everywhere, webhook: SealedWebhook) =>
  everywhere.run(sql`
    update webhooks set headers = ${JSON.stringify(webhook.headers)}, secret = ${webhook.secret},
      previous_secret = ${webhook.previousSecret}, older_secrets = ${JSON.stringify(webhook.olderSecrets)}
    where id = ${webhook.id}`);
