import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Open } from './run-filter.tsx';

/** Words with a number in them, which open the contacts behind it. */
export function ContactsLink({
  children,
  label,
  search,
}: {
  readonly children: ReactNode;
  /** For screen readers, where the words alone do not tell. */
  readonly label: string;
  readonly search: ReturnType<Open>;
}) {
  return (
    <Link
      to="."
      search={search as never}
      aria-label={`${label}, show contacts`}
      className="underline decoration-line decoration-dotted underline-offset-4 tabular-nums hover:decoration-ink"
    >
      {children}
    </Link>
  );
}

/** A number that opens the contacts behind it. */
function Count({ of: count, name, search }: { of: number; name: string; search: ReturnType<Open> }) {
  const words = count.toLocaleString();
  if (count === 0) return <span className="text-soft tabular-nums">{words}</span>;
  return (
    <Link
      to="."
      search={search as never}
      aria-label={`${name}: ${words}, show contacts`}
      className="font-medium underline after:absolute after:inset-0 decoration-line decoration-dotted underline-offset-4 tabular-nums hover:decoration-ink"
    >
      {words}
    </Link>
  );
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(part === whole ? 0 : 1)} %`;

/** One line: what is counted, a bar, the number. */
export function Line({
  label,
  count,
  whole,
  search,
  depth = 0,
}: {
  readonly label: string;
  readonly count: number;
  readonly whole: number;
  readonly search: ReturnType<Open>;
  readonly depth?: 0 | 1 | 2;
}) {
  const indents = ['', 'ps-4', 'ps-8'] as const;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_4rem_4rem] items-center gap-x-3 gap-y-1 rounded py-1 has-[a]:hover:bg-hover sm:grid-cols-[minmax(0,2fr)_minmax(4rem,1fr)_4rem_4rem]">
      <span dir="auto" title={label} className={`break-words sm:truncate ${indents[depth]}`}>
        {label}
      </span>
      <span
        aria-hidden
        className="col-span-3 row-start-2 h-1.5 overflow-hidden rounded-full bg-hover sm:col-span-1 sm:col-start-2 sm:row-start-1"
      >
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${Math.min(100, (count / Math.max(1, whole)) * 100)}%` }}
        />
      </span>
      <span className="text-end">
        <Count of={count} name={label} search={search} />
      </span>
      <span className="text-end text-xs text-soft tabular-nums">{percent(count, whole)}</span>
    </li>
  );
}

export const Lines = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className="flex flex-col">
    {children}
  </ul>
);
