import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { patch } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { differences } from '../../kit/differences.ts';
import { FormTrouble } from '../../kit/form-trouble.tsx';
import { Section } from '../../kit/page.tsx';
import { useUnsaved } from '../../kit/unsaved.ts';
import { type ApiKey, keyDraftOf, keyOf } from './key-draft.ts';
import { KeyFields, keyPaths } from './key-fields.tsx';

/** Changes what a key may do; it counts from the next request on. */
export function KeyForm({ apiKey }: { readonly apiKey: ApiKey }) {
  const [was, setWas] = useState(() => keyDraftOf(apiKey));
  const [draft, setDraft] = useState(was);
  const isChanged = Object.keys(differences(draft, was)).length > 0;
  useUnsaved(isChanged);
  const send = async () =>
    patch('/api-keys/{keyId}', differences(keyOf(draft), keyOf(was)), { path: { keyId: apiKey.id } });
  const save = useAct(send, {
    isQuiet: true,
    touches: [['key', apiKey.id], ['keys']],
    done: 'Saved',
    onDone: ({ data }) => {
      const now = keyDraftOf(data);
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
        <KeyFields draft={draft} errorAt={save.errorAt} onChange={setDraft} />
        <FormTrouble failure={save.failure} shown={keyPaths} />
        <div className="flex justify-end">
          <Button type="submit" look="primary" busy={save.busy} disabled={!isChanged}>
            Save
          </Button>
        </div>
      </form>
    </Section>
  );
}
