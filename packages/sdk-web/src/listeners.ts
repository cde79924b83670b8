/** Who wants to hear of which event. */
export class Listeners<Events extends object> {
  readonly #byName = new Map<keyof Events, Set<(value: never) => void>>();

  /** Returns how to stop listening. */
  on<Name extends keyof Events>(name: Name, listener: (value: Events[Name]) => void): () => void {
    const listeners = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  emit<Name extends keyof Events>(name: Name, value: Events[Name]): void {
    for (const listener of this.#byName.get(name) ?? []) {
      try {
        (listener as (value: Events[Name]) => void)(value);
      } catch (error) {
        // A mistake in a listener must not end the call; the browser reports it as any other.
        reportError(error);
      }
    }
  }
}
