import { Type } from 'typebox';
import { Strict, Visible } from './schema.ts';

/** The state of the link of an ONLINE conversation. */
export const linkStates = ['open', 'not_yet', 'in_call', 'finished', 'expired'] as const;
export type LinkState = (typeof linkStates)[number];

/**
 * Requests of the call page to the process that runs the call. They carry the token of the link, and after joining
 * the resume key.
 */

/** A browser's offer has a few kilobytes; with many networks and codecs some tens. */
const Offer = Type.String({ minLength: 1, maxLength: 60_000 });
const ResumeKey = Type.String({ minLength: 1, maxLength: 100 });

/** With the resume key of a running call the contact returns to it, even before the disconnection was noticed. */
export const Joining = Strict({ offer: Type.Optional(Offer), resumeKey: Type.Optional(ResumeKey) });
export const Resuming = Strict({ resumeKey: ResumeKey, offer: Type.Optional(Offer) });
export const Typing = Strict({ resumeKey: ResumeKey, text: Visible(1, 2000) });
export const Leaving = Strict({ resumeKey: ResumeKey });
export const Following = Strict({ key: ResumeKey });

export type WebCallView = UsableView | ClosedView;

/** The reply for a link that can no longer be used. It has little data, because others may open the link much later. */
export interface ClosedView {
  readonly state: ClosedState;
  /** Only with `finished`: the contact left before everything was asked. Who opens the link again has to know. */
  readonly endedEarly?: boolean;
  /** One of the 32, lower case; absent if the agent was deleted. */
  readonly language?: string;
  readonly isRightToLeft?: boolean;
}

export type ClosedState = Extract<LinkState, 'finished' | 'expired'>;

export interface UsableView {
  readonly state: Exclude<LinkState, ClosedState>;
  readonly opensAt?: string;
  /** Only with `in_call`: nobody is connected, and joining resumes the call. */
  readonly canResume?: boolean;
  /** One of the 32, lower case. */
  readonly language: string;
  readonly isRightToLeft: boolean;
  readonly company: { readonly name: string };
  readonly agent: { readonly name: string };
  readonly contact: { readonly firstName: string };
  /** The purpose of the call in a word or two; may be empty. */
  readonly purpose: string;
  /** Whether the call has audio; otherwise it is typed. */
  readonly voice: boolean;
  /** Only while `voice` is false: the speech to text is being installed, and the call can be spoken in a minute or two. */
  readonly speechComing?: boolean;
  readonly recording: boolean;
  /** Empty while no connection is possible, because they may contain the password of a relay. */
  readonly iceServers: readonly IceServer[];
}

/** In the format of browsers. */
export interface IceServer {
  readonly urls: string;
  readonly username?: string;
  readonly credential?: string;
}
