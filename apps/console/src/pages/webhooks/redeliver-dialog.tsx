import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { post } from '../../api/client.ts';
import { serverClock } from '../../api/server-clock.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog, DialogActions } from '../../kit/dialog.tsx';
import { SelectField } from '../../kit/field.tsx';
import { FormTrouble } from '../../kit/form-trouble.tsx';

const HOUR_MS = 3_600_000;
const spans = [
  { value: '1', words: 'The last hour' },
  { value: '24', words: 'The last day' },
  { value: '72', words: 'The last three days' },
  { value: '720', words: 'The last thirty days' },
];

/** After a receiver was down: what it missed goes out once more. */
export function RedeliverDialog({
  webhookId,
  isOpen,
  onClose,
}: {
  readonly webhookId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="Send failed deliveries again" isOpen={isOpen} onClose={onClose}>
      <RedeliverForm webhookId={webhookId} onClose={onClose} />
    </Dialog>
  );
}

function RedeliverForm({ webhookId, onClose }: { readonly webhookId: string; readonly onClose: () => void }) {
  const [hours, setHours] = useState('24');
  const redeliver = useAct(
    () =>
      post(
        '/webhooks/{id}/deliveries/redeliver',
        { from: new Date(serverClock.nowMs() - Number(hours) * HOUR_MS).toISOString(), status: 'FAILED' },
        { path: { id: webhookId } },
      ),
    {
      isQuiet: true,
      touches: [['deliveries']],
      done: ({ redelivered }) =>
        redelivered === 0 ? 'None had failed in that time' : `${redelivered} are on their way again`,
      onDone: onClose,
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    redeliver.run(undefined);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-soft">
        They keep their delivery ids, so that a receiver can tell what it has seen before.
      </p>
      <SelectField
        label="Created in"
        choices={spans}
        value={hours}
        onChange={(event) => setHours(event.target.value)}
      />
      <FormTrouble failure={redeliver.failure} />
      <DialogActions>
        <Button onClick={onClose}>Not now</Button>
        <Button type="submit" look="primary" busy={redeliver.busy}>
          Send again
        </Button>
      </DialogActions>
    </form>
  );
}
