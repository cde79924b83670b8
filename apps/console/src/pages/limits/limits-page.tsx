import { useQuery } from '@tanstack/react-query';
import { useAction } from '../../api/action.ts';
import { get, patch, type Reply } from '../../api/client.ts';
import { useHasRole, useMe } from '../../api/me.ts';
import { useDraft } from '../../components/draft.ts';
import { LinesField } from '../../components/field.tsx';
import { ChangesForm } from '../../components/form.tsx';
import { Facts, Page, Section } from '../../components/page.tsx';
import { PendingPage } from '../../components/placeholder.tsx';

type Company = Reply<'/companies/{id}', 'get'>;

const TITLE = 'Call limits';
const paths = ['allowedCountries'];

/** What the company's calls over trunks may cost: owners set it, everybody sees it. */
export function LimitsPage() {
  const { company } = useMe();
  const id = company?.id ?? '';
  const isOwner = useHasRole('owner');
  const { data, error, refetch } = useQuery({
    queryKey: ['company', id, 'limits'],
    queryFn: ({ signal }) => get('/companies/{id}', { path: { id }, signal }),
    enabled: id !== '',
  });
  if (data === undefined) return <PendingPage title={TITLE} error={error} onRetry={() => void refetch()} />;
  return (
    <Page title={TITLE}>
      <p className="-mt-3 text-soft">
        They hold for calls over trunks and keep a mistake or a stolen key from running up the telephone bill.
        Simulated calls are not limited.
      </p>
      {isOwner ? <LimitsForm key={data.id} company={data} /> : <Limits company={data} />}
    </Page>
  );
}

const countryNames = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' });

function Limits({ company: { allowedCountries } }: { readonly company: Company }) {
  const countries = allowedCountries?.map((code) => countryNames.of(code)).join(', ') ?? 'All';
  return (
    <Section title="Limits">
      <Facts of={[['Allowed countries', countries]]} />
    </Section>
  );
}

interface LimitsDraft {
  readonly countries: readonly string[];
}

const draftOf = ({ allowedCountries }: Company): LimitsDraft => ({ countries: allowedCountries ?? [] });

const sentOf = (draft: LimitsDraft) => {
  const countries = draft.countries.map((line) => line.trim().toUpperCase()).filter((line) => line !== '');
  return { allowedCountries: countries.length === 0 ? null : countries };
};

function LimitsForm({ company }: { readonly company: Company }) {
  const { draft, setDraft, isChanged, changesIn, saved } = useDraft(() => draftOf(company), sentOf);
  const save = useAction(
    (typed: LimitsDraft) => patch('/companies/{id}', changesIn(typed), { path: { id: company.id } }),
    {
      isQuiet: true,
      invalidates: [['company', company.id]],
      done: 'Saved. It counts from the next call on',
      onDone: (now, typed) => saved(draftOf(now), typed),
    },
  );
  return (
    <ChangesForm title="Limits" draft={draft} isChanged={isChanged} save={save} shown={paths}>
      <LinesField
        label="Allowed countries"
        hint="One country code a line, such as CH. Empty: all countries. Calls to other countries end FAILED."
        lines={draft.countries}
        error={save.errorAt('allowedCountries')}
        onChange={(countries) => setDraft({ ...draft, countries })}
      />
    </ChangesForm>
  );
}
