import type { RunFilter } from '@parley/contract/run-results.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { FilterSelect, useFilters } from '../../components/filters.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { Pending } from '../../components/placeholder.tsx';
import { CallHours } from './call-hours.tsx';
import { glanceSentences, wordsOf } from './glance-words.ts';
import { NoOutcomes, Nothing } from './no-outcomes.tsx';
import { ContactsLink, Line, Lines } from './result-lines.tsx';
import { bothOf, partOf } from './result-part.ts';
import type { Run } from './run.ts';
import { Answers } from './run-answers.tsx';
import {
  ExportMenu,
  endings,
  filterWords,
  noFilter,
  type Open,
  OutcomeFilter,
  type Results,
  resultsQuery,
  StatusFilter,
  useRunFilter,
  versionWords,
} from './run-filter.tsx';
import { simulatedWords } from './simulated-words.ts';

/** What came of a run, or of a part of it. Every number opens the contacts behind it. */
export function RunResults({ run }: { readonly run: Run }) {
  const { filter } = useRunFilter();
  const part = partOf(filter);
  const all = useQuery(resultsQuery(run.id, {}));
  const { data, error, refetch } = useQuery({
    ...resultsQuery(run.id, part),
    placeholderData: keepPreviousData,
  });
  if (!data) return <Pending error={error} onRetry={() => void refetch()} />;
  const open: Open = (name) => ({ ...bothOf(part, name), tab: 'contacts' });
  const simulated = simulatedWords(data.calls);
  return (
    <div className="flex flex-col gap-5">
      {simulated && <Notice tone="warn">{simulated}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        <PartFilters all={all.data ?? data} part={part} />
        <span className="ms-auto">
          <ExportMenu run={run} part="results" words={filterWords(part, all.data)} />
        </span>
      </div>
      <p className="text-xs text-soft">
        Choose a number to see the people behind it. “Export results” has a row for each person and a column
        for each result. Where somebody corrected a result, the corrected one counts.
      </p>
      <Glance results={data} open={open} />
      <div className="grid gap-5 lg:grid-cols-2">
        <Outcomes run={run} results={data} open={open} />
        <Tags results={data} open={open} />
      </div>
      <Answers results={data} open={open} />
      <Funnel funnel={data.funnel} open={open} />
      <Endings results={data} open={open} />
      <CallHours hours={data.hours} searchOf={open} />
      {data.versions.length > 0 && <Versions results={data} open={open} />}
    </div>
  );
}

/** Which part of the run is counted. */
function PartFilters({ all, part }: { readonly all: Results; readonly part: RunFilter }) {
  const [, setFilters] = useFilters();
  return (
    <>
      <StatusFilter />
      <OutcomeFilter outcomes={all.outcomes} filter={part} />
      {all.versions.length > 1 && (
        <FilterSelect
          name="versionId"
          label="Version"
          any="All versions"
          choices={all.versions.map(({ versionId: value, number }) => ({
            value,
            words: versionWords(number),
          }))}
        />
      )}
      {Object.keys(part).length > 0 && (
        <Button look="quiet" size="small" icon={<X size={14} />} onClick={() => setFilters(noFilter)}>
          Clear filter
        </Button>
      )}
    </>
  );
}

/** The answer in one sentence, before any line is read. */
function Glance({ results, open }: { readonly results: Results; readonly open: Open }) {
  return (
    <div
      role="status"
      aria-label="Results at a glance"
      className="flex flex-col gap-1 text-base font-semibold"
    >
      {glanceSentences(results).map((sentence) => (
        <p key={wordsOf(sentence)} dir="auto">
          {sentence.map((one) =>
            typeof one === 'string' ? (
              one
            ) : (
              <ContactsLink key={JSON.stringify(one.filter)} label={one.words} search={open(one.filter)}>
                {one.words}
              </ContactsLink>
            ),
          )}
        </p>
      ))}
    </div>
  );
}

function Funnel({ funnel, open }: { readonly funnel: Results['funnel']; readonly open: Open }) {
  const whole = funnel.contacts;
  return (
    <Section title="How far the calls came">
      <Lines label="Funnel">
        <Line label="Contacts" count={whole} whole={whole} search={open({ step: 'LAUNCHED' })} />
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

function Outcomes({
  run,
  results,
  open,
}: {
  readonly run: Run;
  readonly results: Results;
  readonly open: Open;
}) {
  return (
    <Section title="Outcomes">
      {results.outcomes.length === 0 && <NoOutcomes agentId={run.agentId} />}
      {results.outcomes.map(({ key, label, met, notMet, unknown, corrected }) => {
        const of = (filter: RunFilter) => open({ resultKind: 'outcome', resultKey: key, ...filter });
        const without = results.funnel.contacts - met - notMet - unknown;
        const whole = results.funnel.contacts;
        return (
          <div key={key} className="border-b border-line/60 py-1 last:border-0">
            <h3 dir="auto" className="font-medium">
              {label}
            </h3>
            <Lines label={label}>
              <Line label="Yes" count={met} whole={whole} search={of({ resultValue: 'Yes' })} />
              <Line label="No" count={notMet} whole={whole} search={of({ resultValue: 'No' })} />
              <Line label="Not known" count={unknown} whole={whole} search={of({ resultState: 'MISSING' })} />
              {without > 0 && (
                <Line
                  label="No result"
                  count={without}
                  whole={whole}
                  search={of({ step: 'LAUNCHED', resultState: 'NONE' })}
                />
              )}
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

function Tags({ results, open }: { readonly results: Results; readonly open: Open }) {
  return (
    <Section title="Tags">
      {results.tags.length === 0 && <Nothing>No tags yet.</Nothing>}
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

function Versions({ results, open }: { readonly results: Results; readonly open: Open }) {
  return (
    <Section title="Versions of the agent">
      <Lines label="Versions">
        {results.versions.flatMap(({ versionId, number, conversations, completed }) => [
          <Line
            key={versionId}
            label={versionWords(number)}
            count={conversations}
            whole={results.funnel.contacts}
            search={open({ versionId })}
          />,
          <Line
            key={`${versionId} completed`}
            depth={1}
            label={`Completed with ${versionWords(number).toLowerCase()}`}
            count={completed}
            whole={conversations}
            search={open({ versionId, step: 'COMPLETED' })}
          />,
        ])}
      </Lines>
    </Section>
  );
}
