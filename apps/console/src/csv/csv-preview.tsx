import type { ColumnMapping, ColumnTarget } from './contact-column.ts';
import type { CsvFile } from './csv-file.ts';

const SHOWN = 20;

/** The first rows as they will be taken: the chosen columns under their new names. */
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
    return target ? [{ column, words: target.words }] : [];
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
              {shown.map(({ column }) => (
                <td key={column} dir="auto" className="max-w-60 truncate py-1.5 pe-4">
                  {cells[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
