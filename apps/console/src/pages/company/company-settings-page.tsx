import { useAction } from '../../api/action.ts';
import { patch } from '../../api/client.ts';
import { type OwnCompany, useOwnCompany } from '../../api/company.ts';
import { useHasRole } from '../../api/me.ts';
import { countryName } from '../../components/country.tsx';
import { useDraft } from '../../components/draft.ts';
import { ChangesForm } from '../../components/form.tsx';
import { Facts, Page, Section } from '../../components/page.tsx';
import { PendingPage } from '../../components/placeholder.tsx';
import { CompanyFields, companyOf, companyPaths, draftOf } from '../companies/company-fields.tsx';

const TITLE = 'Company';

/** `/company`: what the company is called, and where it is. Owners set it, everybody sees it. */
export function CompanySettingsPage() {
  const isOwner = useHasRole('owner');
  const { data, error, refetch } = useOwnCompany();
  if (data === undefined) return <PendingPage title={TITLE} error={error} onRetry={() => void refetch()} />;
  return (
    <Page title={TITLE}>
      {isOwner ? (
        <OwnCompanyForm key={data.id} company={data} />
      ) : (
        <Section title="About">
          <Facts
            of={[
              ['Name', data.name],
              ['Time zone', data.timezone],
              ['Country', data.defaultCountry === null ? 'Not set' : countryName(data.defaultCountry)],
            ]}
          />
          <p className="mt-3 text-soft">Owners of the company can change it.</p>
        </Section>
      )}
    </Page>
  );
}

function OwnCompanyForm({ company }: { readonly company: OwnCompany }) {
  const { draft, setDraft, isChanged, changesIn, saved } = useDraft(() => draftOf(company), companyOf);
  const save = useAction(
    (typed: typeof draft) => patch('/companies/{id}', changesIn(typed), { path: { id: company.id } }),
    {
      isQuiet: true,
      invalidates: [['company', company.id], ['companies'], ['me']],
      done: 'Saved',
      onDone: (now, typed) => saved(draftOf(now), typed),
    },
  );
  return (
    <ChangesForm title="About" draft={draft} isChanged={isChanged} save={save} shown={companyPaths}>
      <CompanyFields draft={draft} errorAt={save.errorAt} onChange={setDraft} />
    </ChangesForm>
  );
}
