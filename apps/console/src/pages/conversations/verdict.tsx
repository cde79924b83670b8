import { Badge, type Tone } from '../../kit/badge.tsx';
import { Section } from '../../kit/page.tsx';
import type { Analytics } from './conversation-query.ts';
import { Points } from './points.tsx';

const tones: Readonly<Record<string, Tone>> = { positive: 'good', neutral: 'neutral', negative: 'bad' };

/** The call in a few sentences. */
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
