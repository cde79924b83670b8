import type { Body } from '../../api/client.ts';
import type { Webhook } from './webhook.tsx';

export type NewWebhook = Body<'/webhooks', 'post'>;
export type WebhookChanges = NonNullable<Body<'/webhooks/{id}', 'patch'>>;

export interface DraftHeader {
  /** Of the row on the screen, which has no other identity. */
  readonly key: number;
  readonly name: string;
  readonly value: string;
  readonly isMasked: boolean;
  /** The service has a value for it: an empty one here keeps that. */
  readonly isStored: boolean;
}

/** A webhook while somebody writes it. */
export interface WebhookDraft {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly vocabulary: Webhook['vocabulary'];
  readonly maxRetries: string;
  readonly timeoutMs: string;
  readonly headers: readonly DraftHeader[];
}

export const emptyDraft: WebhookDraft = {
  name: '',
  url: '',
  description: '',
  events: ['INTERVIEW_COMPLETED', 'INTERVIEW_FAILED', 'INTERVIEW_CANCELLED', 'ANALYSIS_COMPLETED', 'PING'],
  vocabulary: 'NEUTRAL',
  maxRetries: '5',
  timeoutMs: '10000',
  headers: [],
};

export const draftOf = (webhook: Webhook): WebhookDraft => ({
  name: webhook.name,
  url: webhook.url,
  description: webhook.description ?? '',
  events: webhook.events,
  vocabulary: webhook.vocabulary,
  maxRetries: String(webhook.maxRetries),
  timeoutMs: String(webhook.timeoutMs),
  headers: webhook.headers.map(({ name, isMasked }, key) => ({
    key,
    name,
    isMasked,
    value: '',
    isStored: true,
  })),
});

const common = (draft: WebhookDraft) => ({
  name: draft.name,
  url: draft.url,
  description: draft.description === '' ? null : draft.description,
  events: [...draft.events] as NewWebhook['events'],
  vocabulary: draft.vocabulary,
  maxRetries: Number(draft.maxRetries),
  timeoutMs: Number(draft.timeoutMs),
});

export const newWebhookOf = (draft: WebhookDraft): NewWebhook => ({
  ...common(draft),
  headers: draft.headers.map(({ name, value, isMasked }) => ({ name, value, isMasked })),
});

export const changesOf = (draft: WebhookDraft): WebhookChanges => ({
  ...common(draft),
  headers: draft.headers.map(({ name, value, isMasked, isStored }) => ({
    name,
    isMasked,
    ...(isStored && value === '' ? {} : { value }),
  })),
});
