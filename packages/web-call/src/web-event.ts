/** What the contact's page is told while a call goes on. */
export type WebEvent =
  | { readonly type: 'agent_start_talking' }
  | { readonly type: 'agent_stop_talking' }
  /** A caption: the same id grows, until it is final. */
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
