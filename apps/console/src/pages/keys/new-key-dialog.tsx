import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { post } from '../../api/client.ts';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { DialogForm } from '../../components/form.tsx';
import { CompanyField } from '../companies/company-field.tsx';
import { emptyKey, keyOf } from './key.tsx';
import { KeyFields, keyPaths } from './key-fields.tsx';

export interface CreatedKey {
  readonly id: string;
  readonly key: string;
}

interface NewKeyProps {
  readonly companyId: string;
  readonly onClose: () => void;
  readonly onCreated: (made: CreatedKey) => void;
}

export function NewKeyDialog({ isOpen, ...rest }: NewKeyProps & { readonly isOpen: boolean }) {
  return (
    <Dialog title="New API key" wide isOpen={isOpen} onClose={rest.onClose}>
      <NewKeyForm {...rest} />
    </Dialog>
  );
}

function NewKeyForm({ companyId: begun, onClose, onCreated }: NewKeyProps) {
  const [draft, setDraft] = useState(emptyKey);
  const [type, setType] = useState<'STANDARD' | 'ATS'>('STANDARD');
  const [environment, setEnvironment] = useState('live');
  const [companyId, setCompanyId] = useState(begun);
  const create = useAction(
    () =>
      post('/api-keys', {
        ...keyOf(draft),
        type,
        environment: environment === '' ? null : (environment as 'live' | 'test'),
        ...(type === 'STANDARD' && companyId !== '' ? { companyId } : {}),
      }),
    {
      isQuiet: true,
      invalidates: [['keys']],
      onDone: ({ data }) => onCreated({ id: data.id, key: data.key }),
    },
  );
  return (
    <DialogForm
      action={create}
      shown={keyPaths}
      verb="Create key"
      isDisabled={type === 'STANDARD' && companyId === ''}
      onSubmit={() => create.run(undefined)}
      onCancel={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Type"
          hint={
            type === 'ATS'
              ? 'Creates companies and acts for the companies it created.'
              : 'Acts inside one company.'
          }
          choices={[
            { value: 'STANDARD', words: 'Standard' },
            { value: 'ATS', words: 'ATS, for many companies' },
          ]}
          value={type}
          onChange={(event) => setType(event.target.value as typeof type)}
        />
        <SelectField
          label="Environment"
          hint={
            environment === 'test'
              ? 'Calls are simulated.'
              : 'Calls are placed over the telephone line of the installation.'
          }
          choices={[
            { value: 'live', words: 'Live (sk_live_…)' },
            { value: 'test', words: 'Test (sk_test_…)' },
            { value: '', words: 'Unspecified (sk_…)' },
          ]}
          value={environment}
          onChange={(event) => setEnvironment(event.target.value)}
        />
      </div>
      {type === 'STANDARD' && (
        <CompanyField
          label="Company"
          none="Choose a company"
          value={companyId}
          error={create.errorAt('companyId')}
          onChange={setCompanyId}
        />
      )}
      <KeyFields draft={draft} errorAt={create.errorAt} onChange={setDraft} />
    </DialogForm>
  );
}
