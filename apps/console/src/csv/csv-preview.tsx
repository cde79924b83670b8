import { dayReader } from './column-dates.ts';
import { type ColumnMapping, type ColumnTarget, isDate } from './contact-row.ts';
import type { CsvFile } from './csv-file.ts';

// A day has no time zone: it must not be shown as the day before.
const longDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' });

/** How a date is read, in the reader's format. */
const ReadAs = ({ day }: { readonly day: string | undefined }) =>
  day === undefined ? (
    <span className="block text-xs text-warn">Cannot be read: write 2027-02-05</span>
  ) : (
    <span className="block text-xs text-soft">{longDay.format(new Date(`${day}T00:00:00Z`))}</span>
  );

const SHOWN = 20;

/** The first rows as they will be imported. */
export function CsvPreview({
  file,
  targets,
  mapping,
}: {
  readonly file: CsvFile;
  readonly targets: readonly ColumnTarget[];
  readonly mapping: ColumnMapping;
}) {
  const shown = mapping.flatMap((id, column) => {
    const target = targets.find((one) => one.id === id);
    if (!target) return [];
    const day = isDate(target.id, target) ? dayReader(file.rows, column) : undefined;
    return [{ column, words: target.words, day }];
  });
  if (shown.length === 0) return <p className="text-soft">No column is chosen yet.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label="First rows" tabIndex={0} className="-mx-4 overflow-x-auto px-4">
      <table className="min-w-full text-start">
        <thead>
          <tr className="text-xs text-soft">
            <th scope="col" className="py-1.5 pe-4 text-end font-medium">
              Line
            </th>
            {shown.map(({ column, words }) => (
              <th key={column} scope="col" className="py-1.5 pe-4 text-start font-medium whitespace-nowrap">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {file.rows.slice(0, SHOWN).map(({ line, cells }) => (
            <tr key={line} className="border-t border-line/60">
              <td className="py-1.5 pe-4 text-end text-soft tabular-nums">{line}</td>
              {shown.map(({ column, day }) => (
                <td key={column} dir="auto" className="max-w-60 truncate py-1.5 pe-4">
                  {cells[column]}
                  {day && cells[column]?.trim() && <ReadAs day={day(cells[column])} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
