import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { get, post } from '../../api/client.ts';
import { useMay } from '../../api/me.ts';
import { ROWS_A_PAGE, usePageList } from '../../api/page-list.ts';
import { Status } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { FormTrouble } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, Skeleton } from '../../components/placeholder.tsx';
import { ShownOnce } from '../../components/secret-dialog.tsx';
import { Time } from '../../components/time.tsx';
import { useLookAgain } from '../../live/look-again.ts';
import { type Webhook, WebhookState } from './webhook.tsx';
import { emptyDraft, newWebhookOf } from './webhook-draft.ts';
import { WebhookFields, webhookPaths } from './webhook-fields.tsx';

const columns: readonly Column<Webhook>[] = [
  {
    name: 'name',
    words: 'Name',
    width: 'minmax(7rem,1fr)',
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    name: 'url',
    words: 'Address',
    width: 'minmax(8rem,1.5fr)',
    isExtra: true,
    cell: ({ url }) => (
      <code dir="ltr" className="text-xs">
        {url}
      </code>
    ),
  },
  { name: 'state', words: 'State', width: '9rem', cell: (webhook) => <WebhookState webhook={webhook} /> },
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

/** A circuit that opens is seen so soon. */
const LOOK_MS = 5_000;

/** Where the company's own systems are told what happens. */
export function WebhooksPage() {
  // The API has no right to read webhooks alone.
  if (!useMay('member')) {
    return (
      <Page title="Webhooks">
        <Empty title="Not for your role">Webhooks are looked after by members and owners.</Empty>
      </Page>
    );
  }
  return <Webhooks />;
}

function Webhooks() {
  useLookAgain(LOOK_MS, ['webhooks'], ['deliveries']);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<{ id: string; secret: string }>();
  const navigate = useNavigate();
  const list = usePageList(['webhooks'], (page, signal) =>
    get('/webhooks', { query: { page, limit: ROWS_A_PAGE }, signal }),
  );
  const newWebhook = (
    <Button look="primary" icon={<Plus size={16} />} onClick={() => setMaking(true)}>
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
            A webhook is an address of yours that is told of every call, signed, in order, and again until it
            was received.
          </Empty>
        }
      />
      <Dialog title="New webhook" wide isOpen={isMaking} onClose={() => setMaking(false)}>
        <NewWebhookForm
          onCancel={() => setMaking(false)}
          onMade={(webhook) => {
            setMaking(false);
            setMade(webhook);
          }}
        />
      </Dialog>
      <ShownOnce
        title="The signing secret"
        words="Check the signature of what you receive with it: the header webhook-signature holds an HMAC-SHA256 made with it."
        secret={made?.secret}
        onClose={() => {
          setMade(undefined);
          if (made) void navigate({ href: `/webhooks/${made.id}` });
        }}
      />
    </Page>
  );
}

/** What was sent last, and what came of it. */
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
  onMade,
}: {
  readonly onCancel: () => void;
  readonly onMade: (webhook: { id: string; secret: string }) => void;
}) {
  const [draft, setDraft] = useState(emptyDraft);
  const create = useAct(() => post('/webhooks', newWebhookOf(draft)), {
    isQuiet: true,
    touches: [['webhooks']],
    onDone: ({ id, secret }) => onMade({ id, secret }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.run(undefined);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <WebhookFields draft={draft} errorAt={create.errorAt} onChange={setDraft} />
      <FormTrouble failure={create.failure} shown={webhookPaths} />
      <DialogActions>
        <Button onClick={onCancel}>Not now</Button>
        <Button type="submit" look="primary" busy={create.busy}>
          Create the webhook
        </Button>
      </DialogActions>
    </form>
  );
}
