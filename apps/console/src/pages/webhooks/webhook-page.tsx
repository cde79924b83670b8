import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isNotFound } from '../../api/client.ts';
import { Copy } from '../../kit/copy.tsx';
import { useFilters } from '../../kit/filters.ts';
import { GoTo } from '../../kit/go-to.tsx';
import { Page } from '../../kit/page.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Trouble } from '../../kit/trouble.tsx';
import { useLookAgain } from '../../live/look-again.ts';
import { CircuitNotice } from './circuit-notice.tsx';
import { Deliveries } from './deliveries.tsx';
import { webhookQuery } from './webhook.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookSettings } from './webhook-settings.tsx';
import { WebhookState } from './webhook-state.tsx';

const trail = (
  <Link to="/webhooks" className="hover:underline">
    Webhooks
  </Link>
);

/** A delivery is seen so soon. */
const LOOK_MS = 3_000;

/** One webhook: what it was sent, and what it is told of. */
export function WebhookPage() {
  const { id = '' } = useParams({ strict: false });
  // What is typed for one webhook belongs to no other.
  return <OneWebhook key={id} id={id} />;
}

function OneWebhook({ id }: { readonly id: string }) {
  const [isDeleted, setDeleted] = useState(false);
  const [{ tab = 'deliveries' }, setFilters] = useFilters();
  const { data: webhook, error, refetch } = useQuery(webhookQuery(id));
  useLookAgain(LOOK_MS, ['webhook', id], ['deliveries', id]);
  if (isDeleted) return <GoTo to="/webhooks" />;
  if (webhook === undefined || isNotFound(error)) {
    return (
      <Page title="Webhook" trail={trail}>
        {error ? <Trouble error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={8} />}
      </Page>
    );
  }
  return (
    <Page
      title={webhook.name}
      trail={trail}
      aside={<WebhookState webhook={webhook} />}
      actions={<WebhookActions webhook={webhook} onDeleted={() => setDeleted(true)} />}
    >
      <div className="-mt-3 flex flex-col gap-1 text-soft">
        <Copy text={webhook.url} label="Copy the address" />
        {webhook.description && <p dir="auto">{webhook.description}</p>}
      </div>
      <CircuitNotice webhook={webhook} />
      <Tabs
        label="Of the webhook"
        open={tab}
        onOpen={(name) => setFilters({ tab: name === 'deliveries' ? '' : name })}
        tabs={[
          { name: 'deliveries', words: 'Deliveries', content: <Deliveries webhookId={webhook.id} /> },
          { name: 'settings', words: 'Settings', content: <WebhookSettings webhook={webhook} /> },
        ]}
      />
    </Page>
  );
}
