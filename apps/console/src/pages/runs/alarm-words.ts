import { unitWords } from '../usage/price.ts';
import type { Run } from './run.ts';

type Alarm = NonNullable<Run['alarm']>;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const words = {
  ANSWER_RATE: (limit: number, actual: number) =>
    `${percent(actual)} of the calls were answered, less than ${percent(limit)}`,
  FAILURE_RATE: (limit: number, actual: number) =>
    `${percent(actual)} of the calls failed, more than ${percent(limit)}`,
  MINUTES: (limit: number, actual: number) =>
    `the calls took ${actual.toLocaleString()} minutes, more than ${limit.toLocaleString()}`,
  SPEND: (limit: number, actual: number, unit = '') =>
    `the calls cost ${actual.toLocaleString()} ${unitWords(unit)}, more than ${limit.toLocaleString()}`,
} as const;

/** By what the run went badly. */
export const findingWords = ({ findings }: Pick<Alarm, 'findings'>): string =>
  findings.map(({ reason, limit, actual, unit }) => words[reason](limit, actual, unit)).join('; ');

/** What the alarm means for the run as it is now; nothing where its status says it all. */
export function whatFollows({ isPaused }: Pick<Alarm, 'isPaused'>, status: Run['status']): string {
  if (status === 'RUNNING') return 'The run goes on.';
  return isPaused && status === 'PAUSED' ? 'The run was paused. Resume it to go on.' : '';
}
