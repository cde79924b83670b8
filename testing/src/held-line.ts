import type { Line } from '@parley/call-engine/line.ts';

/** A line on which calls ring until they are released: what a test does meanwhile happens during the call, however slow the machine is. */
export class HeldLine {
  readonly #released = Promise.withResolvers<void>();

  readonly through = (line: Line): Line => {
    const released = this.#released.promise;
    return {
      ...line,
      async *dial(order, signal) {
        for await (const event of line.dial(order, signal)) {
          yield event;
          if (event.kind === 'ringing') await released;
        }
      },
    };
  };

  /** From now on nothing is held. */
  release(): void {
    this.#released.resolve();
  }
}
