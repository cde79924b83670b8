import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A small bar chart, with its values as a table for screen readers. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly note?: string;
}

const HEIGHT = 120;
const STEP = 24;

export function Bars({
  title,
  bars,
  unit,
}: {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly unit: string;
}) {
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  const most = Math.max(1, highest);
  const width = Math.max(1, bars.length) * STEP;
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="flex items-baseline gap-2 text-xs text-soft">
        <span className="font-medium text-ink">{title}</span>
        <span className="ms-auto tabular-nums">Highest: {highest.toLocaleString()}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-30 w-full rtl:-scale-x-100"
        aria-hidden
      >
        {bars.map(({ label, value, note }, place) => {
          const height = Math.max(value > 0 ? 2 : 0.5, (value / most) * (HEIGHT - 4));
          return (
            <rect
              key={label}
              x={place * STEP + 3}
              y={HEIGHT - height}
              width={STEP - 6}
              height={height}
              rx={2}
              className={value > 0 ? 'fill-accent' : 'fill-line'}
            >
              <title>{note ?? `${label}: ${value.toLocaleString()} ${unit}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className="flex justify-between text-2xs text-soft tabular-nums">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <tbody>
          {bars.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>
                {value} {unit}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

export interface MeterPart {
  readonly name: string;
  readonly words: string;
  readonly value: number;
  /** The colour of the segment, as a class. */
  readonly fill: string;
}

/** One bar with several segments and an accessible description. `whole` is its length; the rest stays empty. */
export function Meter({
  label,
  parts,
  whole,
  thick = false,
}: {
  readonly label: string;
  readonly parts: readonly MeterPart[];
  readonly whole: number;
  readonly thick?: boolean;
}) {
  const spoken = parts
    .filter(({ value }) => value > 0)
    .map(({ words, value }) => `${words} ${value.toLocaleString()}`)
    .join(', ');
  return (
    <div
      role="img"
      aria-label={spoken === '' ? `${label}: nothing yet` : `${label}: ${spoken}`}
      className={classNames(
        'flex w-full gap-px overflow-hidden rounded-full bg-hover',
        thick ? 'h-3' : 'h-1.5',
      )}
    >
      {whole > 0 &&
        parts.map(
          ({ name, words, value, fill }) =>
            value > 0 && (
              <span
                key={name}
                title={`${words}: ${value.toLocaleString()}`}
                // Even the smallest share stays visible.
                style={{ width: `${Math.min(100, (value / whole) * 100)}%` }}
                className={classNames('min-w-0.5 transition-[width] duration-300', fill)}
              />
            ),
        )}
    </div>
  );
}

/** What the colours of a meter mean, with the figures. */
export function MeterLegend({
  parts,
  searchOf,
}: {
  readonly parts: readonly MeterPart[];
  /** The address of what a figure counts. */
  readonly searchOf?: (name: string) => Readonly<Record<string, string>>;
}) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-xs">
      {parts.map(({ name, words, value, fill }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden className={classNames('size-2 rounded-full', fill)} />
          <span className="text-soft">{words}</span>
          {searchOf === undefined || value === 0 ? (
            <span className="font-medium tabular-nums">{value.toLocaleString()}</span>
          ) : (
            <Link
              to="."
              search={searchOf(name) as never}
              aria-label={`${words}: ${value.toLocaleString()}, show conversations`}
              className="font-medium tabular-nums underline decoration-line decoration-dotted underline-offset-4 hover:decoration-ink"
            >
              {value.toLocaleString()}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** How far something is, from 0 to 1. */
export function Progress({ label, value }: { readonly label: string; readonly value: number }) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 w-full overflow-hidden rounded-full bg-hover"
    >
      <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  );
}

/** One figure and what it counts. */
export function Stat({
  label,
  value,
  note,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-lg border border-line bg-surface p-4">
      <span className="text-xs font-medium text-soft">{label}</span>
      <span className="text-2xl font-semibold tracking-tight tabular-nums">{value}</span>
      {note && <span className="truncate text-xs text-soft">{note}</span>}
    </div>
  );
}
