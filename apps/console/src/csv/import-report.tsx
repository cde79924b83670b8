import { writeCsv } from '@parley/kernel/csv.ts';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Violation } from '../api/client.ts';
import { Button } from '../components/button.tsx';
import { Stat } from '../components/chart.tsx';
import { saveFile } from '../components/file.tsx';
import type { CsvFile } from './csv-file.ts';
import { answered, type ImportOutcome, type Refusal } from './import-contacts.ts';

const SHOWN = 100;

/** The result of an import: how many rows were imported, and which were not, with line and reason. */
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
  const { counts } = outcome;
  const changed = counts.updated + counts.merged;
  const bad = [
    ...file.problems.map(({ line, words }) => ({ line, words })),
    ...outcome.refused.map((refusal) => ({ line: refusal.line, words: reasonOf(refusal) })),
  ].sort((a, b) => a.line - b.line);
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Stat label="Imported" value={counts.created.toLocaleString()} />
        {changed > 0 && <Stat label="Updated" value={changed.toLocaleString()} note="Already contacts" />}
        {counts.skipped > 0 && (
          <Stat label="Skipped" value={counts.skipped.toLocaleString()} note="Already contacts" />
        )}
        <Stat label="Refused" value={bad.length.toLocaleString()} />
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
      {bad.length > 0 && (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <p className="me-auto text-soft">
              Fix these rows and import them separately; all other rows are imported.
            </p>
            <Button
              size="small"
              icon={<Download size={14} />}
              onClick={() =>
                saveFile(
                  `refused-${file.name}`,
                  writeCsv(refusedCsv(file, outcome)),
                  'text/csv;charset=utf-8',
                )
              }
            >
              Download refused rows
            </Button>
          </div>
          <ul aria-label="Refused rows" className="flex flex-col divide-y divide-line/60">
            {bad.slice(0, SHOWN).map(({ line, words }) => (
              <li key={line} className="flex gap-3 py-1.5">
                <span className="w-20 shrink-0 text-soft tabular-nums">Line {line}</span>
                <span dir="auto" className="min-w-0 break-words">
                  {words}
                </span>
              </li>
            ))}
          </ul>
          {bad.length > SHOWN && (
            <p className="text-xs text-soft">
              And {(bad.length - SHOWN).toLocaleString()} more: they are all in the file.
            </p>
          )}
        </>
      )}
      {children}
    </div>
  );
}

/** Why a row was refused, with field labels: "Phone number must be…". */
export const reasonOf = ({ errors }: Refusal): string => errors.map(named).join('; ');

function named({ path, code, problem, message }: Violation): string {
  if (path === '' || code === 'one_required') return message;
  const words = path
    .replace(/^fields\./, '')
    .replaceAll(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${problem}`;
}

/** How many rows were never sent. */
export const leftOf = (file: CsvFile, outcome: Pick<ImportOutcome, 'counts' | 'unsure'>): number =>
  file.rows.length - answered(outcome) - outcome.unsure.length;

const FORMULA = /^[=@\t\r]|^[+-](?![\d\s().-]*$)/;

/** A spreadsheet must not take somebody's name for a formula; numbers, also of telephones, stay as they are. */
const unformulated = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

/** The refused rows with all columns and the reason: once fixed, the file can be imported again. */
export function refusedCsv(file: CsvFile, { refused }: ImportOutcome): readonly (readonly string[])[] {
  const reasons = new Map(refused.map((refusal) => [refusal.line, reasonOf(refusal)]));
  const width = file.header.length;
  return [
    [...file.header, 'Line', 'Reason'],
    ...file.rows.flatMap(({ line, cells }) => {
      const reason = reasons.get(line);
      if (reason === undefined) return [];
      const padded = Array.from({ length: width }, (_, at) => unformulated(cells[at] ?? ''));
      return [[...padded, String(line), reason]];
    }),
    ...file.problems.map(({ line, words }) => [
      ...Array.from({ length: width }, () => ''),
      String(line),
      words,
    ]),
  ];
}
