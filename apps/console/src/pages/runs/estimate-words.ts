import type { Reply } from '../../api/client.ts';

export type Estimate = Reply<'/runs/{id}/estimate', 'get'>;

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** Today the time is enough. */
function momentWords(iso: string, nowMs: number): string {
  const at = new Date(iso);
  return at.toDateString() === new Date(nowMs).toDateString() ? time.format(at) : dayAndTime.format(at);
}

const lengthWords = (seconds: number): string => {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [
    ...(minutes > 0 ? [`${minutes} min`] : []),
    ...(rest > 0 || minutes === 0 ? [`${rest} s`] : []),
  ].join(' ');
};

/** Those who are called long after the others. */
function laterWords({ contacts, callbacks, lastAt }: NonNullable<Estimate['later']>, nowMs: number): string {
  const [one, many] =
    callbacks === contacts
      ? ['call-back', 'call-backs']
      : callbacks === 0
        ? ['retry', 'retries']
        : ['retry', 'retries and call-backs'];
  const last = momentWords(lastAt, nowMs);
  return contacts === 1
    ? `1 ${one} comes later, at ${last}`
    : `${contacts.toLocaleString()} ${many} come later, the last at ${last}`;
}

/** When the run ends and why then, or why that is not known; undefined where nothing is to be said. */
export function endWords(
  { endsAt, latestEndsAt, unknownBecause, waiting, parallelCalls, callSeconds, later }: Estimate,
  nowMs: number,
): string | undefined {
  if (endsAt !== null && callSeconds !== null) {
    const who = waiting === 1 ? '1 contact waits' : `${waiting.toLocaleString()} contacts wait`;
    const many = parallelCalls === 1 ? 'one call at a time' : `${parallelCalls} calls at a time`;
    const end =
      later?.othersEndAt == null
        ? `Ends at about ${momentWords(endsAt, nowMs)}`
        : `Most calls end at about ${momentWords(later.othersEndAt, nowMs)}; ${laterWords(later, nowMs)}`;
    return `${end}: ${who}, ${many}, ${lengthWords(callSeconds)} a call on average. Calling again those who are not reached can take longer.`;
  }
  switch (unknownBecause) {
    case 'NO_CALLS_YET': {
      const end = later?.othersLatestEndAt ?? latestEndsAt;
      const latest =
        end === null
          ? ''
          : ` If every call took the maximum time, the first calls would end at ${momentWords(end, nowMs)}.`;
      return `When it ends is not known yet: that takes five finished calls of this agent.${latest}`;
    }
    case 'PAUSED':
      return 'When it ends is not known while the run is paused.';
    case 'TOO_FAR':
      return 'At this pace it takes more than two months.';
    default:
      return undefined;
  }
}
