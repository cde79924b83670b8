import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { patch } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { differences } from '../../kit/differences.ts';
import { FormTrouble } from '../../kit/form-trouble.tsx';
import { Section } from '../../kit/page.tsx';
import { useUnsaved } from '../../kit/unsaved.ts';
import type { Webhook } from './webhook.ts';
import { changesOf, draftOf } from './webhook-draft.ts';
import { WebhookFields, webhookPaths } from './webhook-fields.tsx';

/** Changes a webhook. What somebody typed stays when the webhook changes meanwhile. */
export function WebhookSettings({ webhook }: { readonly webhook: Webhook }) {
  const [was, setWas] = useState(() => draftOf(webhook));
  const [draft, setDraft] = useState(was);
  const changes = differences(changesOf(draft), changesOf(was));
  const isChanged = Object.keys(changes).length > 0;
  useUnsaved(isChanged);
  const save = useAct(() => patch('/webhooks/{id}', changes, { path: { id: webhook.id } }), {
    isQuiet: true,
    touches: [['webhook', webhook.id], ['webhooks']],
    done: 'Saved',
    onDone: (saved) => {
      const now = draftOf(saved);
      setWas(now);
      setDraft(now);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run(undefined);
  };
  return (
    <Section title="Settings">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <WebhookFields draft={draft} errorAt={save.errorAt} onChange={setDraft} />
        <FormTrouble failure={save.failure} shown={webhookPaths} />
        <div className="flex justify-end">
          <Button type="submit" look="primary" busy={save.busy} disabled={!isChanged}>
            Save
          </Button>
        </div>
      </form>
    </Section>
  );
}
