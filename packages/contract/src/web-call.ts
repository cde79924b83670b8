import { Type } from 'typebox';
import { Strict, Visible } from './schema.ts';

/** What a contact finds who opens the link of an ONLINE conversation. */
export const linkStates = ['open', 'not_yet', 'in_call', 'finished', 'expired'] as const;
export type LinkState = (typeof linkStates)[number];

/**
 * What the page of a web call asks of the process that holds the call. The page shows the token of its link, and
 * for everything after the joining the key that the joining gave it.
 */

/** An offer of a browser has some kilobytes; one with every network and codec there is, some tens. */
const Offer = Type.String({ minLength: 1, maxLength: 60_000 });
const ResumeKey = Type.String({ minLength: 1, maxLength: 100 });

/** With the key of a call that is on, they come back to it, also before anybody has noticed that they were gone. */
export const Joining = Strict({ offer: Type.Optional(Offer), resumeKey: Type.Optional(ResumeKey) });
export const Resuming = Strict({ resumeKey: ResumeKey, offer: Type.Optional(Offer) });
export const Typing = Strict({ resumeKey: ResumeKey, text: Visible(1, 2000) });
export const Leaving = Strict({ resumeKey: ResumeKey });
export const Following = Strict({ key: ResumeKey });

export type WebCallView = UsableView | ClosedView;

/** All that a link tells that will not be of use again: it may be read by others long after. */
export interface ClosedView {
  readonly state: ClosedState;
  /** One of the 32, lower case; absent when the agent is gone, and nobody knows it any more. */
  readonly language?: string;
  readonly isRightToLeft?: boolean;
}

export type ClosedState = Extract<LinkState, 'finished' | 'expired'>;

export interface UsableView {
  readonly state: Exclude<LinkState, ClosedState>;
  readonly opensAt?: string;
  /** Only where the state is `in_call`: nobody is connected, and whoever joins goes on with the call. */
  readonly canResume?: boolean;
  /** One of the 32, lower case. */
  readonly language: string;
  readonly isRightToLeft: boolean;
  readonly company: { readonly name: string };
  readonly agent: { readonly name: string };
  readonly contact: { readonly firstName: string };
  /** Why they are called, in a word or two; empty when nobody has said. */
  readonly purpose: string;
  /** Whether they can talk; otherwise the call is held in writing. */
  readonly voice: boolean;
  readonly recording: boolean;
  /** None while there is nobody to be connected with: they may hold the password of a relay. */
  readonly iceServers: readonly IceServer[];
}

/** As browsers want it. */
export interface IceServer {
  readonly urls: string;
  readonly username?: string;
  readonly credential?: string;
}
