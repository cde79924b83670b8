import { createCompany } from '../src/domains/companies/company.actions.ts';
import { emit } from '../src/domains/events/event.actions.ts';
import type { NewEvent } from '../src/domains/events/event.model.ts';
import { createWebhook, getWebhook, type WebhookServices } from '../src/domains/webhooks/webhook.actions.ts';
import type { NewWebhook } from '../src/domains/webhooks/webhook.model.ts';
import { viewWebhook } from '../src/domains/webhooks/webhook.model.ts';
import { Outgoing } from '../src/http/outgoing.ts';
import type { Clock } from '../src/kernel/clock.ts';
import { makeSeal } from '../src/kernel/seal.ts';
import type { Scope } from '../src/storage/scope.ts';
import { WebhookDeliverer } from '../src/workflows/deliver-webhooks.ts';
import { testDatabase } from './database.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

const CONTACT = '01957a2e-7c00-7000-8000-0000000000c1';

/** As much of the house as deliveries need, with real receivers and nothing that runs by itself. */
export async function openWebhookHouse(clock: Clock) {
  const store = await testDatabase({ clock });
  const outgoing = new Outgoing({ allowPrivate: true });
  const services: WebhookServices = {
    outgoing,
    seal: makeSeal('a-secret-of-the-installation-for-tests', 'tests'),
    userAgent: 'Parley/test',
    rules: { allowPrivate: true },
  };
  const receivers: Receiver[] = [];
  const newDeliverer = (random = () => 0.5) =>
    new WebhookDeliverer({
      everywhere: store.database,
      post: services,
      random,
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

export type WebhookHouse = Awaited<ReturnType<typeof openWebhookHouse>>;

/** An event that can be told from others by its attempt. */
export const started = (conversationId: string, callAttemptId: string): NewEvent => ({
  type: 'conversation.started',
  subjectId: conversationId,
  data: {
    conversationId,
    contactId: CONTACT,
    jobId: null,
    runId: null,
    callAttemptId,
    status: 'IN_PROGRESS',
  },
});

/** Tells of attempts 1, 2, … of a conversation, one after the other; returns their ids. */
export async function tell(scope: Scope, conversationId: string, count: number): Promise<string[]> {
  const attempts = Array.from({ length: count }, () => scope.newId());
  for (const attempt of attempts) await emit(scope, started(conversationId, attempt));
  return attempts;
}
