import { Failure } from '@parley/kernel/failure.ts';
import type { Seal } from '@parley/kernel/seal.ts';
import { createAgent } from '@parley/service/domains/agents/agent.actions.ts';
import { openAccount } from '@parley/service/domains/billing/account.actions.ts';
import { trialPlan } from '@parley/service/domains/billing/price.model.ts';
import { createCompany } from '@parley/service/domains/companies/company.actions.ts';
import { setDoNotCall } from '@parley/service/domains/contacts/contact.actions.ts';
import { createConversation } from '@parley/service/domains/conversations/conversation-creation.actions.ts';
import { startSealing } from '@parley/service/domains/conversations/sealing.actions.ts';
import { createWebhook, type WebhookServices } from '@parley/service/domains/webhooks/webhook.actions.ts';
import type { Scope } from '@parley/service/storage/scope.ts';
import { type Behaviour, behaviours, type Person } from './scripted-carrier.ts';
import { SeededRandom } from './seeded-random.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import { databaseOf } from './simulated-worker.ts';
import type { Trace } from './trace.ts';
import type { Machine, VirtualTime } from './virtual-time.ts';

export interface ScenarioOptions {
  readonly seed: number;
  readonly time: VirtualTime;
  readonly trace: Trace;
  readonly seal: Seal;
  /** That of the API, to which nothing happens. */
  readonly machine: Machine;
  readonly database: SimulatedDatabase;
  readonly network: SimulatedNetwork;
}

/** Of every agent. */
export const RETRY = { maxAttempts: 3, delaySeconds: 45 };
const MINUTE_MS = 60_000;
const AGENTS = 2;
const LOST_CONNECTION = /Connection terminated|not queryable/;
const endless: readonly Behaviour[] = ['asks for a call tomorrow at three'];
const events = [
  'INTERVIEW_STARTED',
  'INTERVIEW_COMPLETED',
  'INTERVIEW_FAILED',
  'INTERVIEW_RESCHEDULED',
  'INTERVIEW_CANCELLED',
];

/** What users of the API do: a company, its people, conversations with them, and who must not be called. */
export class Scenario {
  readonly people: readonly Person[];
  /** After this time nobody does anything any more. */
  readonly lastsMs: number;
  readonly #options: ScenarioOptions;
  readonly #random: SeededRandom;
  #scope: Scope | undefined;
  readonly #agents: string[] = [];
  #underWay = 0;

  constructor(options: ScenarioOptions) {
    this.#options = options;
    this.#random = new SeededRandom(options.seed, 'people');
    this.lastsMs = 4 * MINUTE_MS;
    const all = Object.keys(behaviours) as Behaviour[];
    this.people = Array.from({ length: this.#random.whole(3, 5) }, (_, at) => ({
      number: `+4144668180${at}`,
      script: [
        ...Array.from({ length: this.#random.whole(0, 2) }, () => this.#random.of(all)),
        this.#random.of(all.filter((one) => !endless.includes(one))),
      ],
      calls: [],
      optedOutMs: undefined,
    }));
  }

  /** Everything that is there before the first call. */
  async prepare(): Promise<void> {
    const { time, machine, seal } = this.#options;
    await time.as(machine, async () => {
      const { database } = databaseOf(this.#options, machine, 1);
      await startSealing(database);
      const { id } = await createCompany(database, null, { name: 'Acme' });
      const scope = database.within(id, { kind: 'api-key', id: database.newId() });
      this.#scope = scope;
      await openAccount(scope, trialPlan(100_000));
      for (let at = 0; at < AGENTS; at++) {
        const agent = await createAgent(scope, {
          name: `Grace ${at}`,
          focus: 'GENERIC',
          callingWindow: null,
          duration: 1,
          retryPolicy: RETRY,
        });
        this.#agents.push(agent.id);
      }
      const services = { seal, rules: { allowPrivate: true } } as unknown as WebhookServices;
      await createWebhook(scope, services, {
        name: 'Hook',
        url: 'https://receiver.test/hook',
        events,
        vocabulary: 'NEUTRAL',
      });
    });
  }

  /** Has everything happen at its time. */
  begin(): void {
    const { time } = this.#options;
    for (const person of this.people) {
      const count = this.#random.whole(1, AGENTS);
      for (let at = 0; at < count; at++)
        time.after(this.#random.between(0, this.lastsMs / (at === 0 ? 4 : 1)), () =>
          this.#act(() => this.#converse(person, at)),
        );
      if (this.#random.chance(0.15))
        time.after(this.#random.between(0, this.lastsMs), () => this.#act(() => this.#optOut(person)));
    }
  }

  /** No request to the API is being answered. */
  get isQuiet(): boolean {
    return this.#underWay === 0;
  }

  #act(work: () => Promise<void>): void {
    const { time, machine, trace } = this.#options;
    this.#underWay += 1;
    time
      .as(machine, work)
      .catch((error: Error) => {
        // When the database is exchanged, everybody loses their connections. It may have been done, or not.
        if (LOST_CONNECTION.test(error.message)) trace.note(`the API answers 500: ${error.message}`);
        else if (!(error instanceof Failure)) trace.violate(`the API works: ${error.message}`);
      })
      .finally(() => {
        this.#underWay -= 1;
      });
  }

  readonly #contacts = new Map<string, string>();
  /** By the API, and when. */
  readonly #optedOut = new Map<Person, number>();

  /** The database has forgotten what came since then. What the API was told nobody else knows. */
  forgetSince(atMs: number): void {
    for (const [person, optedOutMs] of this.#optedOut)
      if (optedOutMs >= atMs && person.optedOutMs === optedOutMs) person.optedOutMs = undefined;
  }

  async #converse({ number }: Person, at: number): Promise<void> {
    const contact = {
      firstName: 'Ada',
      lastName: `Lovelace ${at}`,
      phoneNumber: number,
      gdprExpiryDate: '2099-12-31',
    };
    const { conversation } = await createConversation(
      this.#scope as Scope,
      { agentId: this.#agents[at] as string, contact },
      false,
    );
    this.#contacts.set(number, conversation.contactId);
    this.#options.trace.note(`conversation ${conversation.id} is created`, number);
  }

  async #optOut(person: Person): Promise<void> {
    const contactId = this.#contacts.get(person.number);
    if (contactId === undefined) return;
    await setDoNotCall(this.#scope as Scope, contactId, true);
    if (person.optedOutMs === undefined) this.#optedOut.set(person, this.#options.time.nowMs);
    person.optedOutMs ??= this.#options.time.nowMs;
    this.#options.trace.note('must not be called again, says the API', person.number);
  }
}
