import { Badge, stateWords, type Tone } from '../../components/badge.tsx';
import { Facts, Points, Section } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import type { Analysis, Analytics } from './conversation.tsx';

/** The API's numbers for the status of an analysis. */
const [WAITING, RUNNING, , FAILED] = [0, 1, 2, 3];

/** The results of an agent without a flow. */
export function AnalysisSections({ analysis: { general, specific } }: { readonly analysis: Analysis }) {
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
export function Verdict({
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
export function Scores({ scoring: { total, items } }: { readonly scoring: Scoring }) {
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
