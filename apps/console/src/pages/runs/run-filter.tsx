import { invitationStates, type RunFilter, runFilter } from '@parley/contract/run-results.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, RotateCcw, X } from 'lucide-react';
import { useAction } from '../../api/action.ts';
import { download, get, post, type Reply } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { stateWords } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/field.tsx';
import { exportName, saveFile } from '../../components/file.tsx';
import { FilterSelect, useFilters } from '../../components/filters.tsx';
import { Menu } from '../../components/menu.tsx';
import { fullTime } from '../../components/time.tsx';
import { agentQuery } from '../conversations/conversation.tsx';
import type { Run } from './run.ts';
import { outcomeChoice, outcomeChoices, outcomeFilter, outcomesAmong } from './run-outcome.ts';

export type Results = Reply<'/runs/{id}/results', 'get'>;

/** The address of the contacts behind a number. */
export type Open = (filter: RunFilter) => RunFilter & { readonly tab: string };

const names = Object.keys(runFilter) as (keyof RunFilter)[];
const orders = { sort: undefined, order: undefined };

/** What the address has when everybody is meant. */
export const noFilter = {
  ...Object.fromEntries(names.map((name) => [name, undefined])),
  ...orders,
  progress: undefined,
  messageStatus: undefined,
};

/** The filter of a run in the address, and its order: a link to the page shows the same contacts. */
export function useRunFilter() {
  const [filters] = useFilters();
  const filter = Object.fromEntries(
    names.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]])),
  ) as RunFilter;
  const { sort } = filters;
  const order: Readonly<Record<string, string>> =
    sort === undefined ? {} : { sort, order: sort === 'CALLS' || sort === 'LAST_CALL' ? 'DESC' : 'ASC' };
  return { filter, order };
}

export const resultsQuery = (id: string, filter: RunFilter) => ({
  queryKey: ['run', id, 'results', filter],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    get('/runs/{id}/results', { path: { id }, query: filter, signal }),
});

const steps = {
  LAUNCHED: 'Since the launch',
  CALLED: 'Called',
  ANSWERED: 'Answered a call',
  COMPLETED: 'Completed',
  ENDED: 'Ended',
} as const;
export const endings = {
  NOT_REACHED: 'Not reached',
  DECLINED: 'Declined on the call',
  OPTED_OUT: 'Asked never to be called again',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
} as const;
const invitationWords = {
  NOT_INVITED: 'Not invited',
  NOT_OPENED: 'Link not opened',
  OPENED: 'Link opened',
} as const;
const states = { FOUND: 'known', MISSING: 'not known', CORRECTED: 'corrected', NONE: 'no result' } as const;

export const versionWords = (number: number | null | undefined): string =>
  number == null ? 'Deleted version' : `Version ${number}`;

/** The filter as words, with the labels of the results. */
export function filterWords(filter: RunFilter, results: Results | undefined): string[] {
  const { calledFrom, calledTo } = filter;
  const all = [
    ...(results?.outcomes ?? []),
    ...(results?.tags ?? []),
    ...(results?.values ?? []),
    ...(results?.answers ?? []).map(({ id, question }) => ({ key: id, label: question })),
  ];
  const resultWords = (
    key: string | undefined,
    value: string | undefined,
    state: RunFilter['resultState'],
  ): string[] => {
    if (key === undefined) return [];
    const label = all.find((one) => one.key === key)?.label ?? key;
    return [`${label}: ${value ?? (state === undefined ? 'any' : states[state])}`];
  };
  const section = results?.funnel.sections.find(({ sectionId }) => sectionId === filter.sectionId);
  const version = results?.versions.find(({ versionId }) => versionId === filter.versionId);
  return [
    ...(filter.status === undefined ? [] : [stateWords(filter.status)]),
    ...(filter.step === undefined ? [] : [steps[filter.step]]),
    ...(filter.ending === undefined ? [] : [endings[filter.ending]]),
    ...(filter.invitation === undefined ? [] : [invitationWords[filter.invitation]]),
    ...(filter.versionId === undefined ? [] : [versionWords(version?.number)]),
    ...(filter.sectionId === undefined ? [] : [`Reached ${section?.title ?? 'the section'}`]),
    ...resultWords(filter.resultKey, filter.resultValue, filter.resultState),
    ...resultWords(filter.andResultKey, filter.andResultValue, filter.andResultState),
    ...(calledFrom === undefined ? [] : [`Called from ${fullTime(calledFrom)}`]),
    ...(calledTo === undefined ? [] : [`Called before ${fullTime(calledTo)}`]),
  ];
}

const statuses = ['SCHEDULED', 'IN_PROGRESS', 'COMPLETED', 'UNREACHABLE', 'FAILED', 'CANCELLED'];
const sorts = [
  { value: 'NAME', words: 'By name' },
  { value: 'STATUS', words: 'By status' },
  { value: 'CALLS', words: 'Most calls first' },
  { value: 'LAST_CALL', words: 'Latest call first' },
];

export const StatusFilter = () => (
  <FilterSelect
    name="status"
    label="Status"
    any="Any status"
    choices={statuses.map((value) => ({ value, words: stateWords(value) }))}
  />
);

