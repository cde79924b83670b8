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
import { linesWithSharedNumber, nationalNumbers } from './column-numbers.ts';
import {
  type ColumnMapping,
  columnTargets,
  guessMapping,
  type ImportRow,
  missingColumns,
  rowReader,
} from './contact-row.ts';
import { type CsvFile, CsvRefusal, parseCsv } from './csv-file.ts';
import { CsvMapping } from './csv-mapping.tsx';
import { CsvPreview } from './csv-preview.tsx';
import { ImportCheck } from './import-check.tsx';
import type { ImportOutcome } from './import-contacts.ts';
import { ImportCountry } from './import-country.tsx';
import { type ImportChoices, ImportOptions, optionsOf } from './import-options.tsx';
import { ImportReport } from './import-report.tsx';
import { type ImportPhase, type ImportRun, useImportRun } from './import-run.ts';
import { UndoImport } from './import-undo.tsx';
import { linesWithoutName } from './row-names.ts';

/** An import in the service. */
interface DoneImport {
  /** Undefined: nothing was sent. */
  readonly importId: string | undefined;
  readonly fileName: string;
}

export interface ContactImportProps {
  /** Called once, with the created contacts by line. */
  readonly onDone?: (outcome: ImportOutcome) => void;
  /** Jobs to which all contacts are assigned. */
  readonly jobIds?: readonly string[];
  /** Shown below the report. */
  readonly next?: (outcome: ImportOutcome, done: DoneImport) => ReactNode;
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
    missingName: 'Customer',
  }));
  const shared = useMemo(() => linesWithSharedNumber(file?.rows ?? [], mapping), [file, mapping]);
  const national = useMemo(() => nationalNumbers(file?.rows ?? [], mapping), [file, mapping]);
  const nameless = useMemo(() => linesWithoutName(file?.rows ?? [], mapping), [file, mapping]);
  const [checked, setChecked] = useState<{ readonly of: string; readonly rows: number }>();
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
      // The country belongs to the file: the next one may be from elsewhere.
      setChoices(({ country: _, ...kept }) => kept);
      run.reset();
    } catch (error) {
      setRefusal(error instanceof CsvRefusal ? error.message : 'Could not read the file. Choose it again.');
    }
    setReading(undefined);
  };
  const rowsOf = ({ rows }: CsvFile) =>
    each(
      rows,
      rowReader(mapping, targets, { missingName: choices.missingName, ...(jobIds && { jobIds }) }, rows),
    );

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
            {next?.(run.outcome, { importId: run.importId, fileName: file.name })}
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
  const of = JSON.stringify([file.name, total, mapping, choices]);
  const count = checked?.of === of ? checked.rows : total;
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
        <ImportCountry
          numbers={national}
          value={choices.country}
          onChange={(country) => setChoices({ ...choices, country })}
        />
      </Section>
      <Section title="Preview">
        <CsvPreview file={file} targets={targets} mapping={mapping} />
      </Section>
      <Section title="Import">
        <div className="flex flex-col gap-4">
          <ImportOptions
            value={choices}
            nameless={missing.length === 0 ? nameless : []}
            onChange={setChoices}
          />
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
            <ImportCheck
              of={of}
              rows={() => rowsOf(file)}
              file={file}
              options={optionsOf(choices)}
              total={total}
              onCount={setChecked}
            />
          )}
          <div>
            <Button
              look="primary"
              disabled={!isReady}
              onClick={() => run.start(rowsOf(file), { name: file.name, ...optionsOf(choices) })}
            >
              Import {count.toLocaleString()} {count === 1 ? 'contact' : 'contacts'}
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
              Resume import
            </Button>
          ) : (
            <Button disabled={phase === 'stopping'} onClick={run.pause}>
              Pause import
            </Button>
          )}
          <Button look="danger" disabled={phase === 'stopping'} onClick={run.stop}>
            Stop import
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
