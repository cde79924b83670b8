import { Empty } from '../../kit/empty.tsx';
import { Facts, Section } from '../../kit/page.tsx';
import { stateWords } from '../../kit/status.tsx';
import type { Analysis } from './conversation-query.ts';
import { Points } from './points.tsx';

/** Numbers that the API has for the states of an analysis. */
const [WAITING, RUNNING, , FAILED] = [0, 1, 2, 3];

/** What an agent without a flow of its own found out. */
export function AnalysisSections({ analysis: { general, specific } }: { readonly analysis: Analysis }) {
  if (general.status === WAITING || general.status === RUNNING) {
    return (
      <Empty title="The call is being read">What came of it appears here by itself, mostly in seconds.</Empty>
    );
  }
  if (general.status === FAILED) {
    return (
      <Empty title="The call could not be read">
        The analysis failed and will not be tried again by itself. The transcript is complete.
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
              ['Fit', general.companyFitRating && stateWords(general.companyFitRating)],
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
