import type { RunFilter } from '@parley/contract/run-results.ts';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { Line, Lines } from './result-lines.tsx';
import type { Open, Results } from './run-filter.tsx';

export function Answers({ results, open }: { readonly results: Results; readonly open: Open }) {
  const rows: readonly Answered[] = [
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
      {rows.map((one) => (
        <AnswerCounts key={`${one.kind} ${one.key}`} of={one} open={open} />
      ))}
    </div>
  );
}

interface Answered {
  readonly kind: 'answer' | 'value';
  readonly key: string;
  readonly label: string;
  readonly known: number;
  readonly missing: number;
  readonly values: Results['answers'][number]['answers'];
}

/** So many different answers are shown at first. */
const FIRST_SHOWN = 8;

/** The answers to one question. Those that are too rare to be counted one by one are in the export. */
function AnswerCounts({ of: answered, open }: { readonly of: Answered; readonly open: Open }) {
  const [isWhole, setWhole] = useState(false);
  const { kind, key, label, known, missing, values } = answered;
  const of = (filter: RunFilter) => open({ resultKind: kind, resultKey: key, ...filter });
  const shown = isWhole ? values : values.slice(0, FIRST_SHOWN);
  const more = values.length - FIRST_SHOWN;
  const toggle = isWhole
    ? 'Show fewer answers'
    : `Show ${more.toLocaleString()} more ${more === 1 ? 'answer' : 'answers'}`;
  const rest = known - values.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section title={label}>
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
        {more > 0 && (
          <li className="py-1">
            {/* It stays when it is pressed, so that it keeps the focus. */}
            <Button
              size="small"
              aria-expanded={isWhole}
              aria-label={`${toggle}: ${label}`}
              onClick={() => setWhole(!isWhole)}
            >
              {toggle}
            </Button>
          </li>
        )}
        {shown.length === values.length && rest > 0 && (
          // No filter lists the rarer ones alone.
          <Line
            label="Any answer, also rarer ones"
            count={known}
            whole={known + missing}
            search={of({ resultState: 'FOUND' })}
          />
        )}
        <Line
          label="Not answered"
          count={missing}
          whole={known + missing}
          search={of({ resultState: 'MISSING' })}
        />
      </Lines>
    </Section>
  );
}
