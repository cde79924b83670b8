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
    done: ({ isActive }) => (isActive ? 'Switched on' : 'Switched off'),
  });
  const erase = useAction(() => remove('/webhooks/{id}', { path }), {
    invalidates: [['webhooks']],
    done: 'The webhook was deleted',
    onDone: onDeleted,
  });
  const askToRotate = async () => {
    const isYes = await confirm({
      title: 'Replace the signing secret?',
      words: 'For 24 hours both secrets sign what is sent. Give your receiver the new one by then.',
      yes: 'Replace it',
      isDanger: false,
    });
    if (isYes) rotate.run(undefined);
  };
  const askToSwitchOff = async () => {
    const isYes = await confirm({
      title: 'Switch this webhook off?',
      words:
        'Events from now on are not queued for it. What waits already is held for 72 hours and goes out when you switch it on again.',
      yes: 'Switch it off',
      no: 'Leave it on',
    });
    if (isYes) turn.run(false);
  };
  const askToDelete = async () => {
    const isYes = await confirm({
      title: `Delete ${webhook.name}?`,
      words: 'Deliveries that wait are cancelled, and its log goes with it. This cannot be undone.',
      yes: 'Delete the webhook',
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
        title={canPing ? undefined : 'Choose the event "Ping" in the settings first'}
        onClick={() => test.run(undefined)}
      >
        Send a ping
      </Button>
      <Menu
        trigger={<IconButton label="More" icon={<Ellipsis size={16} />} />}
        items={[
          { words: 'Replace the secret…', icon: <KeyRound size={14} />, onChoose: askToRotate },
          webhook.isActive
            ? { words: 'Switch off…', icon: <Power size={14} />, onChoose: askToSwitchOff }
            : { words: 'Switch on', icon: <Power size={14} />, onChoose: () => turn.run(true) },
          { words: 'Delete…', icon: <Trash2 size={14} />, isDanger: true, onChoose: askToDelete },
        ]}
      />
      <SecretDialog
        title="The new signing secret"
        words="The one before it signs along for 24 hours."
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}
