import { Section } from '../../components/page.tsx';
import { type Hour, tableOfHours } from './call-hours-table.ts';
import { ContactsLink } from './result-lines.tsx';
import type { Open } from './run-filter.tsx';

const dayOf = ({ from }: Hour): string =>
  new Date(from).toLocaleDateString(undefined, { weekday: 'short', day: 'numeric', month: 'short' });
/** With the time zone: when clocks go back, it tells one hour from the other. */
const hourOf = ({ from }: Hour): string =>
  new Date(from).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });

/** Five shades, by the share of contacts who answered. */
const shades = ['bg-hover', 'bg-accent/10', 'bg-accent/15', 'bg-accent/20', 'bg-accent/25'] as const;
const shadeOf = ({ contacts, contactsAnswered }: Hour): string =>
  shades[
    Math.min(shades.length - 1, Math.floor((contactsAnswered / Math.max(1, contacts)) * shades.length))
  ] ?? shades[0];

/** The calls of each day and hour, in the time of the reader. Its numbers open the contacts who answered, or were called then. */
export function CallHours({ hours, searchOf }: { readonly hours: readonly Hour[]; readonly searchOf: Open }) {
  const { clock, days } = tableOfHours(hours);
  return (
    <Section title="Calls by day and hour">
      {hours.length === 0 ? (
        <p className="text-soft">No calls yet.</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="text-xs tabular-nums">
            <caption className="sr-only">Contacts who answered and who were called by day and hour</caption>
            <thead>
              <tr>
                <th scope="col" className="pe-3 text-start font-medium text-soft">
                  Day
                </th>
                {clock.map((time) => (
                  <th key={time} scope="col" className="min-w-14 px-1 py-1 font-medium text-soft">
                    {time}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map(({ date, first, cells }) => (
                <tr key={date}>
                  <th scope="row" className="pe-3 text-start font-medium whitespace-nowrap">
                    {dayOf(first)}
                  </th>
                  {cells.map((cell, column) => (
                    <td key={clock[column]} className="p-0.5 text-center">
                      {cell.map((hour) => (
                        <Cell key={hour.from} hour={hour} searchOf={searchOf} />
                      ))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p className="mt-2 text-xs text-soft">
            Contacts who answered of those called; the darker, the more answered.
          </p>
        </div>
      )}
    </Section>
  );
}

function Cell({ hour, searchOf }: { readonly hour: Hour; readonly searchOf: Open }) {
  const { from, to, contacts, contactsAnswered, calls } = hour;
  const link = (count: number, words: string, step: 'CALLED' | 'ANSWERED') => (
    <ContactsLink
      label={`${hourOf(hour)}: ${count.toLocaleString()} ${words}`}
      search={searchOf({ step, calledFrom: from, calledTo: to })}
    >
      {count.toLocaleString()}
    </ContactsLink>
  );
  return (
    <span
      title={`${hourOf(hour)}: ${calls.toLocaleString()} ${calls === 1 ? 'call' : 'calls'}`}
      className={`block rounded px-1.5 py-1 text-ink ${shadeOf(hour)}`}
    >
      {link(contactsAnswered, 'answered', 'ANSWERED')}/{link(contacts, 'called', 'CALLED')}
    </span>
  );
}
