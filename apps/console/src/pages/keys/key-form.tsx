import { useAct } from '../../api/act.ts';
import { patch } from '../../api/client.ts';
import { ChangesForm } from '../../kit/changes-form.tsx';
import { useDraft } from '../../kit/draft.ts';
import { type ApiKey, keyDraftOf, keyOf } from './key-draft.ts';
import { KeyFields, keyPaths } from './key-fields.tsx';

/** Changes what a key may do; it counts from the next request on. */
export function KeyForm({ apiKey }: { readonly apiKey: ApiKey }) {
  const { draft, setDraft, isChanged, changesIn, saved } = useDraft(() => keyDraftOf(apiKey), keyOf);
  const save = useAct(
    (typed: typeof draft) => patch('/api-keys/{keyId}', changesIn(typed), { path: { keyId: apiKey.id } }),
    {
      isQuiet: true,
      touches: [['key', apiKey.id], ['keys']],
      done: 'Saved',
      onDone: ({ data }, typed) => saved(keyDraftOf(data), typed),
    },
  );
  return (
    <ChangesForm title="Settings" draft={draft} isChanged={isChanged} save={save} shown={keyPaths}>
      <KeyFields draft={draft} errorAt={save.errorAt} onChange={setDraft} />
    </ChangesForm>
  );
}
