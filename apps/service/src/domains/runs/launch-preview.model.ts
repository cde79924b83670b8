import { setImmediate } from 'node:timers/promises';
import type { LaunchPreview } from '@parley/contract/run-launch.ts';
import type { DestinationBlock } from '@parley/kernel/blocked-destination.ts';
import { type LegalHours, type LegalHoursRule, nextAllowed } from '@parley/kernel/calling-law.ts';
import { type CallingWindow, weekdayOf } from '@parley/kernel/calling-window.ts';
import { TimeZones } from '@parley/kernel/local-time.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import { nextDay, timesToday } from '../conversations/dial-rules.model.ts';
import { type CallSample, type CallSpeed, estimateOf } from './run-estimate.model.ts';

/** The contacts of one time zone and one kind of number whose turn it would be. */
export interface ZoneCount {
  readonly timeZone: string;
  /**
   * One of their numbers: all of them begin alike, so that the same law counts for them, and none of them is costly unless it is the only
   * one. Null: they have none.
   */
  readonly phoneNumber: string | null;
  /** The time zone, where the contacts' own field names it; absent or null: it follows from number and company. */
  readonly namedZone?: string | null;
  readonly contacts: number;
  readonly doNotCall: number;
  readonly withoutNumber: number;
  /** On a do-not-call register. */
  readonly registered: number;
  /** The calls of today leave none for them, by a daily limit of the run. */
  readonly isAtLimit?: boolean;
}

export interface PlannedLaunch {
  readonly runId: string;
  readonly zones: readonly ZoneCount[];
  /** Whoever opens a link needs no number and keeps no hours. */
  readonly isOnline: boolean;
  readonly window: CallingWindow | null;
  /** The hours that the law of the called country sets, as they count when the call is placed. */
  readonly legalHours: LegalHoursRule;
  /** Why a number is not called over a trunk, as where the call is placed. */
  readonly blocked: (number: string) => DestinationBlock | undefined;
  readonly minutesEach: number;
  readonly now: Date;
  readonly startsAt: Date;
  /** Of the run; null: as many as there are lines. */
  readonly callsAMinute: number | null;
  /** Contacts whose calls would wait, because the trunk for their number is switched off. */
  readonly waitingForTrunk: number;
  readonly minuteLimit: LaunchPreview['minuteLimit'];
  readonly quote: LaunchPreview['quote'];
  /** Why no call leaves the machine; null: only those to simulated numbers stay. */
  readonly simulatedBecause: 'TEST_KEY' | 'NO_TRUNK' | null;
  readonly speed: CallSpeed;
  readonly sample: CallSample;
  /** Only where contacts open a link. */
  readonly invitations?: LaunchPreview['invitations'] | undefined;
}

/** Reading thousands of numbers takes a while, and other requests must not notice. */
const READ_AT_ONCE = 200;

