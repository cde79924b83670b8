import type { RunFilter } from '@parley/contract/run-results.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FilterSelect } from '../../components/filters.tsx';
import { Section } from '../../components/page.tsx';
import { Empty, Pending } from '../../components/placeholder.tsx';
import { CallHours } from './call-hours.tsx';
import { Line, Lines } from './result-lines.tsx';
import type { Run } from './run.ts';
import { ExportMenu, endings, type Open, type Results, resultsQuery, useRunFilter } from './run-filter.tsx';

/** What came of a run. Every number opens the contacts behind it. */
export function RunResults({ run }: { readonly run: Run }) {
  const { filter } = useRunFilter();
  const { versionId } = filter;
  const part: RunFilter = versionId === undefined ? {} : { versionId };
  const all = useQuery(resultsQuery(run.id, {}));
  const { data, error, refetch } = useQuery({
    ...resultsQuery(run.id, part),
    placeholderData: keepPreviousData,
  });
  if (!data) return <Pending error={error} onRetry={() => void refetch()} />;
  const open = (name: RunFilter) => ({ ...part, ...name, tab: 'contacts' });
  const versions = all.data?.versions ?? [];
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-2">
        {versions.length > 1 && (
          <FilterSelect
            name="versionId"
            label="Version"
            any="All versions"
            choices={versions.map(({ versionId: value, number }) => ({
              value,
              words: number === null ? 'Deleted version' : `Version ${number}`,
            }))}
          />
        )}
        <p className="text-xs text-soft">
          Where somebody corrected a result, the corrected one counts. Open a number to see the contacts
          behind it.
        </p>
        <span className="ms-auto">
          <ExportMenu run={run} part="results" />
        </span>
      </div>
      <Funnel funnel={data.funnel} open={open} />
      <Endings results={data} open={open} />
      <div className="grid gap-5 lg:grid-cols-2">
        <Outcomes results={data} open={open} />
        <Tags results={data} open={open} />
      </div>
      <Answers results={data} open={open} />
      <CallHours hours={data.hours} searchOf={open} />
      {data.versions.length > 0 && <Versions results={data} open={open} />}
    </div>
  );
}

function Funnel({ funnel, open }: { readonly funnel: Results['funnel']; readonly open: Open }) {
  const whole = funnel.contacts;
  return (
    <Section title="How far the calls came">
      <Lines label="Funnel">
        <Line label="Contacts" count={whole} whole={whole} search={open({})} />
        <Line label="Called" count={funnel.called} whole={whole} search={open({ step: 'CALLED' })} />
        <Line
          label="Answered a call"
          count={funnel.answered}
          whole={whole}
          search={open({ step: 'ANSWERED' })}
        />
        {funnel.sections.flatMap(({ sectionId, title, reached, questions }) => [
          <Line
            key={sectionId}
            depth={1}
            label={title}
            count={reached}
            whole={whole}
            search={open({ sectionId })}
          />,
          ...questions.map(({ id, question, answered }) => (
            <Line
              key={id}
              depth={2}
              label={question}
              count={answered}
              whole={whole}
              search={open({ resultKind: 'answer', resultKey: id, resultState: 'FOUND' })}
            />
          )),
        ])}
        <Line label="Completed" count={funnel.completed} whole={whole} search={open({ step: 'COMPLETED' })} />
      </Lines>
    </Section>
  );
}

/** Whoever declined or was not reached has no results: without these lines they would be missing on the page. */
function Endings({ results, open }: { readonly results: Results; readonly open: Open }) {
  const shown = results.endings.filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <Section title="Ended without a completed call">
      <Lines label="Ended without a completed call">
        {shown.map(({ ending, count }) => (
          <Line
            key={ending}
            label={endings[ending]}
            count={count}
            whole={results.funnel.contacts}
            search={open({ ending })}
          />
        ))}
      </Lines>
    </Section>
  );
}

