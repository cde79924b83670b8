import { Link } from '@tanstack/react-router';
import { useCatalog } from '../../api/catalog.ts';
import { post } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { buttonClass } from '../../components/button.tsx';
import { useNewForm } from '../../components/draft.ts';
import { Page } from '../../components/page.tsx';
import { NotAllowed, Pending } from '../../components/placeholder.tsx';
import { inAYear } from '../../components/time.tsx';
import { emptyDraft, newContactOf } from './contact-draft.ts';
import { ContactForm } from './contact-form.tsx';

/** `/contacts/new` */
export function NewContactPage() {
  const catalog = useCatalog();
  const mayWrite = useHasRole('member');
  const { form } = useNewForm({
    first: () => emptyDraft(inAYear(new Date())),
    send: (draft) => post('/contacts', newContactOf(draft, catalog.data ?? [])),
    done: 'Contact created',
    invalidates: [['contacts']],
    pageOf: (id) => `/contacts/${id}`,
  });
  return (
    <Page title="New contact" trail={<Link to="/contacts">Contacts</Link>}>
      {!mayWrite ? (
        <NotAllowed />
      ) : catalog.data ? (
        <ContactForm catalog={catalog.data} verb="Create contact" {...form}>
          <Link to="/contacts" className={buttonClass('quiet')}>
            Cancel
          </Link>
        </ContactForm>
      ) : (
        <Pending error={catalog.error} onRetry={() => void catalog.refetch()} />
      )}
    </Page>
  );
}
