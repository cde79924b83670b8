import { useQuery } from '@tanstack/react-query';
import { useAction } from '../../api/action.ts';
import { get, patch, type Reply } from '../../api/client.ts';
import { useHasRole, useMe } from '../../api/me.ts';
import { textControls, useDraft } from '../../components/draft.ts';
import { LinesField, TextField } from '../../components/field.tsx';
import { ChangesForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Facts, Page, Section } from '../../components/page.tsx';
import { PendingPage } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { usePolling } from '../../live/refetch.ts';

type Company = Reply<'/companies/{id}', 'get'>;

const TITLE = 'Call limits';
const LOOK_MS = 10_000;
const paths = ['allowedCountries', 'maxMinutesPerHour', 'maxMinutesPerDay'];

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
      {(data.maxMinutesPerHour ?? data.maxMinutesPerDay) !== null && <Minutes company={data} />}
      {isOwner ? <LimitsForm key={data.id} company={data} /> : <Limits company={data} />}
    </Page>
  );
}

/** How much is used, and why calls wait. */
function Minutes({ company }: { readonly company: Company }) {
  const queryKey = ['company', company.id, 'call-minutes'];
  usePolling(LOOK_MS, queryKey);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => get('/console/api/call-minutes', { signal }),
  });
  if (data === undefined) return null;
  return (
    <>
      {data.wait && (
        <Notice tone="bad">
          Calls wait until <Time at={data.wait.until} /> at least: {data.wait.reason}.
        </Notice>
      )}
      <Section title="Minutes used">
        <Facts
          of={[
            ['This hour', `${data.thisHour} of ${company.maxMinutesPerHour ?? 'any number'}`],
            ['Last 24 hours', `${data.last24Hours} of ${company.maxMinutesPerDay ?? 'any number'}`],
            ['Reserved for calls on the line', data.held],
          ]}
        />
      </Section>
    </>
  );
}

const countryNames = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' });

function Limits({ company }: { readonly company: Company }) {
  const countries = company.allowedCountries?.map((code) => countryNames.of(code)).join(', ') ?? 'All';
  return (
    <Section title="Limits">
      <Facts
        of={[
          ['Allowed countries', countries],
          ['Maximum of minutes per hour', company.maxMinutesPerHour ?? 'No limit'],
          ['Maximum of minutes in 24 hours', company.maxMinutesPerDay ?? 'No limit'],
        ]}
      />
    </Section>
  );
}

/** Numbers are text while they are typed; an empty one is none. */
interface LimitsDraft {
  readonly countries: readonly string[];
  readonly maxMinutesPerHour: string;
  readonly maxMinutesPerDay: string;
}

const draftOf = (company: Company): LimitsDraft => ({
  countries: company.allowedCountries ?? [],
  maxMinutesPerHour: String(company.maxMinutesPerHour ?? ''),
  maxMinutesPerDay: String(company.maxMinutesPerDay ?? ''),
});

const numberIn = (text: string): number | null => (text === '' ? null : Number(text));

const sentOf = (draft: LimitsDraft) => {
  const countries = draft.countries.map((line) => line.trim().toUpperCase()).filter((line) => line !== '');
  return {
    allowedCountries: countries.length === 0 ? null : countries,
    maxMinutesPerHour: numberIn(draft.maxMinutesPerHour),
    maxMinutesPerDay: numberIn(draft.maxMinutesPerDay),
  };
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
  const text = textControls(draft, setDraft, save.errorAt);
  const limit = { type: 'number', min: 1, placeholder: 'No limit' } as const;
  return (
    <ChangesForm title="Limits" draft={draft} isChanged={isChanged} save={save} shown={paths}>
      <LinesField
        label="Allowed countries"
        hint="One country code a line, such as CH. Empty: all countries. Calls to other countries end FAILED."
        lines={draft.countries}
        error={save.errorAt('allowedCountries')}
        onChange={(countries) => setDraft({ ...draft, countries })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Maximum of minutes per hour"
          hint="Then calls wait for the next hour, and owners get a mail"
          {...limit}
          {...text('maxMinutesPerHour')}
        />
        <TextField
          label="Maximum of minutes in 24 hours"
          hint="A call on the line counts as long as it may last"
          {...limit}
          {...text('maxMinutesPerDay')}
        />
      </div>
    </ChangesForm>
  );
}
