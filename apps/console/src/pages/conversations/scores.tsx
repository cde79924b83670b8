import { Section } from '../../kit/page.tsx';
import { stateWords } from '../../kit/status.tsx';
import type { Analytics } from './conversation-query.ts';

type Scoring = NonNullable<Analytics['scoring']>;

/** What the score is made of. */
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
                {importance && `${stateWords(importance)}, `}counts {Math.round(weightPercent)} %
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