function Outcomes({ results, open }: { readonly results: Results; readonly open: Open }) {
  return (
    <Section title="Outcomes">
      {results.outcomes.length === 0 && <Nothing>The agent has no outcomes to look for.</Nothing>}
      {results.outcomes.map(({ key, label, met, notMet, unknown, corrected }) => {
        const of = (filter: RunFilter) => open({ resultKind: 'outcome', resultKey: key, ...filter });
        const whole = met + notMet + unknown;
        return (
          <div key={key} className="border-b border-line/60 py-1 last:border-0">
            <h3 dir="auto" className="font-medium">
              {label}
            </h3>
            <Lines label={label}>
              <Line label="Yes" count={met} whole={whole} search={of({ resultValue: 'Yes' })} />
              <Line label="No" count={notMet} whole={whole} search={of({ resultValue: 'No' })} />
              <Line label="Not known" count={unknown} whole={whole} search={of({ resultState: 'MISSING' })} />
              {corrected > 0 && (
                <Line
                  label="Of these, corrected"
                  count={corrected}
                  whole={whole}
                  search={of({ resultState: 'CORRECTED' })}
                />
              )}
            </Lines>
          </div>
        );
      })}
    </Section>
  );
}

const Nothing = ({ children }: { readonly children: ReactNode }) => <p className="text-soft">{children}</p>;

function Tags({ results, open }: { readonly results: Results; readonly open: Open }) {
  return (
    <Section title="Tags">
      {results.tags.length === 0 && <Nothing>The agent has no tags to look for.</Nothing>}
      <Lines label="Tags">
        {results.tags.map(({ key, label, applied }) => (
          <Line
            key={key}
            label={label}
            count={applied}
            whole={results.analysed}
            search={open({ resultKind: 'tag', resultKey: key, resultValue: 'Yes' })}
          />
        ))}
      </Lines>
    </Section>
  );
}

/** So many different answers are shown; the export has all. */
const MOST_SHOWN = 8;

function Answers({ results, open }: { readonly results: Results; readonly open: Open }) {
  const rows = [
    ...results.answers.map((one) => ({
      kind: 'answer' as const,
      key: one.id,
      label: one.question,
      known: one.answered,
      missing: one.unanswered,
      values: one.answers,
    })),
    ...results.values.map((one) => ({
      kind: 'value' as const,
      key: one.key,
      label: one.label,
      known: one.found,
      missing: one.missing,
      values: one.values,
    })),
  ];
  if (rows.length === 0) return <Empty title="No answers yet">They appear when calls are analysed.</Empty>;
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      {rows.map(({ kind, key, label, known, missing, values }) => {
        const of = (filter: RunFilter) => open({ resultKind: kind, resultKey: key, ...filter });
        const shown = values.slice(0, MOST_SHOWN);
        const rest = known - shown.reduce((sum, { count }) => sum + count, 0);
        return (
          <Section key={`${kind} ${key}`} title={label}>
            <Lines label={label}>
              {shown.map(({ value, count }) => (
                <Line
                  key={value}
                  label={value}
                  count={count}
                  whole={known + missing}
                  search={of({ resultValue: value })}
                />
              ))}
              {rest > 0 && <li className="py-1 text-soft">{rest.toLocaleString()} with other answers</li>}
              <Line
                label="Not answered"
                count={missing}
                whole={known + missing}
                search={of({ resultState: 'MISSING' })}
              />
            </Lines>
          </Section>
        );
      })}
    </div>
  );
}

function Versions({ results, open }: { readonly results: Results; readonly open: Open }) {
  return (
    <Section title="Versions of the agent">
      <Lines label="Versions">
        {results.versions.map(({ versionId, number, conversations, completed }) => (
          <Line
            key={versionId}
            label={`${number === null ? 'Deleted version' : `Version ${number}`}: completed of ${conversations.toLocaleString()}`}
            count={completed}
            whole={conversations}
            search={open({ versionId, step: 'COMPLETED' })}
          />
        ))}
      </Lines>
    </Section>
  );
}
