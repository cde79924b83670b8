import type { RunFilter } from '@parley/contract/run-results.ts';
import type { Results } from './run-filter.tsx';

/** A run may have many outcomes; the first ones are what it was made for. */
const MOST = 3;

const number = (count: number): string => count.toLocaleString();

/** A number in a sentence, with the filter of the contacts behind it. */
interface Figure {
  readonly words: string;
  readonly filter: RunFilter;
}
export type GlanceSentence = readonly (string | Figure)[];

/** What came of a run, one sentence for each of the first outcomes; without outcomes how far it came. */
export function glanceSentences({
  outcomes,
  funnel,
}: Pick<Results, 'outcomes' | 'funnel'>): readonly GlanceSentence[] {
  const { contacts, completed } = funnel;
  if (outcomes.length === 0)
    return [
      [
        { words: number(completed), filter: { step: 'COMPLETED' } },
        ' of ',
        {
          words: `${number(contacts)} ${contacts === 1 ? 'contact' : 'contacts'}`,
          filter: { step: 'LAUNCHED' },
        },
        ` ${contacts === 1 ? 'has' : 'have'} completed a call.`,
      ],
    ];
  return outcomes.slice(0, MOST).map(({ key, label, met, notMet, unknown }) => {
    const told = met + notMet + unknown;
    const of = (filter: RunFilter) => ({ resultKind: 'outcome' as const, resultKey: key, ...filter });
    const figures = [
      { words: `${number(met)} yes`, filter: of({ resultValue: 'Yes' }) },
      { words: `${number(notMet)} no`, filter: of({ resultValue: 'No' }) },
      ...(unknown > 0
        ? [{ words: `${number(unknown)} not known`, filter: of({ resultState: 'MISSING' }) }]
        : []),
      ...(told < contacts
        ? [
            {
              words: `${number(contacts - told)} without a result`,
              filter: of({ step: 'LAUNCHED', resultState: 'NONE' }),
            },
          ]
        : []),
    ];
    return [
      `${label}: `,
      ...figures.flatMap((figure, place) => (place === 0 ? [figure] : [', ', figure])),
      '.',
    ];
  });
}

/** Without its links. */
export const wordsOf = (sentence: GlanceSentence): string =>
  sentence.map((part) => (typeof part === 'string' ? part : part.words)).join('');
