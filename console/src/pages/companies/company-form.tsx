import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { patch } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { differences } from '../../kit/differences.ts';
import { FormTrouble } from '../../kit/form-trouble.tsx';
import { Section } from '../../kit/page.tsx';
import { useUnsaved } from '../../kit/unsaved.ts';
import { type Company, companyOf, draftOf } from './company-draft.ts';
import { CompanyFields, companyPaths } from './company-fields.tsx';

/** Changes what a company says of itself. */
export function CompanyForm({ company }: { readonly company: Company }) {
  const [was, setWas] = useState(() => draftOf(company));
  const [draft, setDraft] = useState(was);
  const changes = differences(companyOf(draft), companyOf(was));
  const isChanged = Object.keys(changes).length > 0;
  useUnsaved(isChanged);
  const save = useAct(() => patch('/console/api/companies/{id}', changes, { path: { id: company.id } }), {
    isQuiet: true,
    touches: [['company', company.id], ['companies'], ['me']],
    done: 'Saved',
    onDone: (saved) => {
      const now = draftOf(saved);
      setWas(now);
      setDraft(now);
    },
  });
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
          <Button type="submit" look="primary" busy={save.busy} disabled={!isChanged}>
            Save
          </Button>
        </div>
      </form>
    </Section>
  );
}
