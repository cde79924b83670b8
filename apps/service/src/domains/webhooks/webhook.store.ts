import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import { typesOf, type Webhook } from './webhook.model.ts';

const columns = sql`
  id, api_key_id as "apiKeyId", url, name, description, headers, events, vocabulary, max_retries as "maxRetries",
  timeout_ms as "timeoutMs", inactive_since as "inactiveSince", consecutive_failures as "consecutiveFailures",
  circuit_opened_at as "circuitOpenedAt", secret, previous_secret as "previousSecret",
  previous_secret_until as "previousSecretUntil", created_at as "createdAt", updated_at as "updatedAt"`;

export async function insertWebhook(scope: Scope, webhook: Webhook): Promise<void> {
  await scope.run(sql`
    insert into webhooks (id, company_id, api_key_id, url, name, description, headers, events, event_types, vocabulary,
                          max_retries, timeout_ms, inactive_since, secret, created_at, updated_at)
    values (${webhook.id}, ${scope.companyId}, ${webhook.apiKeyId}, ${webhook.url}, ${webhook.name}, ${webhook.description},
            ${JSON.stringify(webhook.headers)}, ${webhook.events}, ${typesOf(webhook.events)}, ${webhook.vocabulary},
            ${webhook.maxRetries}, ${webhook.timeoutMs}, ${webhook.inactiveSince}, ${webhook.secret}, ${webhook.createdAt},
            ${webhook.updatedAt})`);
}

export const findWebhook = (scope: Scope, id: string) =>
  scope.first<Webhook>(
    sql`select ${columns} from webhooks where company_id = ${scope.companyId} and id = ${id}`,
  );

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
export const listWebhooks = (scope: Scope, page: { limit: number; offset: number }) =>
  scope.all<Webhook>(sql`
    select ${columns} from webhooks where company_id = ${scope.companyId}
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
      vocabulary = ${webhook.vocabulary}, max_retries = ${webhook.maxRetries}, timeout_ms = ${webhook.timeoutMs},
      inactive_since = ${webhook.inactiveSince}, consecutive_failures = ${webhook.consecutiveFailures},
      circuit_opened_at = ${webhook.circuitOpenedAt}, secret = ${webhook.secret},
      previous_secret = ${webhook.previousSecret}, previous_secret_until = ${webhook.previousSecretUntil},
      updated_at = ${webhook.updatedAt}
    where company_id = ${scope.companyId} and id = ${webhook.id}`);
}

/** Its deliveries go with it. */
export const deleteWebhook = (scope: Scope, id: string): Promise<number> =>
  scope.run(sql`delete from webhooks where company_id = ${scope.companyId} and id = ${id}`);