export async function previewLaunch(plan: PlannedLaunch): Promise<LaunchPreview> {
  const { zones, isOnline, startsAt, minutesEach } = plan;
  const clocks = new TimeZones();
  const firstAllowed = firstAllowedOf(plan, clocks);
  const dayAfter = dayAfterOf(plan, clocks);
  const waiting: (Omit<Opening, 'at'> & { at: Date | undefined })[] = [];
  const blocked = { costly_number: 0, country_not_allowed: 0 };
  let [onSimulated, waitingForLimit] = [0, 0];
  for (const [index, zone] of zones.entries()) {
    if (index % READ_AT_ONCE === READ_AT_ONCE - 1) await setImmediate();
    const contacts = zone.contacts - zone.doNotCall - (isOnline ? 0 : zone.withoutNumber + zone.registered);
    const block = isOnline || zone.phoneNumber === null ? undefined : plan.blocked(zone.phoneNumber);
    if (block) blocked[block.reason] += contacts;
    else if (contacts > 0) {
      const first = isOnline ? startsAt : firstAllowed(zone);
      const at = isOnline || !zone.isAtLimit ? first : dayAfter(zone, first);
      if (at !== first) waitingForLimit += contacts;
      waiting.push({ timeZone: zone.timeZone, at, contacts });
      if (at && SIMULATED_NUMBER.test(zone.phoneNumber ?? '')) onSimulated += contacts;
    }
  }
  const openings = merged(waiting).sort(
    (one, other) => one.at.getTime() - other.at.getTime() || other.contacts - one.contacts,
  );
  const later = openings.filter(({ at }) => at > startsAt);
  const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0);
  const callable = sum(openings.map(({ contacts }) => contacts));
  const uncallable = [
    { reason: 'do_not_call' as const, contacts: sum(zones.map(({ doNotCall }) => doNotCall)) },
    {
      reason: 'no_number' as const,
      contacts: isOnline ? 0 : sum(zones.map(({ withoutNumber }) => withoutNumber)),
    },
    {
      reason: 'registered' as const,
      contacts: isOnline ? 0 : sum(zones.map(({ registered }) => registered)),
    },
    { reason: 'country_not_allowed' as const, contacts: blocked.country_not_allowed },
    { reason: 'costly_number' as const, contacts: blocked.costly_number },
    {
      reason: 'outside_law' as const,
      contacts: sum(waiting.map(({ at, contacts }) => (at === undefined ? contacts : 0))),
    },
  ].filter(({ contacts }) => contacts > 0);
  const figures = {
    contacts: sum(zones.map(({ contacts }) => contacts)),
    callable,
    now: callable - sum(later.map(({ contacts }) => contacts)),
    uncallable,
    // Who may not be called at any hour waits for no trunk.
    waitingForTrunk: Math.min(callable, plan.waitingForTrunk),
    waitingForLimit,
    maxMinutes: callable * minutesEach,
  };
  const simulated = isOnline ? 0 : plan.simulatedBecause === null ? onSimulated : callable;
  const opens = later.map(({ timeZone, at }) => wallOf(at, clocks.of(timeZone).offsetAt(at.getTime())));
  return {
    runId: plan.runId,
    summary: sentence(figures, opens, plan),
    startsAt: startsAt.toISOString(),
    ...figures,
    openings: openings.map(({ at, ...opening }) => ({ ...opening, at: at.toISOString() })),
    minuteLimit: plan.minuteLimit,
    minutesPerCall: minutesEach,
    simulated,
    simulatedBecause: simulated === 0 ? null : (plan.simulatedBecause ?? 'SIMULATED_NUMBERS'),
    ...(plan.invitations && { invitations: plan.invitations }),
    // Nobody knows when people open their links.
    estimate: estimateOf(
      isOnline ? [] : openings.map(({ timeZone, at, contacts }) => ({ timeZone, contacts, from: at })),
      plan.speed,
      { sample: plan.sample, longestSeconds: minutesEach * 60, now: startsAt },
    ),
    quote: plan.quote,
  };
}

interface Opening {
  readonly timeZone: string;
  readonly at: Date;
  readonly contacts: number;
}

/** When the calling window and the law first allow a call; undefined: not within a month. Found once for each zone and law. */
function firstAllowedOf({ window, legalHours, startsAt }: PlannedLaunch, clocks: TimeZones) {
  const found = new Map<LegalHours | undefined, Map<string, Date | undefined>>();
  return ({ timeZone, phoneNumber, namedZone }: ZoneCount): Date | undefined => {
    const hours = phoneNumber === null ? undefined : legalHours(phoneNumber, namedZone);
    const inZones = found.get(hours) ?? new Map<string, Date | undefined>();
    found.set(hours, inZones);
    if (!inZones.has(timeZone))
      inZones.set(timeZone, nextAllowed(window, hours, clocks.of(timeZone), startsAt));
    return inZones.get(timeZone);
  };
}

