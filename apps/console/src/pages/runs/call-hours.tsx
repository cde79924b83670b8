import { Link } from '@tanstack/react-router';
import { Section } from '../../components/page.tsx';
import type { Open, Results } from './run-filter.tsx';

type Hour = Results['hours'][number];

const dayOf = (at: Date): string =>
  at.toLocaleDateString(undefined, { weekday: 'short', day: 'numeric', month: 'short' });

/** Five shades, by the share of calls that were answered. */
const shades = ['bg-hover', 'bg-accent/10', 'bg-accent/15', 'bg-accent/20', 'bg-accent/25'] as const;
const shadeOf = ({ calls, answered }: Hour): string =>
  shades[Math.min(shades.length - 1, Math.floor((answered / Math.max(1, calls)) * shades.length))] ??
  shades[0];

/** The calls of each day and hour, in the time of the reader. A cell opens the contacts who were called then. */
export function CallHours({ hours, searchOf }: { readonly hours: readonly Hour[]; readonly searchOf: Open }) {
  const days = Map.groupBy(hours, ({ from }) => dayOf(new Date(from)));
  const clock = [...new Set(hours.map(({ from }) => new Date(from).getHours()))].sort((a, b) => a - b);
  return (
    <Section title="Calls by day and hour">
      {hours.length === 0 ? (
        <p className="text-soft">No calls yet.</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="text-xs tabular-nums">
            <caption className="sr-only">Calls and answered calls by day and hour</caption>
            <thead>
              <tr>
                <th scope="col" className="pe-3 text-start font-medium text-soft">
                  Day
                </th>
                {clock.map((hour) => (
                  <th key={hour} scope="col" className="min-w-14 px-1 py-1 font-medium text-soft">
                    {String(hour).padStart(2, '0')}:00
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...days].map(([day, inDay]) => (
                <tr key={day}>
                  <th scope="row" className="pe-3 text-start font-medium whitespace-nowrap">
                    {day}
                  </th>
                  {clock.map((hour) => {
                    const cell = inDay.find(({ from }) => new Date(from).getHours() === hour);
                    return (
                      <td key={hour} className="p-0.5 text-center">
                        {cell && (
                          <Cell hour={cell} search={searchOf({ calledFrom: cell.from, calledTo: cell.to })} />
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
          <p className="mt-2 text-xs text-soft">
            Answered of calls placed; the darker, the more were answered.
          </p>
        </div>
      )}
    </Section>
  );
}

function Cell({ hour, search }: { readonly hour: Hour; readonly search: ReturnType<Open> }) {
  const { calls, answered } = hour;
  return (
    <Link
      to="."
      search={search as never}
      aria-label={`${answered.toLocaleString()}/${calls.toLocaleString()} calls answered, show contacts`}
      className={`block rounded px-1.5 py-1 text-ink hover:underline ${shadeOf(hour)}`}
    >
      {answered.toLocaleString()}/{calls.toLocaleString()}
    </Link>
  );
}
