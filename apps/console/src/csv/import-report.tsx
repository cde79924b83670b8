import { writeCsv } from '@parley/kernel/csv.ts';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Stat } from '../components/chart.tsx';
import { saveFile } from '../components/file.tsx';
import type { CsvFile } from './csv-file.ts';
import type { ImportOutcome } from './import-contacts.ts';
import { type ImportList, leftOf, listCsv, listsOf } from './import-lists.ts';

const SHOWN = 100;

/** The result of an import: what became of the rows, each with line and reason. */
export function ImportReport({
  file,
  outcome,
  children,
}: {
  readonly file: CsvFile;
  readonly outcome: ImportOutcome;
  /** Next steps. */
  readonly children?: ReactNode;
}) {
  const left = leftOf(file, outcome);
  const lists = listsOf(file, outcome);
  const count = (key: string) => lists.find((list) => list.key === key)?.rows.length ?? 0;
  const [updated, twice, known] = [count('updated'), count('twice'), count('known')];
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Stat label="Imported" value={count('imported').toLocaleString()} />
        {updated > 0 && <Stat label="Updated" value={updated.toLocaleString()} note="Already contacts" />}
        {twice > 0 && <Stat label="Skipped" value={twice.toLocaleString()} note="Twice in the file" />}
        {known > 0 && <Stat label="Skipped" value={known.toLocaleString()} note="Already contacts" />}
        <Stat label="Refused" value={count('refused').toLocaleString()} />
        {left > 0 && <Stat label="Not sent" value={left.toLocaleString()} note="You stopped the import" />}
        {outcome.unsure.length > 0 && (
          <Stat label="Unknown" value={outcome.unsure.length.toLocaleString()} note="No answer received" />
        )}
      </div>
      {outcome.unsure.length > 0 && (
        <p role="alert" className="text-warn">
          Lines {outcome.unsure[0]} to {outcome.unsure.at(-1)} were sent, but no answer was received. Some may
          have been imported: check before you import them again.
        </p>
      )}
      {count('refused') > 0 && (
        <p className="text-soft">
          Refused rows are not imported: download them, fix them and import that file.
        </p>
      )}
      <div className="flex flex-col divide-y divide-line/60">
        {lists.map((list) => (
          <RowList key={list.key} file={file} list={list} />
        ))}
      </div>
      {children}
    </div>
  );
}

/** Rows with the same result, folded away unless something must be done about them. */
function RowList({
  file,
  list: { key, title, rows },
}: {
  readonly file: CsvFile;
  readonly list: ImportList;
}) {
  const [isOpen, setOpen] = useState(key === 'refused');
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="py-2">
      <summary className="font-medium">
        {title} ({rows.length.toLocaleString()})
      </summary>
      {isOpen && (
        <div className="flex flex-col gap-2 pt-2">
          <div>
            <Button
              size="small"
              icon={<Download size={14} />}
              onClick={() =>
                saveFile(`${key}-${file.name}`, writeCsv(listCsv(file, rows)), 'text/csv;charset=utf-8')
              }
            >
              Download {title.charAt(0).toLowerCase() + title.slice(1)}
            </Button>
          </div>
          <ul aria-label={title} className="flex flex-col divide-y divide-line/60">
            {rows.slice(0, SHOWN).map(({ line, words }) => (
              <RowNote key={line} line={line} words={words} cells={cellsOf(file, line)} />
            ))}
          </ul>
          {rows.length > SHOWN && (
            <p className="text-xs text-soft">
              And {(rows.length - SHOWN).toLocaleString()} more: they are all in the file.
            </p>
          )}
        </div>
      )}
    </details>
  );
}

/** One row of the file, with what it says, so that it is found without counting lines. */
export const RowNote = ({
  line,
  words,
  cells,
}: {
  readonly line: number;
  readonly words: string;
  readonly cells: string;
}) => (
  <li className="flex gap-3 py-1.5">
    <span className="w-20 shrink-0 text-soft tabular-nums">Line {line}</span>
    <span className="min-w-0">
      <span dir="auto" className="block break-words">
        {words}
      </span>
      <span dir="auto" className="block truncate text-xs text-soft">
        {cells}
      </span>
    </span>
  </li>
);

/** What a line of the file says; empty where the line could not be read. */
export const cellsOf = ({ rows }: CsvFile, line: number): string =>
  rows
    .find((row) => row.line === line)
    ?.cells.filter((cell) => cell.trim() !== '')
    .join(' · ') ?? '';
