import type { CsvRecord } from '@parley/kernel/csv.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useCatalog } from '../api/catalog.ts';
import { Button } from '../components/button.tsx';
import { Progress } from '../components/chart.tsx';
import { useAskBeforeLeaving } from '../components/draft.ts';
import { FileDrop } from '../components/file.tsx';
import { Section } from '../components/page.tsx';
import { LoadError, SkeletonLines } from '../components/placeholder.tsx';
import { useKeptTab } from '../components/tabs.tsx';
import { inAYear } from '../components/time.tsx';
import {
  type ColumnMapping,
  type ColumnTarget,
  columnTargets,
  guessMapping,
  type ImportRow,
  linesWithSharedNumber,
  missingColumns,
  rowReader,
} from './contact-row.ts';
import { type CsvFile, CsvRefusal, parseCsv } from './csv-file.ts';
import { CsvMapping } from './csv-mapping.tsx';
import { ImportCheck } from './import-check.tsx';
import type { ImportOutcome } from './import-contacts.ts';
import { type ImportChoices, ImportOptions, optionsOf } from './import-options.tsx';
import { ImportReport } from './import-report.tsx';
import { type ImportPhase, type ImportRun, useImportRun } from './import-run.ts';
import { UndoImport } from './import-undo.tsx';

export interface ContactImportProps {
  /** Called once, with the created contacts by line. */
  readonly onDone?: (outcome: ImportOutcome) => void;
  /** Jobs to which all contacts are assigned. */
  readonly jobIds?: readonly string[];
  /** Shown below the report. */
  readonly next?: (outcome: ImportOutcome) => ReactNode;
}

/** The import of contacts: choose a file, map its columns, preview the first rows, import. */
export function ContactImport({ onDone, jobIds, next }: ContactImportProps) {
  const catalog = useCatalog();
  const targets = useMemo(() => columnTargets(catalog.data ?? []), [catalog.data]);
  const [file, setFile] = useState<CsvFile>();
  const [reading, setReading] = useState<number>();
  const [refusal, setRefusal] = useState<string>();
  const [mapping, setMapping] = useState<ColumnMapping>([]);
  const [choices, setChoices] = useState<ImportChoices>(() => ({
    duplicates: 'skip',
    matchBy: 'both',
    tags: [],
    keepUntil: inAYear(new Date()),
  }));
  const shared = useMemo(() => linesWithSharedNumber(file?.rows ?? [], mapping), [file, mapping]);
  const run = useImportRun(onDone);
  useKeptTab(file !== undefined);
  const isUnderWay = run.phase !== 'idle' && run.phase !== 'done';
  useAskBeforeLeaving({
    is: isUnderWay,
    title: 'Leave the import?',
    words: 'Rows that were not sent yet will not be imported. Rows already imported stay.',
    isKept: true,
  });

  const choose = async (chosen: File) => {
    setRefusal(undefined);
    setReading(0);
    try {
      const parsed = await parseCsv(chosen, { onProgress: setReading });
      setFile(parsed);
      setMapping(guessMapping(parsed.header, targets));
      run.reset();
    } catch (error) {
      setRefusal(error instanceof CsvRefusal ? error.message : 'Could not read the file. Choose it again.');
    }
    setReading(undefined);
  };
  const rowsOf = ({ rows }: CsvFile) =>
    each(rows, rowReader(mapping, targets, jobIds === undefined ? {} : { jobIds }));

  if (catalog.data === undefined) {
    if (catalog.error) return <LoadError error={catalog.error} onRetry={() => void catalog.refetch()} />;
    return <SkeletonLines />;
  }
  const chooser = (
    <FileDrop
      label={file ? 'Choose another file' : 'Choose a CSV file'}
      hint="Or drop it here. The first line must contain the column names."
      accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
      isDisabled={reading !== undefined || isUnderWay}
      onFile={(chosen) => void choose(chosen)}
    />
  );
  if (!file) {
    return (
      <div className="flex flex-col gap-3">
        {chooser}
        {reading !== undefined && <Progress label="Reading the file" value={reading} />}
        {refusal && (
          <p role="alert" className="text-bad">
            {refusal}
          </p>
        )}
      </div>
    );
  }
  const total = file.rows.length;
  if (run.phase === 'done' && run.outcome) {
    return (
      <Section title={`Results of ${file.name}`}>
        <ImportReport file={file} outcome={run.outcome}>
          <div className="flex flex-wrap items-center gap-2">
            {next?.(run.outcome)}
            {run.importId !== undefined && <UndoImport importId={run.importId} onDone={run.reset} />}
          </div>
          {chooser}
        </ImportReport>
      </Section>
    );
  }
  if (isUnderWay) {
    return (
      <Section title={`Importing ${file.name}`}>
        <ImportState run={run} total={total} />
      </Section>
    );
  }
  const missing = missingColumns(mapping);
  const isReady = missing.length === 0 && choices.keepUntil !== '';
  return (
    <>
      {chooser}
      {refusal && (
        <p role="alert" className="text-bad">
          {refusal}
        </p>
      )}
      <Section title={`Columns of ${file.name}`}>
        <CsvMapping file={file} targets={targets} mapping={mapping} onMap={setMapping} />
      </Section>
      <Section title="Preview">
        <CsvPreview file={file} targets={targets} mapping={mapping} />
      </Section>
      <Section title="Import">
        <div className="flex flex-col gap-4">
          <ImportOptions value={choices} onChange={setChoices} />
          {missing.map((words) => (
            <p key={words} className="text-warn">
              {words}
            </p>
          ))}
          {choices.duplicates === 'create' && shared.length > 0 && (
            <p className="text-warn">
              {shared.length.toLocaleString()} rows share their phone number with another row; the first are
              lines {shared.slice(0, 5).join(', ')}. One number is called once at a time, so these contacts
              are called one after the other.
            </p>
          )}
          {file.problems.length > 0 && (
            <p className="text-warn">
              {file.problems.length.toLocaleString()} {file.problems.length === 1 ? 'record' : 'records'}{' '}
              could not be read; the first is on line {file.problems[0]?.line}.
            </p>
          )}
          {isReady && (
            // Anew when something was chosen differently: an old result would mislead.
            <ImportCheck
              key={JSON.stringify([file.name, total, mapping, choices])}
              rows={() => rowsOf(file)}
              options={optionsOf(choices)}
              total={total}
            />
          )}
          <div>
            <Button
              look="primary"
              disabled={!isReady}
              onClick={() => run.start(rowsOf(file), { name: file.name, ...optionsOf(choices) })}
            >
              Import {total.toLocaleString()} {total === 1 ? 'contact' : 'contacts'}
            </Button>
          </div>
        </div>
      </Section>
    </>
  );
}

