import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { useCatalog } from '../../api/catalog.ts';
import { post } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { buttonClass } from '../../components/button.tsx';
import { useUnsavedChanges } from '../../components/draft.ts';
import { Page } from '../../components/page.tsx';
import { LoadError, NotAllowed, SkeletonLines } from '../../components/placeholder.tsx';
import { inAYear } from '../../components/time.tsx';
import { emptyDraft, newContactOf } from './contact-draft.ts';
import { ContactForm } from './contact-form.tsx';

/** `/contacts/new` */
export function NewContactPage() {
  const catalog = useCatalog();
  const mayWrite = useHasRole('member');
  const navigate = useNavigate();
  const [first] = useState(() => emptyDraft(inAYear(new Date())));
  const [draft, setDraft] = useState(first);
  const letGo = useUnsavedChanges(draft !== first);
  const create = useAction(() => post('/contacts', newContactOf(draft, catalog.data ?? [])), {
    isQuiet: true,
    done: 'Contact created',
    invalidates: [['contacts']],
    onDone: ({ id }) => {
      letGo();
      void navigate({ to: `/contacts/${id}` });
    },
  });
  return (
    <Page title="New contact" trail={<Link to="/contacts">Contacts</Link>}>
      {!mayWrite ? (
        <NotAllowed />
      ) : catalog.data ? (
        <ContactForm
          catalog={catalog.data}
          draft={draft}
          failure={create.failure}
          isBusy={create.busy}
          verb="Create contact"
          onChange={setDraft}
          onSubmit={() => create.run(undefined)}
        >
          <Link to="/contacts" className={buttonClass('quiet')}>
            Cancel
          </Link>
        </ContactForm>
      ) : catalog.error ? (
        <LoadError error={catalog.error} onRetry={() => void catalog.refetch()} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </Page>
  );
}
