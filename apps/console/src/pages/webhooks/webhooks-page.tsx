import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { get } from '../../api/client.ts';
import { useMay } from '../../api/me.ts';
import { ROWS_A_PAGE, usePageList } from '../../api/page-list.ts';
import { Button } from '../../kit/button.tsx';
import type { Column } from '../../kit/column.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Page } from '../../kit/page.tsx';
import { ShownOnce } from '../../kit/shown-once.tsx';
import { useLookAgain } from '../../live/look-again.ts';
import { LastDelivery } from './last-delivery.tsx';
import { NewWebhookForm } from './new-webhook-form.tsx';
import type { Webhook } from './webhook.ts';
import { WebhookState } from './webhook-state.tsx';

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
