import type {
  RetryPolicy,
  SentCallingWindow,
  SentRetryPolicy,
  SentVoice,
  SentVoicemail,
  Voice,
  Voicemail,
} from '@parley/contract/agent.ts';
import { type CallingWindow, weekdays } from '@parley/kernel/calling-window.ts';
import type { Static } from 'typebox';

export const everyDay: CallingWindow = { days: [...weekdays], start: '08:00', end: '20:00' };

export const completeWindow = (sent: Static<typeof SentCallingWindow>): CallingWindow | null =>
  sent === null ? null : { days: sent.days ?? everyDay.days, start: sent.start, end: sent.end };

export const completeRetryPolicy = (sent: Static<typeof SentRetryPolicy>): RetryPolicy => ({
  maxAttempts: sent.maxAttempts ?? 3,
  delaySeconds: sent.delaySeconds ?? [1800, 14_400],
});

export const completeVoice = (sent: Static<typeof SentVoice>): Voice => ({
  provider: sent.provider ?? null,
  voiceId: sent.voiceId ?? null,
  speed: sent.speed ?? 1,
});

export const completeVoicemail = (sent: Static<typeof SentVoicemail>): Voicemail => ({
  action: sent.action ?? 'HANG_UP',
  message: sent.message ?? null,
});

export function dialingViolations(sent: {
  callingWindow: CallingWindow | null | undefined;
  retryPolicy: RetryPolicy | undefined;
}): string[] {
  const { callingWindow, retryPolicy } = sent;
  const isNeverOpen = callingWindow != null && callingWindow.start === callingWindow.end;
  const hasNoDelay =
    Array.isArray(retryPolicy?.delaySeconds) &&
    retryPolicy.delaySeconds.length === 0 &&
    retryPolicy.maxAttempts > 1;
  return [
    ...(isNeverOpen ? ['callingWindow.end must differ from callingWindow.start'] : []),
    ...(hasNoDelay ? ['retryPolicy.delaySeconds must have an entry when there are retries'] : []),
  ];
}
