import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { KeyRound, Power, Radio, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { isNotFound, patch, post, remove } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Copy } from '../../components/copy.tsx';
import { SecretDialog, useConfirm } from '../../components/dialog.tsx';
import { useDraft } from '../../components/draft.ts';
import { useFilters } from '../../components/filters.tsx';
import { ChangesForm } from '../../components/form.tsx';
import { MoreMenu } from '../../components/menu.tsx';
import { Notice, useToast } from '../../components/notice.tsx';
import { Page, RedirectTo } from '../../components/page.tsx';
import { PendingPage } from '../../components/placeholder.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { usePolling } from '../../live/refetch.ts';
import { Deliveries } from './deliveries.tsx';
import { firstName, type Webhook, WebhookState, webhookQuery } from './webhook.tsx';
import { changesOf, draftOf, WebhookFields, webhookPaths } from './webhook-fields.tsx';

const trail = (
  <Link to="/webhooks" className="hover:underline">
    Webhooks
  </Link>
);

/** Polling interval for deliveries. */
const LOOK_MS = 3_000;

/** One webhook: its deliveries and settings. */
export function WebhookPage() {
  const { id = '' } = useParams({ strict: false });
  // The key resets drafts when another webhook is opened.
  return <OneWebhook key={id} id={id} />;
}

function OneWebhook({ id }: { readonly id: string }) {
  const [isDeleted, setDeleted] = useState(false);
  const [{ tab = 'deliveries' }, setFilters] = useFilters();
  const { data: webhook, error, refetch } = useQuery(webhookQuery(id));
  usePolling(LOOK_MS, ['webhook', id], ['deliveries', id]);
  if (isDeleted) return <RedirectTo to="/webhooks" />;
  if (webhook === undefined || isNotFound(error)) {
    return <PendingPage title="Webhook" trail={trail} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Page
      title={webhook.name}
      trail={trail}
      aside={<WebhookState webhook={webhook} />}
      actions={<WebhookActions webhook={webhook} onDeleted={() => setDeleted(true)} />}
    >
      <div className="-mt-3 flex flex-col gap-1 text-soft">
        <Copy text={webhook.url} label="Copy address" />
        {webhook.description && <p dir="auto">{webhook.description}</p>}
      </div>
      <CircuitNotice webhook={webhook} />
      <Tabs
        label="Webhook sections"
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

/** Why nothing is sent, and what to do. */
function CircuitNotice({ webhook }: { readonly webhook: Webhook }) {
  const reset = useAction(
    () => post('/webhooks/{id}/reset-circuit', undefined, { path: { id: webhook.id } }),
    {
      invalidates: [['webhook', webhook.id], ['webhooks'], ['deliveries']],
      done: 'Circuit closed. Held deliveries are being sent',
    },
  );
  if (webhook.isActive) return null;
  const button = (
    <Button size="small" busy={reset.busy} onClick={() => reset.run(undefined)}>
      {webhook.circuitOpenedAt === null ? 'Enable webhook' : 'Reset circuit'}
    </Button>
  );
  if (webhook.circuitOpenedAt === null) {
    return (
      <Notice tone="warn" action={button}>
        Disabled: no events are sent.
      </Notice>
    );
  }
  return (
    <Notice tone="bad" action={button}>
      The circuit opened <Time at={webhook.circuitOpenedAt} /> after {webhook.consecutiveFailures} failed
      requests in a row. Nothing is lost: deliveries are held for up to 72 hours. Fix the receiver, then reset
      the circuit.
    </Notice>
  );
}

/** Edits a webhook. The draft stays when the webhook changes meanwhile. */
function WebhookSettings({ webhook }: { readonly webhook: Webhook }) {
  const { draft, setDraft, isChanged, changesIn, saved } = useDraft(() => draftOf(webhook), changesOf);
  const save = useAction(
    (typed: typeof draft) => patch('/webhooks/{id}', changesIn(typed), { path: { id: webhook.id } }),
    {
      isQuiet: true,
      invalidates: [['webhook', webhook.id], ['webhooks']],
      done: 'Saved',
      onDone: (now, typed) => saved(draftOf(now), typed),
    },
  );
  return (
    <ChangesForm title="Settings" draft={draft} isChanged={isChanged} save={save} shown={webhookPaths}>
      <WebhookFields draft={draft} errorAt={save.errorAt} onChange={setDraft} />
    </ChangesForm>
  );
}

/** The actions of a webhook. */
export function WebhookActions({
  webhook,
  onDeleted,
}: {
  readonly webhook: Webhook;
  readonly onDeleted: () => void;
}) {
  const path = { id: webhook.id };
  const invalidates = [['webhook', webhook.id], ['webhooks'], ['deliveries']];
  const [secret, setSecret] = useState<string>();
  const say = useToast();
  const confirm = useConfirm();
  const test = useAction(() => post('/webhooks/{id}/test', undefined, { path }), {
    invalidates,
    onDone: ({ success, statusCode, durationMs, error }) =>
      say(
        success
          ? { words: `The ping was answered with ${statusCode} in ${durationMs} ms` }
          : { words: `The ping failed: ${error ?? `answered with ${statusCode}`}`, tone: 'bad' },
      ),
  });
  const rotate = useAction(() => post('/webhooks/{id}/rotate-secret', undefined, { path }), {
    invalidates,
    onDone: (answer) => setSecret(answer.secret),
  });
  const turn = useAction((isActive: boolean) => patch('/webhooks/{id}', { isActive }, { path }), {
    invalidates,
    done: ({ isActive }) => (isActive ? 'Enabled' : 'Disabled'),
  });
  const erase = useAction(() => remove('/webhooks/{id}', { path }), {
    invalidates: [['webhooks']],
    done: 'Webhook deleted',
    onDone: onDeleted,
  });
  const askToRotate = async () => {
    const isYes = await confirm({
      title: 'Replace the signing secret?',
      words: 'Both secrets are valid for 24 hours. Update your receiver by then.',
      yes: 'Replace secret',
      isDanger: false,
    });
    if (isYes) rotate.run(undefined);
  };
  const askToSwitchOff = async () => {
    const isYes = await confirm({
      title: 'Disable this webhook?',
      words:
        'New events are not queued for it. Pending deliveries are held for 72 hours and sent when you enable it again.',
      yes: 'Disable webhook',
    });
    if (isYes) turn.run(false);
  };
  const askToDelete = async () => {
    const isYes = await confirm({
      title: `Delete ${webhook.name}?`,
      words: 'Pending deliveries are cancelled and the delivery log is deleted. This cannot be undone.',
      yes: 'Delete webhook',
    });
    if (isYes) erase.run(undefined);
  };
  const canPing = webhook.events.map(firstName).includes('PING');
  return (
    <>
      <Button
        icon={<Radio size={16} />}
        busy={test.busy}
        disabled={!canPing}
        title={canPing ? undefined : 'Subscribe to the event "Ping" in the settings first'}
        onClick={() => test.run(undefined)}
      >
        Send ping
      </Button>
      <MoreMenu
        items={[
          { words: 'Replace secret…', icon: <KeyRound size={14} />, onChoose: askToRotate },
          webhook.isActive
            ? { words: 'Disable webhook…', icon: <Power size={14} />, onChoose: askToSwitchOff }
            : { words: 'Enable webhook', icon: <Power size={14} />, onChoose: () => turn.run(true) },
          { words: 'Delete webhook…', icon: <Trash2 size={14} />, isDanger: true, onChoose: askToDelete },
        ]}
      />
      <SecretDialog
        title="New signing secret"
        words="The previous secret stays valid for 24 hours."
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}
