import type { Reply } from '../../api/client.ts';
import { moneyIn } from '../usage/plan-usage.tsx';
import type { LaunchCheck } from './launch-check.ts';

/** What is needed, and what is available. */
export function needWords({ attached, minutesACall, quote }: LaunchCheck): string {
  const { billingSystem: unit, required, left, beyond } = quote;
  const calls = `${attached.toLocaleString()} ${attached === 1 ? 'call' : 'calls'} of up to ${minutesACall} minutes`;
  const need =
    beyond > 0
      ? `needs ${required.toLocaleString()} ${unit}, and ${left.toLocaleString()} are available`
      : `reserves ${required.toLocaleString()} of the ${left.toLocaleString()} ${unit} available`;
  return `The launch ${need}: ${calls}.`;
}

/** What happens to unused units, or with missing ones. */
export function restWords(check: LaunchCheck): string {
  const {
    billingSystem: unit,
    beyond,
    overagePrice,
    overageCost,
    currency,
    refusal,
    suggestedAction,
  } = check.quote;
  switch (suggestedAction) {
    case 'purchase_minutes':
      return `The plan sells no ${unit} beyond these, so the launch is refused and nobody is called. ${remedyWords(check)}.`;
    case 'increase_spending_cap':
      return 'Paying for the rest would exceed the monthly spending cap, so the launch is refused and nobody is called. Attach fewer contacts, or have the cap raised.';
    case 'upgrade_plan':
    case 'contact_support':
      return `${refusal}.`;
  }
  const returned = `${unit.charAt(0).toUpperCase()}${unit.slice(1)} that a call does not use are returned when it ends.`;
  if (beyond === 0 || overagePrice === null || overageCost === null) return returned;
  const money = moneyIn(currency);
  return `The other ${beyond.toLocaleString()} are paid beyond the plan: at most ${money(overageCost)}, at ${money(overagePrice)} each. ${returned}`;
}

/** What makes the launch fit: shorter calls, fewer of them, or a larger plan. */
function remedyWords({ attached, minutesACall, quote }: LaunchCheck): string {
  const { billingSystem: unit, required, left } = quote;
  const shorter = Math.floor((minutesACall * left) / required);
  const fewer = Math.floor((attached * left) / required);
  const remedies = [
    ...(shorter > 0
      ? [`shorten the calls to ${counted(shorter, 'minute')} (Maximum minutes of the agent)`]
      : []),
    ...(fewer > 0 ? [`keep no more than ${counted(fewer, 'contact')}`] : []),
    `have ${unit} added to the plan`,
  ];
  const words = new Intl.ListFormat('en', { type: 'disjunction' }).format(remedies);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`;

type Preview = Pick<Reply<'/runs/{id}/launch-preview', 'get'>, 'startsAt' | 'openings'>;

/** So many time zones are listed, those with the earliest calls first. */
const MOST_ZONES = 5;

/** From when on the contacts of each time zone are called, as lines; none when all are called at the start. */
export function callTimes({ startsAt, openings }: Preview): string[] {
  if (openings.every(({ at }) => at <= startsAt)) return [];
  const lines = openings.slice(0, MOST_ZONES).map(({ timeZone, at, contacts }) => {
    return `${counted(contacts, 'contact')} in ${timeZone}: ${at <= startsAt ? 'at the start' : `from ${dateAndTime(at, timeZone)}`}`;
  });
  const later = openings.slice(MOST_ZONES).reduce((sum, { contacts }) => sum + contacts, 0);
  return later === 0 ? lines : [...lines, `${counted(later, 'contact')} in other time zones`];
}

const dateAndTime = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(at));
