import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Phone } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { useCatalog } from '../../api/catalog.ts';
import { download, get, isNotFound, patch, remove } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Button } from '../../components/button.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { useEditForm } from '../../components/draft.ts';
import { exportName, saveFile } from '../../components/file.tsx';
import { useFilters } from '../../components/filters.tsx';
import { MoreMenu } from '../../components/menu.tsx';
import { Notice } from '../../components/notice.tsx';
import { EditablePage, EditButton } from '../../components/page.tsx';
import { Pending, PendingPage } from '../../components/placeholder.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { channelWords } from '../messages/message.tsx';
import { CallDialog } from './call-dialog.tsx';
import { type Contact, changesOf, draftOf } from './contact-draft.ts';
import { ContactFacts } from './contact-facts.tsx';
import { ContactForm } from './contact-form.tsx';
import { ContactStatus } from './contact-labels.tsx';
import { ContactConversations, ContactDocuments } from './contact-tabs.tsx';
import { DoNotCall } from './do-not-call.tsx';
import { MergeDialog } from './merge-dialog.tsx';

const trail = <Link to="/contacts">Contacts</Link>;

/** `/contacts/$id`: one contact with details, conversations and documents. */
export function ContactPage() {
  const { id = '' } = useParams({ strict: false });
  const contact = useQuery({
    queryKey: ['contact', id],
    queryFn: ({ signal }) => get('/contacts/{id}', { path: { id }, signal }),
  });
  // After a deletion, cached data must not be shown. The key resets drafts when another one is opened.
  if (contact.data && !isNotFound(contact.error))
    return <Loaded key={contact.data.id} contact={contact.data} />;
  return (
    <PendingPage title="Contact" trail={trail} error={contact.error} onRetry={() => void contact.refetch()} />
  );
}

function Loaded({ contact }: { readonly contact: Contact }) {
  const { id, firstName, lastName, status } = contact;
  const name = `${firstName} ${lastName}`;
  const mayWrite = useHasRole('member');
  const [filters, setFilters] = useFilters();
  const [isCalling, setCalling] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const erase = useAction(() => remove('/contacts/{id}', { path: { id } }), {
    done: `${name} erased`,
    invalidates: [['contacts'], ['erasure-receipts']],
    onDone: () => void navigate({ to: '/contacts', replace: true }),
  });
  const save = useAction(async () => {
    const blob = await download('/contacts/{id}/export', { path: { id } });
    saveFile(exportName([name], 'zip'), blob, blob.type);
  });
  const askErase = async () => {
    const isSure = await confirm({
      title: `Erase ${name}?`,
      words: (
        <>
          <p>
            This deletes the person, their documents and CV, and every conversation with its recording,
            transcript and analysis. Scheduled calls are cancelled. This cannot be undone.
          </p>
          <p className="mt-2">Usage, the audit log and the do-not-call entry are kept, without the name.</p>
        </>
      ),
      yes: 'Erase contact',
    });
    if (isSure) erase.run(undefined);
  };
  return (
    <EditablePage
      title={name}
      trail={trail}
      mayEdit={mayWrite}
      form={(onClose) => <EditContact contact={contact} onClose={onClose} />}
      aside={<ContactStatus of={status} />}
      actions={
        <>
          {mayWrite && (
            <>
              <EditButton />
              <Button look="primary" icon={<Phone size={14} />} onClick={() => setCalling(true)}>
                Call
              </Button>
            </>
          )}
          <MoreMenu
            items={[
              { words: 'Export everything (ZIP)', onChoose: () => save.run(undefined) },
              ...(mayWrite
                ? [
                    { words: 'Merge with another contact…', onChoose: () => setMerging(true) },
                    { words: 'Erase contact…', isDanger: true, onChoose: () => void askErase() },
                  ]
                : []),
            ]}
          />
        </>
      }
    >
      <DoNotCall contactId={id} />
      {contact.unsubscribed && (
        <Notice tone="warn">
          Unsubscribed from messages by{' '}
          {contact.unsubscribed.map((channel) => channelWords[channel]).join(' and ')}. Calls are still
          allowed.
        </Notice>
      )}
      <Tabs
        label="Contact sections"
        open={filters.tab ?? 'facts'}
        onOpen={(tab) => setFilters({ tab: tab === 'facts' ? undefined : tab })}
        tabs={[
          { name: 'facts', words: 'Details', content: <ContactFacts contact={contact} /> },
          {
            name: 'conversations',
            words: 'Conversations',
            content: (
              <ContactConversations contactId={id} onCall={mayWrite ? () => setCalling(true) : undefined} />
            ),
          },
          { name: 'documents', words: 'Documents and CV', content: <ContactDocuments contact={contact} /> },
        ]}
      />
      {mayWrite && <CallDialog contact={contact} isOpen={isCalling} onClose={() => setCalling(false)} />}
      {isMerging && <MergeDialog contact={contact} onClose={() => setMerging(false)} />}
    </EditablePage>
  );
}

/** The form of an existing contact. */
function EditContact({ contact, onClose }: { readonly contact: Contact; readonly onClose: () => void }) {
  const { id } = contact;
  const catalog = useCatalog();
  const { form, close } = useEditForm({
    first: () => draftOf(contact),
    changesOf: (now, was) => changesOf(now, was, catalog.data ?? []),
    send: (changes) => patch('/contacts/{id}', changes, { path: { id } }),
    invalidates: [['contact', id], ['contacts']],
    onClose,
  });
  // A failed refetch of the catalog must not close the form.
  if (!catalog.data) return <Pending error={catalog.error} onRetry={() => void catalog.refetch()} />;
  return (
    <ContactForm catalog={catalog.data} {...form}>
      <Button look="quiet" onClick={close}>
        Cancel
      </Button>
    </ContactForm>
  );
}
