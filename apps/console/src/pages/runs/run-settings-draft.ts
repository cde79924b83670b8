import type { RunSettings } from '@parley/contract/run-settings.ts';

export type CallingWindow = NonNullable<RunSettings['callingWindow']>;

/** The settings of a run as they are typed; empty: as the agent has it, or none. */
export interface SettingsDraft {
  /** Undefined: the agent's hours; null: any time. */
  readonly callingWindow: CallingWindow | null | undefined;
  readonly maxAttempts: string;
  readonly delayMinutes: string;
  readonly callsPerMinute: string;
  readonly rampUpMinutes: string;
  readonly perContactPerDay: string;
  readonly perNumberPerDay: string;
  readonly priority: 'LOW' | 'NORMAL' | 'HIGH';
  readonly answerRateBelow: string;
  readonly failureRateAbove: string;
  readonly minutesAbove: string;
  readonly spendAbove: string;
  /** Of `spendAbove`: the unit of the plan when it was typed. */
  readonly spendUnit: string | undefined;
  readonly minCalls: string;
  readonly pause: boolean;
}

const words = (value: number | undefined): string => (value === undefined ? '' : String(value));
/** Without the last digits of a product, which are not exact: 0.07 * 100 is 7.000000000000001. */
const exact = (value: number): number => Number(value.toPrecision(15));
const percent = (share: number | undefined): string =>
  words(share === undefined ? undefined : exact(share * 100));

export function draftOf(settings: RunSettings = {}): SettingsDraft {
  const { callingWindow, retryPolicy, pace, limits, priority = 'NORMAL', alarm } = settings;
  const delays = [retryPolicy?.delaySeconds ?? []].flat();
  return {
    callingWindow,
    maxAttempts: words(retryPolicy?.maxAttempts),
    delayMinutes: delays.map((seconds) => seconds / 60).join(', '),
    callsPerMinute: words(pace?.callsPerMinute),
    rampUpMinutes: words(pace?.rampUpMinutes),
    perContactPerDay: words(limits?.perContactPerDay),
    perNumberPerDay: words(limits?.perNumberPerDay),
    priority,
    answerRateBelow: percent(alarm?.answerRateBelow),
    failureRateAbove: percent(alarm?.failureRateAbove),
    minutesAbove: words(alarm?.minutesAbove),
    spendAbove: words(alarm?.spendAbove?.amount),
    spendUnit: alarm?.spendAbove?.unit,
    minCalls: words(alarm?.minCalls),
    pause: alarm?.pause ?? false,
  };
}

const number = <Name extends string>(name: Name, text: string, scale = 1) =>
  text.trim() === '' ? {} : ({ [name]: exact(Number(text) / scale) } as Record<Name, number>);
const unlessEmpty = <Name extends string, Part extends object>(name: Name, part: Part) =>
  Object.keys(part).length === 0 ? {} : ({ [name]: part } as Record<Name, Part>);

const limitsOf = (draft: SettingsDraft) => ({
  ...number('answerRateBelow', draft.answerRateBelow, 100),
  ...number('failureRateAbove', draft.failureRateAbove, 100),
  ...number('minutesAbove', draft.minutesAbove),
  ...(draft.spendAbove.trim() !== '' && {
    spendAbove: { amount: Number(draft.spendAbove), unit: draft.spendUnit ?? '' },
  }),
});

/** What follows an alarm is set, and nothing that could raise one. */
export const lacksLimit = (draft: SettingsDraft): boolean =>
  (draft.pause || draft.minCalls.trim() !== '') && Object.keys(limitsOf(draft)).length === 0;

/** What is sent; null leaves everything to the agent. */
export function settingsOf(draft: SettingsDraft): RunSettings | null {
  const delays = draft.delayMinutes.split(',').filter((part) => part.trim() !== '');
  const settings = {
    ...(draft.callingWindow !== undefined && { callingWindow: draft.callingWindow }),
    ...unlessEmpty('retryPolicy', {
      ...number('maxAttempts', draft.maxAttempts),
      ...(delays.length > 0 && { delaySeconds: delays.map((minutes) => Math.round(Number(minutes) * 60)) }),
    }),
    ...unlessEmpty('pace', {
      ...number('callsPerMinute', draft.callsPerMinute),
      ...number('rampUpMinutes', draft.rampUpMinutes),
    }),
    ...unlessEmpty('limits', {
      ...number('perContactPerDay', draft.perContactPerDay),
      ...number('perNumberPerDay', draft.perNumberPerDay),
    }),
    ...(draft.priority !== 'NORMAL' && { priority: draft.priority }),
    ...unlessEmpty('alarm', {
      ...limitsOf(draft),
      ...number('minCalls', draft.minCalls),
      ...(draft.pause && { pause: true }),
    }),
  };
  return Object.keys(settings).length === 0 ? null : (settings as RunSettings);
}