/** When whoever can be called no more on a day is called instead; a limit of today is none for a call that is made tomorrow. */
function dayAfterOf({ window, legalHours, startsAt }: PlannedLaunch, clocks: TimeZones) {
  return ({ timeZone, phoneNumber, namedZone }: ZoneCount, first: Date | undefined): Date | undefined => {
    const clock = clocks.of(timeZone);
    if (first === undefined || timesToday([first.getTime()], clock, startsAt) === 0) return first;
    const hours = phoneNumber === null ? undefined : legalHours(phoneNumber, namedZone);
    return nextAllowed(window, hours, clock, nextDay(window, clock, startsAt));
  };
}

/** One for each time zone and time: numbers of several countries may be called from the same time on. */
function merged(waiting: readonly (Omit<Opening, 'at'> & { readonly at: Date | undefined })[]): Opening[] {
  const openings = new Map<string, Opening>();
  for (const { timeZone, at, contacts } of waiting) {
    if (at === undefined) continue;
    const key = `${timeZone} ${at.getTime()}`;
    openings.set(key, { timeZone, at, contacts: contacts + (openings.get(key)?.contacts ?? 0) });
  }
  return [...openings.values()];
}

interface Wall {
  readonly time: string;
  readonly weekday: string;
  readonly at: Date;
}

const DAY_MS = 86_400_000;
const weekdayNames = {
  ...{ MON: 'Monday', TUE: 'Tuesday', WED: 'Wednesday', THU: 'Thursday' },
  ...{ FRI: 'Friday', SAT: 'Saturday', SUN: 'Sunday' },
} as const;

function wallOf(at: Date, offsetMs: number): Wall {
  const wall = at.getTime() + offsetMs;
  const weekday = weekdayNames[weekdayOf(Math.floor(wall / DAY_MS))];
  return { time: new Date(wall).toISOString().slice(11, 16), weekday, at };
}

const figure = (value: number): string => value.toLocaleString('en');
const people = (count: number): string => (count === 1 ? '1 person' : `${figure(count)} people`);

type Figures = Pick<
  LaunchPreview,
  'contacts' | 'callable' | 'now' | 'uncallable' | 'waitingForTrunk' | 'waitingForLimit' | 'maxMinutes'
>;

function sentence(figures: Figures, opens: readonly Wall[], plan: PlannedLaunch): string {
  if (figures.contacts === 0) return 'Nobody is on the list yet: attach contacts.';
  const parts = [
    figures.callable === 0
      ? 'Nobody can be called'
      : `${people(figures.callable)}: ${whenWords(figures, opens, plan)}`,
    ...(plan.callsAMinute !== null && figures.callable > 0 && !plan.isOnline
      ? [`no more than ${figure(plan.callsAMinute)} calls a minute`]
      : []),
    ...(figures.waitingForLimit > 0 ? [dailyLimitWords(figures, plan)] : []),
    ...(figures.waitingForTrunk > 0 ? [trunkWords(figures)] : []),
    ...(figures.callable > 0 ? limitWords(figures, plan) : []),
    ...(figures.callable > 0 ? [costWords(plan)] : []),
    ...(figures.uncallable.length > 0 ? [uncallableWords(figures.uncallable)] : []),
  ];
  return `${parts.join('; ')}.`;
}

function whenWords({ callable, now }: Figures, opens: readonly Wall[], plan: PlannedLaunch): string {
  const start = plan.startsAt > plan.now ? `at ${utc(plan.startsAt)}` : 'now';
  if (plan.isOnline) return `the links work from ${start === 'now' ? 'now' : utc(plan.startsAt)} on`;
  if (now === callable) return callable === 1 ? start : `all ${start}`;
  const who = now === 0 ? '' : `${figure(now)} ${start}, the others `;
  return `${who}${openingWords(opens, plan.startsAt)}`;
}

