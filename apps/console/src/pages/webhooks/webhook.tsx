import { queryOptions } from '@tanstack/react-query';
import { get, type Reply } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';

export type Webhook = Reply<'/webhooks/{id}', 'get'>;
export type Delivery = Reply<'/webhooks/{id}/deliveries', 'get'>['data'][number];

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhook', id],
    queryFn: ({ signal }) => get('/webhooks/{id}', { path: { id }, signal }),
  });

/** The events of webhooks by topic, with labels and API names. */
export const eventGroups: readonly (readonly [
  title: string,
  events: readonly (readonly [string, string])[],
])[] = [
  [
    'Conversations',
    [
      ['INTERVIEW_STARTED', 'Call started'],
      ['INTERVIEW_COMPLETED', 'Completed, with analysis'],
      ['INTERVIEW_FAILED', 'Failed for a technical reason'],
      ['INTERVIEW_RESCHEDULED', 'Another call scheduled'],
      ['INTERVIEW_CANCELLED', 'Ended without completing'],
      ['ONE_WAY_AUDIO', 'No audio comes from the contact'],
      ['ANALYSIS_COMPLETED', 'Analysis finished'],
      ['ANALYSIS_FAILED', 'Analysis failed'],
    ],
  ],
  [
    'Sourcing',
    [
      ['SOURCING_COMPLETED', 'Sourcing finished'],
      ['SOURCING_FAILED', 'Sourcing failed'],
      ['ENRICH_COMPLETED', 'Enrichment finished'],
      ['ENRICH_FAILED', 'Enrichment failed'],
    ],
  ],
  ['Runs', [['RUN_ALARM', 'A run crosses an alarm limit']]],
  ['Connection', [['PING', 'Ping (needed for testing)']]],
];

/** `CONVERSATION_…` is an alias of `INTERVIEW_…`: a webhook keeps the one it was created with. */
export const firstName = (event: string): string => event.replace(/^CONVERSATION_/, 'INTERVIEW_');

/** The state of a webhook. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  if (webhook.circuitOpenedAt !== null) return <Badge tone="bad">Circuit open</Badge>;
  if (!webhook.isActive) return <Badge tone="warn">Disabled</Badge>;
  if (webhook.consecutiveFailures > 0)
    return <Badge tone="warn">{webhook.consecutiveFailures} failed in a row</Badge>;
  return <Badge tone="good">Active</Badge>;
}