/** Converted while they are sent: tens of thousands at once would block the page. */
function* each(rows: readonly CsvRecord[], read: (row: CsvRecord) => ImportRow): Generator<ImportRow> {
  for (const row of rows) yield read(row);
}

const words: Readonly<Record<Exclude<ImportPhase, 'idle' | 'done'>, string>> = {
  running: 'Importing',
  paused: 'Paused',
  problem: 'Waiting for your decision',
  stopping: 'Stopping after the current batch',
};

/** A running import: its progress, and how to pause or stop it. */
function ImportState({ run, total }: { readonly run: ImportRun; readonly total: number }) {
  const { phase, progress, problem } = run;
  if (phase === 'idle' || phase === 'done') return null;
  const isHeld = phase === 'paused' || phase === 'problem';
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span role="status" className="font-medium">
          {words[phase]}
        </span>
        <span className="text-soft tabular-nums">
          {progress.done.toLocaleString()} of {total.toLocaleString()} rows
          {progress.refused > 0 && `, ${progress.refused.toLocaleString()} refused`}
        </span>
        <span className="ms-auto flex gap-2">
          {isHeld ? (
            <Button look="primary" onClick={run.goOn}>
              Resume
            </Button>
          ) : (
            <Button disabled={phase === 'stopping'} onClick={run.pause}>
              Pause
            </Button>
          )}
          <Button look="danger" disabled={phase === 'stopping'} onClick={run.stop}>
            Stop
          </Button>
        </span>
      </div>
      <Progress label="Import progress" value={progress.done / Math.max(1, total)} />
      {problem && (
        <p role="alert" className="text-bad">
          {problem} Rows imported so far are kept. Resuming creates no duplicates.
        </p>
      )}
    </div>
  );
}

const SHOWN = 20;

/** The first rows as they will be imported. */
function CsvPreview({
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
