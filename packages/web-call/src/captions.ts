/** The events that the contact's page receives during a call. */
export type WebEvent =
  | { readonly type: 'agent_start_talking' }
  | { readonly type: 'agent_stop_talking' }
  /** A caption; the text of an id grows until it is final. */
  | {
      readonly type: 'update';
      readonly id: string;
      readonly who: 'agent' | 'contact';
      readonly text: string;
      readonly isFinal: boolean;
    }
  | { readonly type: 'error'; readonly message: string }
  | CallEnded;

export interface CallEnded {
  readonly type: 'call_ended';
  readonly reason: 'finished' | 'left' | 'lost' | 'error';
  /** The link works again. */
  readonly canComeBack: boolean;
}

/** What the agent is saying, as it grows on the page. */
export interface AgentCaption {
  grow(text: string): void;
  /** What the contact has really heard or read of it. */
  end(text: string): void;
}

/** The words of a call on the contact's page. */
export class Captions {
  readonly #tell: (event: WebEvent) => void;
  #count = 0;
  /** What the contact is saying just now. */
  #spoken: string | undefined;

  constructor(tell: (event: WebEvent) => void) {
    this.#tell = tell;
  }

  agent(): AgentCaption {
    const id = this.#nextId();
    let state: 'unbegun' | 'growing' | 'ended' = 'unbegun';
    const update = (text: string, isFinal: boolean) =>
      this.#tell({ type: 'update', id, who: 'agent', text, isFinal });
    return {
      grow: (text) => {
        if (state === 'ended') return;
        if (state === 'unbegun') this.#tell({ type: 'agent_start_talking' });
        state = 'growing';
        update(text, false);
      },
      end: (text) => {
        if (state === 'growing') {
          update(text, true);
          this.#tell({ type: 'agent_stop_talking' });
        }
        state = 'ended';
      },
    };
  }

  /** Partial words and their final ones have the same id. */
  contact(text: string, isFinal: boolean): void {
    const id = this.#spoken ?? this.#nextId();
    this.#spoken = isFinal ? undefined : id;
    this.#tell({ type: 'update', id, who: 'contact', text, isFinal });
  }

  /** A typed message, also while the contact is speaking. */
  typed(text: string): void {
    this.#tell({ type: 'update', id: this.#nextId(), who: 'contact', text, isFinal: true });
  }

  #nextId(): string {
    this.#count += 1;
    return String(this.#count);
  }
}
