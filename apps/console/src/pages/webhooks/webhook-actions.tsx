import { Ellipsis, KeyRound, Power, Radio, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { patch, post, remove } from '../../api/client.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { Menu } from '../../components/menu.tsx';
import { SecretDialog } from '../../components/secret-dialog.tsx';
import { useToast } from '../../components/toast.tsx';
import { firstName, type Webhook } from './webhook.tsx';

/** What can be done with a webhook. */
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
      <Menu
        trigger={<IconButton label="More" icon={<Ellipsis size={16} />} />}
        items={[
          { words: 'Replace secret…', icon: <KeyRound size={14} />, onChoose: askToRotate },
          webhook.isActive
            ? { words: 'Disable…', icon: <Power size={14} />, onChoose: askToSwitchOff }
            : { words: 'Enable', icon: <Power size={14} />, onChoose: () => turn.run(true) },
          { words: 'Delete…', icon: <Trash2 size={14} />, isDanger: true, onChoose: askToDelete },
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
