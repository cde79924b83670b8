import type { AlarmFindings, RunAlarm, RunSettings } from '@parley/contract/run-settings.ts';
import { task } from '@parley/kernel/task.ts';
import { type MinutePrice, rounded } from '../billing/price.model.ts';

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
  { answerRateBelow, failureRateAbove, minutesAbove, spendAbove, minCalls }: Alarm,
  { calls, answered, failed, minutes }: EndedCalls,
  price: MinutePrice | null = null,
): AlarmFindings {
  const tells = calls >= (minCalls ?? USUAL_MIN_CALLS);
  const thousandths = (share: number) => Math.round(share * 1000) / 1000;
  const spent = price === null ? 0 : rounded(minutes * price.perMinute);
  return [
    ...(answerRateBelow !== undefined && tells && answered / calls < answerRateBelow
      ? [{ reason: 'ANSWER_RATE' as const, limit: answerRateBelow, actual: thousandths(answered / calls) }]
      : []),
    ...(failureRateAbove !== undefined && tells && failed / calls > failureRateAbove
      ? [{ reason: 'FAILURE_RATE' as const, limit: failureRateAbove, actual: thousandths(failed / calls) }]
      : []),
    ...(minutesAbove !== undefined && minutes > minutesAbove
      ? [{ reason: 'MINUTES' as const, limit: minutesAbove, actual: minutes }]
      : []),
    // In another unit the limit means nothing.
    ...(spendAbove !== undefined && spendAbove.unit === price?.unit && spent > spendAbove.amount
      ? [{ reason: 'SPEND' as const, limit: spendAbove.amount, actual: spent, unit: spendAbove.unit }]
      : []),
  ];
}

/** The other settings of an alarm do nothing by themselves. */
export function limitViolations(alarm: Alarm | undefined): string[] {
  if (alarm === undefined) return [];
  const { answerRateBelow, failureRateAbove, minutesAbove, spendAbove } = alarm;
  return [answerRateBelow, failureRateAbove, minutesAbove, spendAbove].every((limit) => limit === undefined)
    ? ['settings.alarm needs a limit: answerRateBelow, failureRateAbove, minutesAbove or spendAbove']
    : [];
}

/** Why the limit on what a run may spend cannot be set with this plan. */
export function spendViolations(alarm: Alarm | undefined, price: MinutePrice | null): string[] {
  const { spendAbove } = alarm ?? {};
  if (spendAbove === undefined || spendAbove.unit === price?.unit) return [];
  const path = 'settings.alarm.spendAbove';
  return price === null
    ? [`${path} cannot be set: the plan has no price for a minute; use minutesAbove`]
    : [`${path}.unit must be ${price.unit}, the unit of the plan`];
}

/** Those whose reason has not been reported since the run was launched or resumed. */
export const unreported = (findings: AlarmFindings, raised: RunAlarm | null): AlarmFindings =>
  findings.filter(({ reason }) => !raised?.findings.some((one) => one.reason === reason));

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const sentences = {
  ANSWER_RATE: (limit, actual) =>
    `Only ${percent(actual)} of its calls were answered; you expect at least ${percent(limit)}.`,
  FAILURE_RATE: (limit, actual) =>
    `${percent(actual)} of its calls failed for technical reasons; you allow ${percent(limit)}.`,
  MINUTES: (limit, actual) => `Its calls took ${actual} minutes; you allow ${limit}.`,
  SPEND: (limit, actual, unit = '') => {
    const words = unit === 'CREDITS' ? 'credits' : unit;
    return `Its calls cost ${actual} ${words}; you allow ${limit} ${words}.`;
  },
} satisfies Record<
  AlarmFindings[number]['reason'],
  (limit: number, actual: number, unit: string | undefined) => string
>;

function whatFollows({ isPaused, isOver }: { readonly isPaused: boolean; readonly isOver: boolean }): string {
  if (isPaused) return 'It was paused: no further calls are placed until you resume it.';
  return isOver
    ? 'It is over: no further calls are placed.'
    : 'It continues to place calls. Pause it if you need time to look.';
}

/** Tells an owner that a run goes badly. */
export const alarmMail = (
  to: string,
  run: {
    readonly name: string;
    readonly isPaused: boolean;
    readonly isOver: boolean;
    readonly findings: AlarmFindings;
  },
  link: string,
) => ({
  to,
  subject: `The run "${run.name}" crossed an alarm limit${run.isPaused ? ' and was paused' : ''}`,
  text: `Hello,

the run "${run.name}" crossed an alarm limit:

${run.findings.map(({ reason, limit, actual, unit }) => `- ${sentences[reason](limit, actual, unit)}`).join('\n')}

${whatFollows(run)}
${link}
`,
});

export const checkRunAlarmsTask = task<object>('check-run-alarms', {
  retries: 0,
  expireSeconds: 300,
  cron: '* * * * *',
});

/** What is mailed; a process of the version before says only the run. */
export interface AlarmNotification {
  readonly companyId: string;
  readonly runId: string;
  /** The reasons that are new, and when they were found. */
  readonly reasons?: readonly string[];
  readonly raisedAt?: string;
}

export const sendRunAlarmTask = task<AlarmNotification>('send-run-alarm', {
  retries: 10,
  expireSeconds: 300,
});
