/** Runs a piece of work when there is room for it. */
export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Lets so many pieces of work run at once; the others wait in their order. */
export function makeGate(atOnce: number): Gate {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const nextInLine = waiting.shift();
      if (nextInLine) nextInLine();
      else free++;
    }
  };
}
