import type { Reply } from '../../api/client.ts';
import type { Choice } from '../../components/field.tsx';
import type { Filters } from '../../components/filters.tsx';

type RunContact = Reply<'/runs/{id}/contacts', 'get'>['data'][number];
type Listed = Pick<RunContact, 'status' | 'outcomes'>;
type Named = Pick<NonNullable<RunContact['outcomes']>[number], 'key' | 'label'>;

/** The outcomes of some contacts, each once: the first is the one that the agent names first. */
export function outcomesAmong(rows: readonly { readonly outcomes?: readonly Named[] }[]): Named[] {
  const all = rows.flatMap(({ outcomes }) => outcomes ?? []);
  return [...new Map(all.map(({ key, label }) => [key, { key, label }])).values()];
}

/** What a call found of an outcome; undefined: the call is still to come, or ended otherwise, which its reason says. */
export function outcomeWords({ status, outcomes }: Listed, key: string): string | undefined {
  const found = outcomes?.find((one) => one.key === key);
  if (found) return found.unknown ? 'Not known' : found.met ? 'Yes' : 'No';
  return status === 'COMPLETED' ? 'No result' : undefined;
}

/** Of each outcome: met, not met, not known, and no call that was analysed for it. */
const answers = {
  Yes: { resultValue: 'Yes' },
  No: { resultValue: 'No' },
  'Not known': { resultState: 'MISSING' },
  'No result': { resultState: 'NONE' },
} as const;

const none: Filters = {
  resultKind: undefined,
  resultKey: undefined,
  resultValue: undefined,
  resultState: undefined,
};

const choiceOf = (key: string, filter: Filters): string => JSON.stringify([key, filter]);

/** Outcomes to filter by, a group for each. */
export const outcomeChoices = (outcomes: readonly Named[]): Choice[] =>
  outcomes.flatMap(({ key, label }) =>
    Object.entries(answers).map(([words, filter]) => ({ value: choiceOf(key, filter), words, group: label })),
  );

/** The choice that a filter stands for; '' where it is about no outcome. */
export function outcomeChoice({ resultKind, resultKey, resultValue, resultState }: Filters): string {
  if (resultKind !== 'outcome' || resultKey === undefined) return '';
  const filter = Object.values(answers).find(
    (one) =>
      ('resultValue' in one ? one.resultValue : undefined) === resultValue &&
      ('resultState' in one ? one.resultState : undefined) === resultState,
  );
  return filter === undefined ? '' : choiceOf(resultKey, filter);
}

/** What a choice changes in the filter. */
export function outcomeFilter(choice: string): Filters {
  if (choice === '') return none;
  const [resultKey, filter] = JSON.parse(choice) as [string, Filters];
  return { ...none, resultKind: 'outcome', resultKey, ...filter };
}
