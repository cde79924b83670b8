/** What the service and a browser say to each other; docs/web-calls.md has it as a table. */

export type LinkState = 'open' | 'not_yet' | 'in_call' | 'finished' | 'expired';

/** What a personal link is for, and whether it can be used now. */
export type CallLink = UsableLink | ClosedLink;

/** One that was used, or that nobody used in time: it tells nothing more of the call. */
export interface ClosedLink {
  readonly state: 'finished' | 'expired';
  /** The state is `finished`, and the contact left before everything was asked. */
  readonly endedEarly?: boolean;
  /** One of the service's languages, if it is still known. */
  readonly language?: string;
  readonly isRightToLeft?: boolean;
}

export interface UsableLink {
  readonly state: Exclude<LinkState, ClosedLink['state']>;
  /** ISO time; there when the state is `not_yet`. */
  readonly opensAt?: string | null;
  /** The state is `in_call` and nobody is connected: whoever joins goes on with the call. */
  readonly canResume?: boolean;
  /** One of the service's languages: `EN`, `DE`, … */
  readonly language: string;
  readonly isRightToLeft: boolean;
  readonly company: { readonly name: string };
  readonly agent: { readonly name: string };
  readonly contact: { readonly firstName?: string | null };
  readonly purpose?: string | null;
  /** Whether the service can talk; otherwise the call is held in writing. */
  readonly voice: boolean;
  /** The service is still installing its speech to text: ask again, and `voice` is true in a minute or two. */
  readonly speechComing?: boolean;
  readonly recording: boolean;
  /** Empty before the link is open. */
  readonly iceServers: readonly RTCIceServer[];
}

export interface Joined {
  readonly callId: string;
  readonly resumeKey: string;
  readonly answer?: string;
}

export interface Resumed {
  readonly callId: string;
  readonly answer?: string;
}

/** A caption. The same id grows until it is final. */
export interface Caption {
  readonly id: string;
  readonly who: 'agent' | 'contact';
  readonly text: string;
  readonly isFinal: boolean;
}

export type EndReason = 'finished' | 'left' | 'lost' | 'error';

export interface CallEnd {
  readonly reason: EndReason;
  /** Whether the same link can be opened once more. */
  readonly canComeBack: boolean;
}

export type ServiceEvent =
  | { readonly type: 'call_started'; readonly callId: string }
  | { readonly type: 'agent_start_talking' }
  | { readonly type: 'agent_stop_talking' }
  | ({ readonly type: 'update' } & Caption)
  | ({ readonly type: 'call_ended' } & CallEnd)
  | { readonly type: 'error'; readonly message: string };
