import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { CheckField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { SearchSelect } from '../../components/search-select.tsx';
import type { Contact } from './contact-draft.ts';
import { searchContacts } from './contact-search.ts';

const nameOf = ({ firstName, lastName }: Contact): string => `${firstName} ${lastName}`;

const parts = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['email', 'E-mail'],
  ['phoneNumber', 'Phone number'],
] as const;

/** Merges another contact into this one. */
export function MergeDialog({
  contact,
  onClose,
}: {
  readonly contact: Contact;
  readonly onClose: () => void;
}) {
  const { id } = contact;
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
            {parts.flatMap(([name, words]) => {
              const value = other[name];
              return value === undefined || contact[name] === undefined || value === contact[name]
                ? []
                : [
                    <CheckField
                      key={name}
                      label={`${words}: ${value}`}
                      hint={`Instead of ${contact[name]}`}
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
