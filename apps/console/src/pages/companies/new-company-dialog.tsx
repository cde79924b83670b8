import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog, DialogActions } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { FormTrouble } from '../../kit/form-trouble.tsx';
import { companyOf, emptyCompany } from './company-draft.ts';
import { CompanyFields, companyPaths } from './company-fields.tsx';

export function NewCompanyDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="New company" isOpen={isOpen} onClose={onClose}>
      <NewCompanyForm onClose={onClose} />
    </Dialog>
  );
}

function NewCompanyForm({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(emptyCompany);
  const [ownerEmail, setOwnerEmail] = useState('');
  const navigate = useNavigate();
  const create = useAct(
    () =>
      post('/console/api/companies', {
        ...companyOf(draft),
        ...(ownerEmail === '' ? {} : { ownerEmail }),
      }),
    {
      isQuiet: true,
      touches: [['companies']],
      done: 'The company was created, with a trial of 60 minutes',
      onDone: ({ id }) => {
        onClose();
        void navigate({ href: `/companies/${id}` });
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.run(undefined);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <CompanyFields draft={draft} errorAt={create.errorAt} onChange={setDraft} />
      <TextField
        label="E-mail of the owner"
        type="email"
        hint="Is invited to the console. May be left out."
        value={ownerEmail}
        error={create.errorAt('ownerEmail')}
        onChange={(event) => setOwnerEmail(event.target.value)}
      />
      <FormTrouble failure={create.failure} shown={companyPaths} />
      <DialogActions>
        <Button onClick={onClose}>Not now</Button>
        <Button type="submit" look="primary" busy={create.busy}>
          Create the company
        </Button>
      </DialogActions>
    </form>
  );
}
