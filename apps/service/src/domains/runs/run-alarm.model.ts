import type { AlarmFindings, RunSettings } from '@parley/contract/run-settings.ts';
import { task } from '@parley/kernel/task.ts';

export type Alarm = NonNullable<RunSettings['alarm']>;

/** The calls of a run that have ended since it was launched or resumed. */
export interface EndedCalls {
  readonly calls: number;
  readonly answered: number;
  readonly failed: number;
  /** 0 where the alarm does not ask. */
  readonly minutes: number;
}

/** Before so many calls a share is chance. */
const USUAL_MIN_CALLS = 20;

/** By what the run goes badly; empty: it does not. */
export function findBadly(
  { answerRateBelow, failureRateAbove, minutesAbove, minCalls }: Alarm,
  { calls, answered, failed, minutes }: EndedCalls,
): AlarmFindings {
  const tells = calls >= (minCalls ?? USUAL_MIN_CALLS);
  const rounded = (share: number) => Math.round(share * 1000) / 1000;
  return [
    ...(answerRateBelow !== undefined && tells && answered / calls < answerRateBelow
      ? [{ reason: 'ANSWER_RATE' as const, limit: answerRateBelow, actual: rounded(answered / calls) }]
      : []),
    ...(failureRateAbove !== undefined && tells && failed / calls > failureRateAbove
      ? [{ reason: 'FAILURE_RATE' as const, limit: failureRateAbove, actual: rounded(failed / calls) }]
      : []),
    ...(minutesAbove !== undefined && minutes > minutesAbove
      ? [{ reason: 'MINUTES' as const, limit: minutesAbove, actual: minutes }]
      : []),
  ];
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const sentences = {
  ANSWER_RATE: (limit, actual) =>
    `Only ${percent(actual)} of its calls were answered; you expect at least ${percent(limit)}.`,
  FAILURE_RATE: (limit, actual) =>
    `${percent(actual)} of its calls failed for technical reasons; you allow ${percent(limit)}.`,
  MINUTES: (limit, actual) => `Its calls took ${actual} minutes; you allow ${limit}.`,
} satisfies Record<AlarmFindings[number]['reason'], (limit: number, actual: number) => string>;

/** Tells an owner that a run goes badly. */
export const alarmMail = (
  to: string,
  run: { readonly name: string; readonly isPaused: boolean; readonly findings: AlarmFindings },
  link: string,
) => ({
  to,
  subject: `The run "${run.name}" goes badly${run.isPaused ? ' and was paused' : ''}`,
  text: `Hello,

the run "${run.name}" goes badly:

${run.findings.map(({ reason, limit, actual }) => `- ${sentences[reason](limit, actual)}`).join('\n')}

${run.isPaused ? 'It was paused: no further calls are placed until you resume it.' : 'It goes on. Pause it if you need time to look.'}
${link}
`,
});

export const checkRunAlarmsTask = task<object>('check-run-alarms', {
  retries: 0,
  expireSeconds: 300,
  cron: '* * * * *',
});

export const sendRunAlarmTask = task<{ companyId: string; runId: string }>('send-run-alarm', {
  retries: 10,
  expireSeconds: 300,
});
