import type { DeliveryView, NewWebhook } from '@parley/contract/webhook.ts';
import type { Clock } from '@parley/kernel/clock.ts';
import { makeSeal } from '@parley/kernel/seal.ts';
import { createCompany } from '@parley/service/domains/companies/company.actions.ts';
import {
  type Attachments,
  listWebhookDeliveries,
} from '@parley/service/domains/webhooks/delivery.actions.ts';
import {
  createWebhook,
  getWebhook,
  type WebhookServices,
} from '@parley/service/domains/webhooks/webhook.actions.ts';
import { viewWebhook } from '@parley/service/domains/webhooks/webhook.model.ts';
import { Outgoing } from '@parley/service/http/outgoing.ts';
import type { Scope } from '@parley/service/storage/scope.ts';
import { WebhookDeliverer } from '@parley/service/workflows/deliver-webhooks.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { testDatabase } from './database.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

/** What analyses carry: nothing is kept, so that every PDF is made. */
export const attachmentsOf = (
  make: Attachments['pdfs']['make'] = async () => null,
  kept: Attachments['pdfs']['kept'] = async () => undefined,
): Attachments => ({ pdfs: { kept, make }, recordingUrl: async (key) => `https://parley.test/${key}` });

/** As many services as deliveries need, with real receivers and nothing that runs by itself. */
export async function openWebhookFixture(clock: Clock) {
  const store = await testDatabase({ clock });
  const outgoing = new Outgoing({ allowPrivate: true });
  const services: WebhookServices = {
    outgoing,
    seal: makeSeal('a-secret-of-the-installation-for-tests', 'tests'),
    userAgent: 'Parley/test',
    rules: { allowPrivate: true },
  };
  const receivers: Receiver[] = [];
  const newDeliverer = (
    random = () => 0.5,
    attachments = attachmentsOf(),
    sender: WebhookServices['outgoing'] = outgoing,
    isHeld = () => false,
  ) =>
    new WebhookDeliverer({
      everywhere: store.database,
      post: { ...services, outgoing: sender },
      attachments,
      random,
      isHeld,
      // Ends the wait of whoever asked for deliveries.
      onError: (error) => {
        throw error;
      },
    });

  async function newScope(): Promise<Scope> {
    const company = await createCompany(store.database, null, { name: 'Acme' });
    return store.database.within(company.id, { kind: 'api-key', id: store.database.newId() });
  }

  async function receive(answer?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
    const receiver = await startReceiver(answer);
    receivers.push(receiver);
    return receiver;
  }

  async function hook(scope: Scope, url: string, wanted: Partial<NewWebhook> = {}) {
    const events = ['INTERVIEW_STARTED', 'INTERVIEW_COMPLETED', 'PING'];
    return createWebhook(scope, services, { url, name: 'Hook', events, ...wanted });
  }

  return {
    ...store,
    services,
    newDeliverer,
    newScope,
    receive,
    hook,
    state: async (scope: Scope, id: string) => viewWebhook(await getWebhook(scope, id)),
    async close(): Promise<void> {
      await outgoing.close();
      for (const receiver of receivers) await receiver.stop();
      await store.close();
    },
  };
}

export type WebhookFixture = Awaited<ReturnType<typeof openWebhookFixture>>;

interface WebhookTest extends WebhookFixture {
  /** The company of the running test. */
  scope: Scope;
  deliverer: WebhookDeliverer;
  /** The deliveries of a webhook, newest first. */
  log(webhookId: string, query?: object): Promise<DeliveryView[]>;
}

/** One fixture for all tests of a file; each test has its own company and deliverer. */
export function webhookTests(clock: Clock): WebhookTest {
  const webhooks = {
    log: async (webhookId: string, query: object = {}) =>
      (await listWebhookDeliveries(webhooks.scope, webhookId, { page: 1, limit: 100, ...query })).data,
  } as WebhookTest;
  beforeAll(async () => {
    Object.assign(webhooks, await openWebhookFixture(clock));
  });
  afterAll(() => webhooks.close());
  beforeEach(async () => {
    webhooks.scope = await webhooks.newScope();
    webhooks.deliverer = webhooks.newDeliverer();
  });
  return webhooks;
}
