/** A door that others wait at while it is closed. */
export class Gate {
  #waiting: Promise<void> | undefined;
  #open: (() => void) | undefined;

  close(): void {
    this.#waiting ??= new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open?.();
    this.#waiting = undefined;
  }

  pass = (): Promise<void> => this.#waiting ?? Promise.resolve();
}
