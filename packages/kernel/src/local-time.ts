const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** No zone changes its clocks twice within a week, so equal offsets at both ends mean one offset throughout. */
const SPAN_MS = 7 * DAY_MS;

/** What the calendar and the clock on the wall show. */
export interface LocalTime {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** From an instant on, a clock runs this far ahead of UTC, at least until `until`. */
export interface Stretch {
  readonly offsetMs: number;
  readonly until: number;
}

interface Span {
  readonly start: number;
  readonly before: number;
  /** The instant from which `after` holds; the end of the span where the clocks are left alone. */
  readonly change: number;
  readonly after: number;
}

/**
 * The clock of one time zone. It caches offsets, because a call of Intl costs microseconds and a new formatter fifty.
 * Keep the instance where it is used often; `TimeZones` does so for many zones.
 */
export class TimeZone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  readonly #spans = new Map<number, Span>();

  constructor(name: string) {
    this.name = name;
    this.#format = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' });
  }

  stretchAt(at: number): Stretch {
    const span = this.#spanAt(at);
    return at < span.change
      ? { offsetMs: span.before, until: span.change }
      : { offsetMs: span.after, until: span.start + SPAN_MS };
  }

  offsetAt(at: number): number {
    const span = this.#spanAt(at);
    return at < span.change ? span.before : span.after;
  }

  /** The first instant after `low`, at most `high`, at which the offset of `high` holds. */
  changeBetween(low: number, high: number): number {
    const after = this.#offsetFromIntl(high);
    let [closed, open] = [Math.floor(low / MINUTE_MS), Math.ceil(high / MINUTE_MS)];
    while (open - closed > 1) {
      const middle = Math.floor((closed + open) / 2);
      if (this.#offsetFromIntl(middle * MINUTE_MS) === after) open = middle;
      else closed = middle;
    }
    return open * MINUTE_MS;
  }

  #spanAt(at: number): Span {
    const index = Math.floor(at / SPAN_MS);
    const known = this.#spans.get(index);
    if (known !== undefined) return known;
    const start = index * SPAN_MS;
    const [before, after] = [this.#offsetFromIntl(start), this.#offsetFromIntl(start + SPAN_MS)];
    const change = before === after ? start + SPAN_MS : this.changeBetween(start, start + SPAN_MS);
    const span = { start, before, change, after };
    this.#spans.set(index, span);
    return span;
  }

  #offsetFromIntl(at: number): number {
    const offset = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(this.#format.format(at));
    const [sign, hours, minutes, seconds] = offset?.slice(1) ?? [];
    const ms =
      Number(hours ?? 0) * 3_600_000 + Number(minutes ?? 0) * MINUTE_MS + Number(seconds ?? 0) * 1000;
    return sign === '-' ? -ms : ms;
  }
}

/** The clocks of many zones, each built once. */
export class TimeZones {
  readonly #zones = new Map<string, TimeZone>();

  of(name: string): TimeZone {
    const known = this.#zones.get(name);
    if (known !== undefined) return known;
    const zone = new TimeZone(name);
    this.#zones.set(name, zone);
    return zone;
  }
}

/** A name is enough for a single use; keep the zone for many. */
export const zoneOf = (zone: TimeZone | string): TimeZone =>
  typeof zone === 'string' ? new TimeZone(zone) : zone;

export function toLocal(at: Date, zone: TimeZone | string): LocalTime {
  const shifted = new Date(at.getTime() + zoneOf(zone).offsetAt(at.getTime()));
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
  };
}

type LocalFields = Pick<LocalTime, 'year' | 'month' | 'day'> & Partial<LocalTime>;

/**
 * The instant of a local time. Fields beyond their range carry over, as day 32 does. A time that occurs twice in autumn
 * means the first occurrence; a time skipped in spring means the first instant after the gap.
 */
export function fromLocal(fields: LocalFields, zone: TimeZone | string): Date {
  const { year, month, day, hour = 0, minute = 0, second = 0 } = fields;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const clock = zoneOf(zone);
  // A day on either side is past any change of the clocks that could concern this wall time.
  const [before, after] = [clock.offsetAt(wall - DAY_MS), clock.offsetAt(wall + DAY_MS)];
  if (clock.offsetAt(wall - before) === before) return new Date(wall - before);
  if (clock.offsetAt(wall - after) === after) return new Date(wall - after);
  return new Date(clock.changeBetween(wall - after, wall - before));
}

/** A day of the calendar as YYYY-MM-DD. The year 0, which JavaScript knows, is none: PostgreSQL refuses it. */
export const isDay = (sent: unknown): sent is string =>
  typeof sent === 'string' &&
  /^(?!0000)\d{4}-\d\d-\d\d$/.test(sent) &&
  !Number.isNaN(Date.parse(sent)) &&
  new Date(sent).toISOString().startsWith(sent);
