import type { Reply } from '../../api/client.ts';
import { moneyIn } from '../usage/plan-usage.tsx';

/** What the launch reserves, as its preview says: by the versions that call. */
export type LaunchCost = Pick<
  Reply<'/runs/{id}/launch-preview', 'get'>,
  'contacts' | 'minutesPerCall' | 'quote'
>;

type Invitation = NonNullable<Reply<'/runs/{id}/launch-preview', 'get'>['invitations']>[number];

/** Whom a channel reaches, and whom not. */
export function invitationWords({
  contacts,
  withoutAddress,
  unsubscribed,
  doNotCall,
  isSent,
}: Invitation): string {
  const others: readonly (readonly [number, string, string])[] = [
    [withoutAddress, 'has no address', 'have no address'],
    [unsubscribed, 'wants no more messages', 'want no more messages'],
    [doNotCall, 'asked never to be called again', 'asked never to be called again'],
  ];
  const parts = [
    `${counted(contacts, 'contact')} can be invited`,
    ...others.flatMap(([count, one, more]) =>
      count === 0 ? [] : [`${count.toLocaleString()} ${count === 1 ? one : more}`],
    ),
  ];
  const rest = isSent
    ? ''
    : ' Nothing is sent: the messages wait in the outbox, where you can copy the links.';
  return `${parts.join(', ')}.${rest}`;
}

/** What is needed, and what is available. */
export function needWords({ contacts, minutesPerCall, quote }: LaunchCost): string {
  const { billingSystem: unit, required, left, beyond } = quote;
  const calls = `${contacts.toLocaleString()} ${contacts === 1 ? 'call' : 'calls'} of up to ${minutesPerCall} minutes`;
  const need =
    beyond > 0
      ? `needs ${required.toLocaleString()} ${unit}, and ${left.toLocaleString()} are available`
      : `reserves ${required.toLocaleString()} of the ${left.toLocaleString()} ${unit} available`;
  return `The launch ${need}: ${calls}.`;
}

/** What happens to unused units, or with missing ones. */
export function restWords(cost: LaunchCost): string {
  const {
    billingSystem: unit,
    beyond,
    overagePrice,
    overageCost,
    currency,
    refusal,
    suggestedAction,
  } = cost.quote;
  switch (suggestedAction) {
    case 'purchase_minutes':
      return `The plan sells no ${unit} beyond these, so the launch is refused and nobody is called. ${remedyWords(cost)}.`;
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
function remedyWords({ contacts, minutesPerCall, quote }: LaunchCost): string {
  const { billingSystem: unit, required, left } = quote;
  const shorter = Math.floor((minutesPerCall * left) / required);
  const fewer = Math.floor((contacts * left) / required);
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
