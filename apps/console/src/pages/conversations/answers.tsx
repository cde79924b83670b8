import { FileDown, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Action, useAction } from '../../api/action.ts';
import { get } from '../../api/client.ts';
import { Badge, stateWords, type Tone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { saveFile } from '../../components/file.tsx';
import { Facts, Points, Section } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { clockTime } from '../../components/time.tsx';
import type { Analysis, Analytics, Conversation } from './conversation.tsx';

type Seek = (second: number) => void;
/** The API's number for it. */
const COMPLETED = 2;

/** The results of the conversation, each with the quote it is based on. */
export function Answers({
  conversation: { id, analytics, analysis, status },
  onSeek,
}: {
  readonly conversation: Conversation;
  readonly onSeek: Seek;
}) {
  if (analytics) {
    return (
      <div className="flex flex-col gap-4">
        <PdfButton id={id} />
        <Verdict analytics={analytics} />
        <Questions qa={analytics.qa} onSeek={onSeek} />
        <Fields fields={analytics.fields} onSeek={onSeek} />
        <Outcomes outcomes={analytics.outcomes} onSeek={onSeek} />
        <Tags tags={analytics.tags} />
        {analytics.scoring && <Scores scoring={analytics.scoring} />}
      </div>
    );
  }
  if (analysis) {
    return (
      <div className="flex flex-col gap-4">
        {analysis.general.status === COMPLETED && <PdfButton id={id} />}
        <AnalysisSections analysis={analysis} />
      </div>
    );
  }
  return (
    <Empty title="No results yet">
      {status === 'COMPLETED'
        ? 'Analysis is in progress. Results appear here automatically.'
        : 'After the call, answers appear here with the quotes they are based on.'}
    </Empty>
  );
}

function PdfButton({ id }: { readonly id: string }) {
  const pdf = useAnalysisPdf(id);
  return (
    <Button
      className="self-end"
      icon={<FileDown size={14} />}
      busy={pdf.busy}
      onClick={() => pdf.run(undefined)}
    >
      Download PDF
    </Button>
  );
}

function Questions({ qa, onSeek }: { readonly qa: Analytics['qa']; readonly onSeek: Seek }) {
  if (qa.length === 0) return null;
  return (
    <Section title="Questions and answers">
      <ol className="flex flex-col gap-4">
        {qa.map(({ id, question, answered, answer, evidence, evidenceTime }) => (
          <li key={id} className="flex flex-col gap-1">
            <p dir="auto" className="text-soft">
              {question}
            </p>
            <p dir="auto" className="font-medium">
              {answered ? answer : <span className="font-normal text-soft">Not answered</span>}
            </p>
            <Evidence words={evidence} second={evidenceTime} onSeek={onSeek} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

interface Finding {
  readonly key: string;
  readonly evidence: string | null;
  readonly evidenceTime: number | null;
}

/** Results of the call, each with the quote it is based on. */
function Findings<Found extends Finding>({
  title,
  of: findings,
  onSeek,
  children,
}: {
  readonly title: string;
  readonly of: readonly Found[];
  readonly onSeek: Seek;
  readonly children: (found: Found) => ReactNode;
}) {
  if (findings.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="flex flex-col gap-3">
        {findings.map((found) => (
          <li key={found.key} className="flex flex-col gap-1">
            <div className="flex flex-wrap items-baseline gap-x-3">{children(found)}</div>
            <Evidence words={found.evidence} second={found.evidenceTime} onSeek={onSeek} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Fields({ fields, onSeek }: { readonly fields: Analytics['fields']; readonly onSeek: Seek }) {
  return (
    <Findings title="Extracted values" of={fields} onSeek={onSeek}>
      {({ label, value, confidence }) => (
        <>
          <span dir="auto" className="text-soft">
            {label}
          </span>
          <span dir="auto" className="font-medium">
            {valueWords(value)}
          </span>
          {value !== null && <Confidence of={confidence} />}
        </>
      )}
    </Findings>
  );
}

function Outcomes({ outcomes, onSeek }: { readonly outcomes: Analytics['outcomes']; readonly onSeek: Seek }) {
  return (
    <Findings title="Outcomes" of={outcomes} onSeek={onSeek}>
      {({ label, met, confidence }) => (
        <>
          <Badge tone={met ? 'good' : 'neutral'}>{met ? 'Met' : 'Not met'}</Badge>
          <span dir="auto">{label}</span>
          <Confidence of={confidence} />
        </>
      )}
    </Findings>
  );
}

function Tags({ tags }: { readonly tags: Analytics['tags'] }) {
  const applied = tags.filter((tag) => tag.applied);
  if (applied.length === 0) return null;
  return (
    <Section title="Tags">
      <ul className="flex flex-col gap-2">
        {applied.map(({ key, label, reason }) => (
          <li key={key} className="flex flex-wrap items-center gap-2">
            <Badge tone="accent">{label}</Badge>
            <span dir="auto" className="text-soft">
              {reason}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Confidence({ of: confidence }: { readonly of: number }) {
  return <span className="text-xs text-soft tabular-nums">{Math.round(confidence * 100)} % confidence</span>;
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'Not mentioned';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Downloads the analysis as a PDF. */
function useAnalysisPdf(id: string): Action<undefined, unknown> {
  return useAction(() => get('/conversations/{id}/analysis/pdf', { path: { id } }), {
    onDone: ({ analysisPdfBase64 }) =>
      saveFile(`analysis-${id}.pdf`, bytesOf(analysisPdfBase64), 'application/pdf'),
  });
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** A quote of the contact, and its time in the recording. */
function Evidence({
  words,
  second,
  onSeek,
}: {
  readonly words: string | null;
  readonly second: number | null;
  readonly onSeek: (second: number) => void;
}) {
  if (words === null) return null;
  return (
    <blockquote className="flex items-start gap-2 border-s-2 border-line ps-2.5 text-soft">
      {second !== null && (
        <button
          type="button"
          aria-label={`Play from ${clockTime(second)}`}
          onClick={() => onSeek(second)}
          className="inline-flex shrink-0 items-center gap-1 rounded bg-hover px-1.5 text-xs leading-5 font-medium text-ink tabular-nums hover:bg-accent-soft hover:text-accent"
        >
          <Play size={10} aria-hidden />
          {clockTime(second)}
        </button>
      )}
      <span dir="auto" className="min-w-0 break-words">
        {words}
      </span>
    </blockquote>
  );
}

/** The API's numbers for the status of an analysis. */
const [WAITING, RUNNING, , FAILED] = [0, 1, 2, 3];

/** The results of an agent without a flow. */
function AnalysisSections({ analysis: { general, specific } }: { readonly analysis: Analysis }) {
  if (general.status === WAITING || general.status === RUNNING) {
    return <Empty title="Analysis in progress">Results usually appear here within seconds.</Empty>;
  }
  if (general.status === FAILED) {
    return (
      <Empty title="Analysis failed">
        The analysis will not be retried automatically. The transcript is complete.
      </Empty>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <Section
        title="Assessment"
        actions={
          general.overallRating !== null && (
            <span className="font-semibold tabular-nums">{Math.round(general.overallRating)} of 100</span>
          )
        }
      >
        <div className="flex flex-col gap-4">
          <Facts
            of={[
              ['Company fit', general.companyFitRating && stateWords(general.companyFitRating)],
              ['Education', general.education],
              ['Experience', general.experience],
              ...(general.scoringIncompleteReason
                ? [['Not scored', general.scoringIncompleteReason] as const]
                : []),
            ]}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Points title="Strong points" points={general.strongPoints} />
            <Points title="Weak points" points={general.weakPoints} />
            <Points title="Evaluation" points={general.evaluation} />
          </div>
        </div>
      </Section>
      {specific && Object.keys(specific).length > 0 && (
        <Section title="Language test">
          <Facts
            of={Object.entries(specific).map(([name, value]) => [stateWords(spaced(name)), words(value)])}
          />
        </Section>
      )}
    </div>
  );
}

const spaced = (name: string): string => name.replaceAll(/([A-Z])/g, '_$1');

function words(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${stateWords(spaced(name))}: ${words(one)}`)
    .join(' · ');
}

const tones: Readonly<Record<string, Tone>> = { positive: 'good', neutral: 'neutral', negative: 'bad' };

/** The summary of the call. */
function Verdict({
  analytics: { summary, sentiment, matchScore, evaluation },
}: {
  readonly analytics: Analytics;
}) {
  return (
    <Section
      title="Summary"
      actions={
        <>
          <Badge tone={tones[sentiment.overall] ?? 'neutral'}>
            {sentiment.overall}, {sentiment.trajectory}
          </Badge>
          {matchScore !== null && (
            <span className="text-lg font-semibold tabular-nums">
              <span className="sr-only">Score </span>
              {Math.round(matchScore)}
            </span>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p dir="auto">{summary}</p>
        {sentiment.notes && (
          <p dir="auto" className="text-soft">
            {sentiment.notes}
          </p>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Points title="Strengths" points={evaluation.strengths} />
          <Points title="Concerns" points={evaluation.concerns} />
          <Points title="Objections" points={evaluation.objections} />
          <Points title="Assessment" points={evaluation.assessment} />
        </div>
      </div>
    </Section>
  );
}

type Scoring = NonNullable<Analytics['scoring']>;

/** The parts of the score. */
function Scores({ scoring: { total, items } }: { readonly scoring: Scoring }) {
  return (
    <Section
      title="Scores"
      actions={<span className="font-semibold tabular-nums">{Math.round(total)} of 100</span>}
    >
      <ul className="flex flex-col gap-4">
        {items.map(({ key, label, score, weightPercent, importance, reasoning }) => (
          <li key={key} className="flex flex-col gap-1">
            <div className="flex items-baseline gap-3">
              <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
                {label}
              </span>
              <span className="text-xs text-soft">
                {importance && `${stateWords(importance)}, `}weight {Math.round(weightPercent)} %
              </span>
              <span className="w-8 text-end font-semibold tabular-nums">{Math.round(score)}</span>
            </div>
            <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-hover">
              <div className="h-full rounded-full bg-accent" style={{ width: `${score}%` }} />
            </div>
            <p dir="auto" className="text-soft">
              {reasoning}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
