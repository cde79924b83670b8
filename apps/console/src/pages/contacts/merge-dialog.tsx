import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { type ContactField, useCatalog } from '../../api/catalog.ts';
import { get, post } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { CheckField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { SearchSelect } from '../../components/search-select.tsx';
import { dayOf } from '../../components/time.tsx';
import { fieldWords } from './contact-columns.tsx';
import type { Contact } from './contact-draft.ts';
import { contactStatusChoices } from './contact-labels.tsx';
import { searchContacts } from './contact-search.ts';

const nameOf = ({ firstName, lastName }: Contact): string => `${firstName} ${lastName}`;

interface Part {
  /** As the API calls it. */
  readonly name: string;
  readonly words: string;
  readonly valueOf: (contact: Contact) => string | undefined;
}

const genders = { male: 'Male', female: 'Female' } as const;

const parts: readonly Part[] = [
  { name: 'firstName', words: 'First name', valueOf: ({ firstName }) => firstName },
  { name: 'lastName', words: 'Last name', valueOf: ({ lastName }) => lastName },
  { name: 'email', words: 'E-mail', valueOf: ({ email }) => email },
  { name: 'phoneNumber', words: 'Phone number', valueOf: ({ phoneNumber }) => phoneNumber },
  {
    name: 'status',
    words: 'Status',
    valueOf: ({ status }) => contactStatusChoices.find(({ value }) => value === status)?.words ?? status,
  },
  { name: 'gender', words: 'Gender', valueOf: ({ gender }) => (gender ? genders[gender] : undefined) },
  {
    name: 'gdprExpiryDate',
    words: 'Documents deleted on',
    valueOf: ({ gdprExpiryDate }) => gdprExpiryDate && dayOf(gdprExpiryDate),
  },
  { name: 'overallRating', words: 'Rating', valueOf: ({ overallRating }) => overallRating?.toString() },
];

const ofField = (field: ContactField): Part => ({
  name: `fields.${field.key}`,
  words: field.label,
  valueOf: ({ fields }) => {
    const value = (fields as Record<string, unknown>)[field.key];
    return value === undefined ? undefined : fieldWords(field, value);
  },
});

/** Merges another contact into this one. */
export function MergeDialog({
  contact,
  onClose,
}: {
  readonly contact: Contact;
  readonly onClose: () => void;
}) {
  const { id } = contact;
  const { data: catalog = [] } = useCatalog();
  const [other, setOther] = useState<Contact>();
  const [take, setTake] = useState<readonly string[]>([]);
  const pick = useAction((otherId: string) => get('/contacts/{id}', { path: { id: otherId } }), {
    onDone: (found) => {
      setOther(found);
      setTake([]);
    },
  });
  const merge = useAction(
    (contactId: string) => post('/contacts/{id}/merge', { contactId, take: [...take] }, { path: { id } }),
    {
      done: 'Contacts merged',
      invalidates: [['contact', id], ['contacts'], ['conversations']],
      onDone: onClose,
      isQuiet: true,
    },
  );
  return (
    <Dialog title={`Merge another contact into ${nameOf(contact)}`} isOpen onClose={onClose}>
      <SearchSelect
        label="The other contact"
        placeholder="Search name, e-mail, number"
        name="contacts"
        search={searchContacts}
        without={[id]}
        onPick={(option) => pick.run(option.id)}
      />
      {other && (
        <>
          <p>
            {nameOf(contact)} keeps its values and gets what it lacks, with all conversations, documents, jobs
            and tags of <strong>{nameOf(other)}</strong>, who is then deleted. This cannot be undone.
          </p>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-1 text-xs font-medium text-soft">Take from the other contact</legend>
            {[...parts, ...catalog.filter(({ writable }) => writable).map(ofField)].flatMap((part) => {
              const { name, words } = part;
              const [value, own] = [part.valueOf(other), part.valueOf(contact)];
              return value === undefined || own === undefined || value === own
                ? []
                : [
                    <CheckField
                      key={name}
                      label={`${words}: ${value}`}
                      hint={`Instead of ${own}`}
                      checked={take.includes(name)}
                      onChange={({ target }) =>
                        setTake(target.checked ? [...take, name] : take.filter((one) => one !== name))
                      }
                    />,
                  ];
            })}
          </fieldset>
        </>
      )}
      {merge.failure && <Notice tone="bad">{merge.failure.message}</Notice>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="danger"
          disabled={other === undefined}
          busy={merge.busy}
          onClick={() => other && merge.run(other.id)}
        >
          Merge contacts
        </Button>
      </DialogActions>
    </Dialog>
  );
}
