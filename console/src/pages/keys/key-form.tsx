import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { patch } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { FormTrouble } from '../../kit/form-trouble.tsx';
import { Section } from '../../kit/page.tsx';
import { type ApiKey, keyDraftOf, keyOf } from './key-draft.ts';
import { KeyFields, keyPaths } from './key-fields.tsx';

/** Changes what a key may do; it counts from the next request on. */
export function KeyForm({ apiKey }: { readonly apiKey: ApiKey }) {
  const [draft, setDraft] = useState(() => keyDraftOf(apiKey));
  const save = useAct(() => patch('/api-keys/{keyId}', keyOf(draft), { path: { keyId: apiKey.id } }), {
    isQuiet: true,
    touches: [['key', apiKey.id], ['keys']],
    done: 'Saved',
    onDone: ({ data }) => setDraft(keyDraftOf(data)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run(undefined);
  };
  return (
    <Section title="Settings">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <KeyFields draft={draft} errorAt={save.errorAt} onChange={setDraft} />
        <FormTrouble failure={save.failure} shown={keyPaths} />
        <div className="flex justify-end">
          <Button type="submit" look="primary" busy={save.busy}>
            Save
          </Button>
        </div>
      </form>
    </Section>
  );
}
