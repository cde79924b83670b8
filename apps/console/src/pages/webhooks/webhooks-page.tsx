import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { usePageList } from '../../api/page-list.ts';
import { Status } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/data-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Dialog, SecretDialog } from '../../components/dialog.tsx';
import { DialogForm } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, Skeleton } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { usePolling } from '../../live/refetch.ts';
import { type Webhook, WebhookState } from './webhook.tsx';
import { emptyDraft, newWebhookOf, WebhookFields, webhookPaths } from './webhook-fields.tsx';

const columns: readonly Column<Webhook>[] = [
  {
    name: 'name',
    words: 'Name',
    width: 'minmax(7rem,1fr)',
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    name: 'url',
    words: 'URL',
    width: 'minmax(8rem,1.5fr)',
    isExtra: true,
    cell: ({ url }) => (
      <code dir="ltr" className="text-xs">
        {url}
      </code>
    ),
  },
  { name: 'state', words: 'Status', width: '9rem', cell: (webhook) => <WebhookState webhook={webhook} /> },
  {
    name: 'events',
    words: 'Events',
    width: '4rem',
    isNumber: true,
    isExtra: true,
    cell: ({ events }) => events.length,
  },
  {
    name: 'last',
    hasParts: true,
    words: 'Last delivery',
    width: '13rem',
    isExtra: true,
    cell: ({ id }) => <LastDelivery webhookId={id} />,
  },
];

/** Polling interval: an open circuit is shown within this time. */
const LOOK_MS = 5_000;

/** The webhooks of the company. */
export function WebhooksPage() {
  // The API has no scope for reading webhooks only.
  if (!useHasRole('member')) {
    return (
      <Page title="Webhooks">
        <Empty title="Your role does not allow this">Members and owners manage webhooks.</Empty>
      </Page>
    );
  }
  return <Webhooks />;
}

function Webhooks() {
  usePolling(LOOK_MS, ['webhooks'], ['deliveries']);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<{ id: string; secret: string }>();
  const navigate = useNavigate();
  const list = usePageList(['webhooks'], (paging, signal) =>
    get('/webhooks', { query: { ...paging }, signal }),
  );
  const newWebhook = (
    <Button look="primary" icon={<Plus size={16} />} onClick={() => setCreating(true)}>
      New webhook
    </Button>
  );
  return (
    <Page title="Webhooks" fills actions={newWebhook}>
      <DataTable
        label="Webhooks"
        columns={columns}
        list={list}
        hrefOf={({ id }) => `/webhooks/${id}`}
        empty={
          <Empty title="No webhooks yet" action={newWebhook}>
            A webhook sends signed events about your calls to a URL of yours, in order, and retries until they
            are received.
          </Empty>
        }
      />
      <Dialog title="New webhook" wide isOpen={isCreating} onClose={() => setCreating(false)}>
        <NewWebhookForm
          onCancel={() => setCreating(false)}
          onCreated={(webhook) => {
            setCreating(false);
            setCreated(webhook);
          }}
        />
      </Dialog>
      <SecretDialog
        title="Signing secret"
        words="Use it to verify the header webhook-signature (HMAC-SHA256) of what you receive."
        secret={created?.secret}
        onClose={() => {
          setCreated(undefined);
          if (created) void navigate({ href: `/webhooks/${created.id}` });
        }}
      />
    </Page>
  );
}

/** The last delivery and its status. */
function LastDelivery({ webhookId }: { readonly webhookId: string }) {
  const { data, isPending } = useQuery({
    queryKey: ['deliveries', webhookId, 'last'],
    queryFn: ({ signal }) =>
      get('/webhooks/{id}/deliveries', { path: { id: webhookId }, query: { limit: 1 }, signal }),
  });
  if (isPending) return <Skeleton className="h-4 w-24" />;
  const last = data?.data[0];
  if (last === undefined) return <span className="text-soft">Nothing yet</span>;
  return (
    <span className="inline-flex items-center gap-2">
      <Status of={last.status} />
      <Time at={last.lastAttempt?.sentAt ?? last.createdAt} />
    </span>
  );
}

function NewWebhookForm({
  onCancel,
  onCreated,
}: {
  readonly onCancel: () => void;
  readonly onCreated: (webhook: { id: string; secret: string }) => void;
}) {
  const [draft, setDraft] = useState(emptyDraft);
  const create = useAction(() => post('/webhooks', newWebhookOf(draft)), {
    isQuiet: true,
    invalidates: [['webhooks']],
    onDone: ({ id, secret }) => onCreated({ id, secret }),
  });
  return (
    <DialogForm
      action={create}
      shown={webhookPaths}
      verb="Create webhook"
      onSubmit={() => create.run(undefined)}
      onCancel={onCancel}
    >
      <WebhookFields draft={draft} errorAt={create.errorAt} onChange={setDraft} />
    </DialogForm>
  );
}
