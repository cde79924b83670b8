import type { Area } from './mutant.ts';

const domain = 'apps/service/src/domains/webhooks';
const queue = `${domain}/delivery-queue.store.ts`;
const deliveries = ['apps/service/src/workflows/deliver-webhooks.test.ts'];
const circuit = ['apps/service/src/workflows/webhook-circuit.test.ts'];

export const webhooks: Area = {
  name: 'webhooks',
  tests: deliveries,
  mutants: [
    {
      file: queue,
      breaks: 'the events of a conversation overtake each other',
      old: 'order by b.position limit 1)',
      new: 'order by b.position desc limit 1)',
    },
    {
      file: queue,
      breaks: 'the deliveries of a process that died are never sent',
      old: 'and (d.leased_until is null or d.leased_until <= ${now})',
      new: 'and d.leased_until is null',
    },
    {
      file: queue,
      breaks: 'two processes send the same delivery',
      old: 'and (d.leased_until is null or d.leased_until <= ${now})\n',
      new: '\n',
    },
    {
      file: queue,
      breaks: 'a process waits for a delivery that another has locked, and sends nothing',
      old: 'limit open.room for update of d skip locked',
      new: 'limit open.room for update of d',
    },
    {
      file: queue,
      breaks: 'a webhook that is switched off receives events',
      old: 'where w.inactive_since is null or t.id is not null',
      new: '',
      tests: circuit,
    },
    {
      file: queue,
      breaks: 'a process that lost its lease overwrites the outcome of another',
      old: 'where d.id = o.id and d.lease = o.lease',
      new: 'where d.id = o.id',
    },
    {
      file: queue,
      breaks: 'a delivery that another process has taken is given back',
      old: 'd.lease is not distinct from m.lease and',
      new: '',
      tests: [...deliveries, 'apps/service/src/workflows/pending-pdfs.test.ts'],
    },
    {
      file: queue,
      breaks: 'a receiver fails once more than allowed before its circuit opens',
      old: 'w.consecutive_failures + h.failed_first) >= ${FAILURES_TO_OPEN}',
      new: 'w.consecutive_failures + h.failed_first) > ${FAILURES_TO_OPEN}',
      tests: circuit,
    },
    {
      file: queue,
      breaks: 'a late success clears the failures that opened the circuit',
      old: 'when c.has_success and w.circuit_opened_at is null and not c.opens then',
      new: 'when c.has_success and not c.opens then',
      tests: circuit,
    },
    {
      file: queue,
      breaks: 'a circuit that opened stays open after a trial that succeeded',
      old: "w.circuit_opened_at is not null and h.trial = 'passed' as heals",
      new: 'false as heals',
      tests: circuit,
    },
    {
      file: queue,
      breaks: 'two processes try a receiver at the same time',
      old: 'for no key update of w skip locked',
      new: '',
      tests: circuit,
    },
    {
      file: queue,
      breaks: 'every retry waits as long as the first',
      old: "settlement.kind === 'retry' ? retries + 1 : retries",
      new: "settlement.kind === 'failed' ? retries + 1 : retries",
    },
    {
      file: `${domain}/delivery.model.ts`,
      breaks: 'a delivery is tried once more than the webhook wants',
      old: 'delivery.retries >= delivery.maxRetries',
      new: 'delivery.retries > delivery.maxRetries',
    },
    {
      file: `${domain}/delivery.model.ts`,
      breaks: 'a receiver that is gone for good is asked again',
      old: 'return isGone || delivery.retries',
      new: 'return delivery.retries',
      tests: deliveries,
    },
    {
      file: `${domain}/delivery.model.ts`,
      breaks: 'the first retry is skipped, and the second comes in its place',
      old: 'retryDelaysMs[Math.min(retry, retryDelaysMs.length - 1)]',
      new: 'retryDelaysMs[Math.min(retry + 1, retryDelaysMs.length - 1)]',
    },
    {
      file: `${domain}/delivery.store.ts`,
      breaks: 'a delivery that is sent again by hand has no retries left',
      old: "retries = case when d.status = 'PENDING' then d.retries else 0 end",
      new: "retries = case when d.status = 'FAILED' then d.retries else 0 end",
      tests: deliveries,
    },
    {
      file: `${domain}/delivery.store.ts`,
      breaks: 'a webhook that was off for long loses also the events of today',
      old: " and d.status = 'PENDING' and d.queued_at <= ${limit}`",
      new: " and d.status = 'PENDING'`",
      tests: circuit,
    },
    {
      file: `${domain}/delivery.store.ts`,
      breaks: 'a delivery of another webhook of the company is shown',
      old: 'd.webhook_id = ${webhookId} and d.id = ${id}`',
      new: '${webhookId}::uuid is not null and d.id = ${id}`',
      tests: deliveries,
    },
    {
      file: `${domain}/delivery.store.ts`,
      breaks: 'a delivery that waits when its event is forgotten vanishes from the log',
      old: "created_at < ${before} and status <> 'PENDING' limit",
      new: 'created_at < ${before} limit',
      tests: circuit,
    },
    {
      file: `${domain}/webhook-request.actions.ts`,
      breaks: 'a redirect counts as delivered',
      old: 'reply.status >= 200 && reply.status < 300',
      new: 'reply.status >= 200 && reply.status < 400',
    },
    {
      file: `${domain}/webhook-request.actions.ts`,
      breaks: 'all messages to a receiver have the same id, so that it drops them as repeated',
      old: 'headersOf(post, recipient, message.id, body, now)',
      new: 'headersOf(post, recipient, recipient.id, body, now)',
    },
    {
      file: `${domain}/webhook.model.ts`,
      breaks: 'a receiver that still has the old secret refuses events at once',
      old: '  ...replacedSecrets(secrets, now).map(',
      new: '  ...replacedSecrets(secrets, new Date(8e15)).map(',
      tests: circuit,
    },
    {
      file: `${domain}/webhook.model.ts`,
      breaks: 'the old secret signs an hour longer than announced',
      old: 'Date.parse(until) > now.getTime()',
      new: 'Date.parse(until) > now.getTime() - HOUR_MS',
      tests: circuit,
    },
    {
      file: `${domain}/signature.model.ts`,
      breaks: 'a recorded message is accepted for hours',
      old: 'Number(timestamp)) <= TOLERANCE_SECONDS',
      new: 'Number(timestamp)) <= TOLERANCE_SECONDS * 60',
      tests: [`${domain}/signature.model.test.ts`],
    },
    {
      file: 'apps/service/src/storage/functions.sql',
      breaks: 'events of the time in which a circuit was open are lost',
      old: `    from published e join webhooks w on w.company_id = e.company_id
    where e.type <> 'ping' and e.type = any (w.event_types)
      and (w.inactive_since is null or w.circuit_opened_at is not null);
  if subscribed`,
      new: `    from published e join webhooks w on w.company_id = e.company_id
    where e.type <> 'ping' and e.type = any (w.event_types)
      and w.inactive_since is null;
  if subscribed`,
      tests: circuit,
    },
    {
      file: 'apps/service/src/workflows/deliver-webhooks.ts',
      breaks: 'a receiver that fails keeps its many places',
      old: 'isSuccess ? Math.min(MOST, target.limit * 2) : 1',
      new: 'isSuccess ? Math.min(MOST, target.limit * 2) : target.limit',
      tests: ['apps/service/src/workflows/target-pace.test.ts'],
    },
  ],
};
