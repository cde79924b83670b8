import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { useCatalog } from '../../api/catalog.ts';
import { patch } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { Trouble } from '../../kit/trouble.tsx';
import { useUnsaved } from '../../kit/unsaved.ts';
import { type Contact, changesOf, draftOf } from './contact-draft.ts';
import { ContactForm } from './contact-form.tsx';

/** A contact while somebody changes it. What others change meanwhile does not touch what is typed. */
export function EditContact({
  contact,
  onClose,
}: {
  readonly contact: Contact;
  readonly onClose: () => void;
}) {
  const { id } = contact;
  const catalog = useCatalog();
  const [was] = useState(() => draftOf(contact));
  const [draft, setDraft] = useState(was);
  const changes = changesOf(draft, was, catalog.data ?? []);
  const isChanged = Object.keys(changes).length > 0;
  const letGo = useUnsaved(isChanged);
  const close = () => {
    letGo();
    onClose();
  };
  const save = useAct(() => patch('/contacts/{id}', changes, { path: { id } }), {
    isQuiet: true,
    done: 'Saved',
    touches: [['contact', id], ['contacts']],
    onDone: close,
  });
  // A catalog that was read once is good enough to go on typing with.
  if (!catalog.data) {
    if (catalog.error) return <Trouble error={catalog.error} onRetry={() => void catalog.refetch()} />;
    return <SkeletonLines lines={8} />;
  }
  return (
    <ContactForm
      catalog={catalog.data}
      draft={draft}
      failure={save.failure}
      isBusy={save.busy}
      verb="Save"
      onChange={setDraft}
      onSubmit={() => (isChanged ? save.run(undefined) : close())}
    >
      <Button look="quiet" onClick={close}>
        {isChanged ? 'Discard changes' : 'Close'}
      </Button>
    </ContactForm>
  );
}
