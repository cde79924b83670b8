import { useAct } from '../../api/act.ts';
import { patch } from '../../api/client.ts';
import { ChangesForm } from '../../kit/changes-form.tsx';
import { useDraft } from '../../kit/draft.ts';
import { type Company, companyOf, draftOf } from './company-draft.ts';
import { CompanyFields, companyPaths } from './company-fields.tsx';

/** Changes what a company says of itself. */
export function CompanyForm({ company }: { readonly company: Company }) {
  const { draft, setDraft, isChanged, changesIn, saved } = useDraft(() => draftOf(company), companyOf);
  const save = useAct(
    (typed: typeof draft) =>
      patch('/console/api/companies/{id}', changesIn(typed), { path: { id: company.id } }),
    {
      isQuiet: true,
      touches: [['company', company.id], ['companies'], ['me']],
      done: 'Saved',
      onDone: (now, typed) => saved(draftOf(now), typed),
    },
  );
  return (
    <ChangesForm title="Company" draft={draft} isChanged={isChanged} save={save} shown={companyPaths}>
      <CompanyFields draft={draft} errorAt={save.errorAt} onChange={setDraft} />
    </ChangesForm>
  );
}
