import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { DialogActions } from '../../kit/dialog.tsx';
import { FormTrouble } from '../../kit/form-trouble.tsx';
import { emptyDraft, newWebhookOf } from './webhook-draft.ts';
import { WebhookFields, webhookPaths } from './webhook-fields.tsx';

export function NewWebhookForm({
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
