import { Badge } from '../../kit/badge.tsx';
import type { Webhook } from './webhook.ts';

/** Whether it is told of anything right now. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  if (webhook.circuitOpenedAt !== null) return <Badge tone="bad">Circuit open</Badge>;
  if (!webhook.isActive) return <Badge tone="warn">Switched off</Badge>;
  if (webhook.consecutiveFailures > 0)
    return <Badge tone="warn">{webhook.consecutiveFailures} failed in a row</Badge>;
  return <Badge tone="good">Active</Badge>;
}
