import type { Outgoing } from '@parley/service/http/outgoing.ts';
import type { SeededRandom } from './seeded-random.ts';
import { Connection, type SimulatedNetwork } from './simulated-network.ts';
import type { Trace } from './trace.ts';
import type { Machine, VirtualTime } from './virtual-time.ts';

interface Body {
  readonly event: string;
  readonly deliveryId: string;
  readonly data: { readonly conversationId?: string };
}

/** One in so many requests is answered with 503, and as many are done without an answer. */
const FAILING = 0.04;

/** A webhook's receiver: it knows what it was told, and in which order. */
export class ScriptedReceiver {
  readonly #random: SeededRandom;
  readonly #time: VirtualTime;
  readonly #trace: Trace;
  /** The deliveries of each conversation in the order of their first arrival. */
  readonly #told = new Map<string, string[]>();
  /** Until then every request succeeds or fails by chance; later all succeed. */
  patientFromMs = Number.POSITIVE_INFINITY;

  constructor(random: SeededRandom, time: VirtualTime, trace: Trace) {
    this.#random = random;
    this.#time = time;
    this.#trace = trace;
  }

  toldOf(conversationId: string): readonly string[] {
    return this.#told.get(conversationId) ?? [];
  }

  for(machine: Machine, network: SimulatedNetwork): Pick<Outgoing, 'send'> {
    return {
      send: async ({ body, timeoutMs }) => {
        const luck = this.#time.nowMs < this.patientFromMs ? this.#random.next() : 1;
        const reply = new Connection(network, machine, 'receiver').ask('deliver', async () => {
          if (luck < FAILING) return 503;
          this.#receive(JSON.parse(String(body)) as Body);
          // It was received, and the sender does not know.
          return luck < 2 * FAILING ? 'lost' : 200;
        });
        const status = await within(timeoutMs, reply);
        if (status === 'lost') throw new Error('The receiver did not respond in time');
        return { status, headers: {}, body: Buffer.alloc(0) } as unknown as Awaited<
          ReturnType<Outgoing['send']>
        >;
      },
    };
  }

  #receive({ event, deliveryId, data: { conversationId = '' } }: Body): void {
    const told = this.#told.get(conversationId) ?? [];
    this.#told.set(conversationId, told);
    if (told.includes(deliveryId)) return;
    told.push(deliveryId);
    this.#trace.note(`the receiver is told ${event} of ${conversationId}`);
  }
}

async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The receiver did not respond in time')), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