/** Selects what the calls found of an outcome. */
export function OutcomeFilter({
  outcomes,
  filter,
}: {
  readonly outcomes: readonly { readonly key: string; readonly label: string }[];
  readonly filter: RunFilter;
}) {
  const [, setFilters] = useFilters();
  const choices = outcomeChoices(outcomes);
  if (choices.length === 0) return null;
  return (
    <SelectField
      label="Outcome"
      hideLabel
      value={outcomeChoice(filter)}
      choices={[{ value: '', words: 'Any outcome' }, ...choices]}
      onChange={({ target }) => setFilters(outcomeFilter(target.value))}
    />
  );
}

/** Which contacts are shown, in which order, and what can be done with them. */
export function RunFilterBar({
  run,
  total,
  outcomes,
}: {
  readonly run: Run;
  readonly total: number | undefined;
  /** Of the contacts that are shown. */
  readonly outcomes: readonly { readonly key: string; readonly label: string }[];
}) {
  const [, setFilters] = useFilters();
  const { filter } = useRunFilter();
  const isFiltered = Object.keys(filter).length > 0;
  const { data } = useQuery({ ...resultsQuery(run.id, {}), enabled: isFiltered });
  const { status: _status, invitation: _invitation, ...others } = filter;
  const agent = useQuery(agentQuery(run.agentId));
  const words = filterWords(others, data);
  const mayChange = useHasRole('member');
  return (
    <div className="flex flex-wrap items-center gap-2">
      <StatusFilter />
      {/* Of those whom a filter leaves, nobody may have an outcome. */}
      <OutcomeFilter
        outcomes={outcomesAmong([{ outcomes }, { outcomes: data?.outcomes ?? [] }])}
        filter={filter}
      />
      {agent.data?.type === 'ONLINE' && (
        <FilterSelect
          name="invitation"
          label="Link"
          any="Any link"
          choices={invitationStates.map((value) => ({ value, words: invitationWords[value] }))}
        />
      )}
      <FilterSelect name="sort" label="Order" any="In order of attachment" choices={sorts} />
      {words.map((one) => (
        <span key={one} dir="auto" className="rounded-md bg-accent-soft px-2 py-1 text-xs">
          {one}
        </span>
      ))}
      {isFiltered && (
        <Button look="quiet" size="small" icon={<X size={14} />} onClick={() => setFilters(noFilter)}>
          Clear filter
        </Button>
      )}
      <span className="ms-auto flex flex-wrap items-center gap-2">
        {total !== undefined && (
          <span className="text-xs text-soft tabular-nums">
            {total.toLocaleString()} {total === 1 ? 'contact' : 'contacts'}
          </span>
        )}
        <ExportMenu run={run} part="contacts" words={filterWords(filter, data)} />
        {mayChange && <AgainButton run={run} isDisabled={total === 0} />}
      </span>
    </div>
  );
}

const formats = [
  { words: 'CSV', path: '/runs/{id}/results.csv', extension: 'csv' },
  { words: 'Excel', path: '/runs/{id}/results.xlsx', extension: 'xlsx' },
  { words: 'JSON lines (NDJSON)', path: '/runs/{id}/results.ndjson', extension: 'ndjson' },
] as const;

/** Of a run on the web, to send the links by other means. The whole list: this export takes no filter. */
const linksFormat = {
  words: 'All contacts with their links (CSV)',
  path: '/runs/{id}/contacts.csv',
  extension: 'csv',
} as const;

/** Downloads the results of those who are shown. */
export function ExportMenu({
  run,
  part,
  words = [],
}: {
  readonly run: Run;
  readonly part: 'contacts' | 'results';
  /** Of the filter. */
  readonly words?: readonly string[];
}) {
  const { filter } = useRunFilter();
  const agent = useQuery(agentQuery(run.agentId));
  const save = useAction(async ({ path, extension }: (typeof formats)[number] | typeof linksFormat) => {
    const isLinks = path === linksFormat.path;
    const blob = await download(path, { path: { id: run.id }, query: isLinks ? {} : filter });
    const name = isLinks ? [run.name, 'links'] : [run.name, part, ...words];
    saveFile(exportName(name, extension), blob, blob.type);
  });
  const all = [...formats, ...(agent.data?.type === 'ONLINE' ? [linksFormat] : [])];
  return (
    <Menu
      trigger={
        <Button icon={<Download size={16} />} busy={save.busy}>
          Export results
        </Button>
      }
      items={all.map((format) => ({ words: format.words, onChoose: () => save.run(format) }))}
    />
  );
}

/** A draft with the contacts that are shown. */
function AgainButton({ run, isDisabled }: { readonly run: Run; readonly isDisabled: boolean }) {
  const { filter } = useRunFilter();
  const navigate = useNavigate();
  const again = useAction(() => post('/runs/{id}/again', { filter }, { path: { id: run.id } }), {
    invalidates: [['runs']],
    done: 'A draft with these contacts was created: check it, then launch it',
    onDone: ({ id }) => void navigate({ to: '/runs/$id', params: { id }, search: {} as never }),
  });
  return (
    <Button
      icon={<RotateCcw size={16} />}
      busy={again.busy}
      disabled={isDisabled}
      onClick={() => again.run(undefined)}
    >
      Run again for these contacts
    </Button>
  );
}
