import { setTimeout as sleep } from 'node:timers/promises';
import type { Line } from '@parley/call-engine/line.ts';
import type { RunningCompany } from '@parley/testing/running-company.ts';

/** Who was dialled how often, seen from the telephone network: it knows nothing of any database. */
export class CalledPeople {
  readonly #dials: { readonly to: string; readonly at: number }[] = [];
  readonly #onLine = new Map<string, number>();
  #ended = 0;
  /** Numbers that were on two calls at a time. */
  readonly twiceAtATime = new Set<string>();

  readonly through = (line: Line): Line => {
    const people = this;
    return {
      ...line,
      async *dial(order, signal) {
        people.#dials.push({ to: order.to, at: Date.now() });
        const others = people.#onLine.get(order.to) ?? 0;
        if (others > 0) people.twiceAtATime.add(order.to);
        people.#onLine.set(order.to, others + 1);
        const hangUp = () => {
          people.#ended += 1;
          people.#onLine.set(order.to, (people.#onLine.get(order.to) ?? 1) - 1);
        };
        for await (const event of line.dial(order, signal)) {
          if (event.kind !== 'answered') {
            if (event.kind !== 'placing' && event.kind !== 'ringing') hangUp();
            yield event;
            continue;
          }
          const { party } = event;
          // Through a proxy, because a party's own methods use its private fields.
          const watched = new Proxy(party, {
            get(target, name) {
              const value = Reflect.get(target, name, target);
              if (typeof value !== 'function') return value;
              if (name !== 'leave') return value.bind(target);
              return async () => {
                await target.leave();
                hangUp();
              };
            },
          });
          yield { ...event, party: watched };
        }
      },
    };
  };

  /** Calls that were hung up. */
  get ended(): number {
    return this.#ended;
  }

  get dials(): number {
    return this.#dials.length;
  }

  /** Numbers that were dialled more than once. */
  repeated(): string[] {
    const byNumber = Map.groupBy(this.#dials, ({ to }) => to);
    return [...byNumber].flatMap(([to, dials]) => (dials.length > 1 ? [to] : []));
  }

  async until(count: number): Promise<void> {
    for (let i = 0; i < 3000 && this.dials < count; i++) await sleep(10);
    if (this.dials < count)
      throw new Error(`Only ${this.dials} of ${count} calls were placed within 30 seconds`);
  }
}

/** A run whose people each have a number of their own, all of whom answer and talk to the end. */
export async function runOfPeople(company: RunningCompany, count: number): Promise<string> {
  const ids: string[] = [];
  for (let from = 0; from < count; from += 50)
    ids.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(50, count - from) }, (_, i) =>
          company.newContact({ phoneNumber: `+1500555${String(1000 + from + i)}` }),
        ),
      )),
    );
  return company.newRun(ids);
}
