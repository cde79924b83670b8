import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { patch } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { FormTrouble } from '../../kit/form-trouble.tsx';
import { Section } from '../../kit/page.tsx';
import { type Company, companyOf, draftOf } from './company-draft.ts';
import { CompanyFields, companyPaths } from './company-fields.tsx';

/** Changes what a company says of itself. */
export function CompanyForm({ company }: { readonly company: Company }) {
  const [draft, setDraft] = useState(() => draftOf(company));
  const save = useAct(
    () => patch('/console/api/companies/{id}', companyOf(draft), { path: { id: company.id } }),
    {
      isQuiet: true,
      touches: [['company', company.id], ['companies'], ['me']],
      done: 'Saved',
      onDone: (saved) => setDraft(draftOf(saved)),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run(undefined);
  };
  return (
    <Section title="Company">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <CompanyFields draft={draft} errorAt={save.errorAt} onChange={setDraft} />
        <FormTrouble failure={save.failure} shown={companyPaths} />
        <div className="flex justify-end">
          <Button type="submit" look="primary" busy={save.busy}>
            Save
          </Button>
        </div>
      </form>
    </Section>
  );
}
