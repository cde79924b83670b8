import { useAct } from '../../api/act.ts';
import { patch } from '../../api/client.ts';
import { ChangesForm } from '../../kit/changes-form.tsx';
import { useDraft } from '../../kit/draft.ts';
import type { Webhook } from './webhook.ts';
import { changesOf, draftOf } from './webhook-draft.ts';
import { WebhookFields, webhookPaths } from './webhook-fields.tsx';

/** Changes a webhook. What somebody typed stays when the webhook changes meanwhile. */
export function WebhookSettings({ webhook }: { readonly webhook: Webhook }) {
  const { draft, setDraft, isChanged, changesIn, saved } = useDraft(() => draftOf(webhook), changesOf);
  const save = useAct(
    (typed: typeof draft) => patch('/webhooks/{id}', changesIn(typed), { path: { id: webhook.id } }),
    {
      isQuiet: true,
      touches: [['webhook', webhook.id], ['webhooks']],
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