const utc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** At most a day ahead the hour is enough; of different days the first is named. */
function openingWords(opens: readonly Wall[], startsAt: Date): string {
  const times = [...new Set(opens.map(({ time }) => time))].sort();
  const days = [...new Set(opens.map(({ weekday }) => weekday))];
  const isSoon = opens.every(({ at }) => at.getTime() - startsAt.getTime() < DAY_MS);
  const day = isSoon ? '' : days.length === 1 ? `${days[0]} ` : `${days.join(' or ')} `;
  return `from ${day}${times.join(' or ')} in their time zone`;
}

function trunkWords({ callable, waitingForTrunk: waiting }: Figures): string {
  const who = waiting < callable ? figure(waiting) : 'all';
  return `${who} must wait until the trunk for their numbers is switched on`;
}

function dailyLimitWords({ callable, waitingForLimit: waiting }: Figures, plan: PlannedLaunch): string {
  const [day, next] = plan.startsAt > plan.now ? ['that day', 'the day after'] : ['today', 'tomorrow'];
  const who = waiting < callable ? `${figure(waiting)} of them` : callable === 1 ? 'they' : 'all of them';
  return `${who} can be called no more ${day}, by the daily limits of the run, and must wait until ${next}`;
}

/** A limit that all calls fit in concerns nobody. */
function limitWords({ maxMinutes }: Figures, { minuteLimit, startsAt }: PlannedLaunch): string[] {
  if (minuteLimit === null) return [];
  const { perHour, perDay, wait } = minuteLimit;
  if (wait !== null && new Date(wait.until) > startsAt)
    return [`calls wait until ${utc(new Date(wait.until))}: ${wait.reason}`];
  const limits = [
    ...(perHour !== null && maxMinutes > perHour ? [`${figure(perHour)} minutes per hour`] : []),
    ...(perDay !== null && maxMinutes > perDay ? [`${figure(perDay)} minutes in 24 hours`] : []),
  ];
  return limits.length > 0 ? [`no more than ${limits.join(' and ')}, so that some calls may wait`] : [];
}

const amount = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 4 });

/** What is reserved, in the unit of the plan. Calls that are not answered cost nothing; who asks for a call-back gets a second one. */
function costWords({ quote, minutesEach, isOnline }: PlannedLaunch): string {
  const { billingSystem, required, beyond, overageCost, currency, refusal } = quote;
  const unit = required === 1 ? billingSystem.slice(0, -1) : billingSystem;
  const part =
    refusal !== null
      ? ', which the plan does not cover'
      : beyond > 0 && overageCost !== null
        ? `, ${amount(beyond)} of them beyond the plan for at most ${amount(overageCost)} ${currency}`
        : '';
  const calls = `one call of up to ${minutesEach === 1 ? '1 minute' : `${figure(minutesEach)} minutes`} each`;
  return `the launch reserves ${amount(required)} ${unit}${part}: ${calls}${isOnline ? '' : ', call-backs come on top'}`;
}

function uncallableWords(uncallable: Figures['uncallable']): string {
  const total = uncallable.reduce((sum, { contacts }) => sum + contacts, 0);
  const reasons = uncallable.map(
    ({ reason, contacts }) => `${figure(contacts)} ${whyWords[reason](contacts)}`,
  );
  return `${figure(total)} cannot be called: ${reasons.join(', ')}`;
}

const whyWords: Readonly<Record<Figures['uncallable'][number]['reason'], (contacts: number) => string>> = {
  do_not_call: () => 'asked never to be called again',
  registered: (contacts) => `${contacts === 1 ? 'is' : 'are'} on a do-not-call register`,
  no_number: (contacts) => `${contacts === 1 ? 'has' : 'have'} no phone number`,
  country_not_allowed: (contacts) => `${contacts === 1 ? 'is' : 'are'} in a country that may not be called`,
  costly_number: (contacts) =>
    contacts === 1
      ? 'is a premium-rate, shared-cost, satellite or personal number'
      : 'are premium-rate, shared-cost, satellite or personal numbers',
  outside_law: () => 'may not be called at the hours of the calling window by the law of their country',
};
