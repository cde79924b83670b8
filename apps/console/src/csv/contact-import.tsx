import { type ReactNode, useMemo, useState } from 'react';
import { useCatalog } from '../api/catalog.ts';
import { Button } from '../kit/button.tsx';
import { inAYear } from '../kit/calendar.ts';
import { TextField } from '../kit/field.tsx';
import { FileDrop } from '../kit/file-drop.tsx';
import { useKeptTab } from '../kit/kept-tab.ts';
import { useAskBeforeLeaving } from '../kit/leaving.ts';
import { Section } from '../kit/page.tsx';
import { Progress } from '../kit/progress.tsx';
import { SkeletonLines } from '../kit/skeleton.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { type ColumnMapping, columnTargets, guessMapping, missingColumns } from './contact-column.ts';
import { type ImportRow, rowReader } from './contact-row.ts';
import { type CsvFile, CsvRefusal, parseCsv } from './csv-file.ts';
import { CsvMapping } from './csv-mapping.tsx';
import type { CsvRow } from './csv-parser.ts';
import { CsvPreview } from './csv-preview.tsx';
import type { ImportOutcome } from './import-contacts.ts';
import { ImportReport } from './import-report.tsx';
import { useImportRun } from './import-run.ts';
import { ImportState } from './import-state.tsx';
import { linesWithSharedNumber } from './shared-number.ts';

export interface ContactImportProps {
  /** Called once, with the contacts that were made, by line. */
  readonly onDone?: (outcome: ImportOutcome) => void;
  /** Jobs to which all contacts are assigned. */
  readonly jobIds?: readonly string[];
  /** Below the report: what comes next. */
  readonly next?: (outcome: ImportOutcome) => ReactNode;
}

/** From a file to contacts: choose it, say what its columns are, see the first rows, import. */
export function ContactImport({ onDone, jobIds, next }: ContactImportProps) {
  const catalog = useCatalog();
  const targets = useMemo(() => columnTargets(catalog.data ?? []), [catalog.data]);
  const [file, setFile] = useState<CsvFile>();
  const [reading, setReading] = useState<number>();
  const [refusal, setRefusal] = useState<string>();
  const [mapping, setMapping] = useState<ColumnMapping>([]);
  const [keepUntil, setKeepUntil] = useState(() => inAYear(new Date()));
  const shared = useMemo(() => linesWithSharedNumber(file?.rows ?? [], mapping), [file, mapping]);
  const run = useImportRun(onDone);
  useKeptTab(file !== undefined);
  const isUnderWay = run.phase !== 'idle' && run.phase !== 'done';
  useAskBeforeLeaving({
    is: isUnderWay,
    title: 'Leave the import?',
    words: 'Rows that are not sent yet would be left out. Those that are in stay.',
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
      setRefusal(
        error instanceof CsvRefusal ? error.message : 'The file could not be read. Choose it again.',
      );
    }
    setReading(undefined);
  };
  const begin = () => {
    if (!file) return;
    const read = rowReader(mapping, targets, {
      gdprExpiryDate: keepUntil,
      ...(jobIds !== undefined && { jobIds }),
    });
    run.start(each(file.rows, read));
  };

  if (catalog.data === undefined) {
    if (catalog.error) return <Trouble error={catalog.error} onRetry={() => void catalog.refetch()} />;
    return <SkeletonLines />;
  }
  const chooser = (
    <FileDrop
      label={file ? 'Choose another file' : 'Choose a CSV file'}
      hint="Or drop it here. The first line has the names of the columns."
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
      <Section title={`What came of ${file.name}`}>
        <ImportReport file={file} outcome={run.outcome}>
          {next?.(run.outcome)}
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
      <Section title="The first rows">
        <CsvPreview file={file} targets={targets} mapping={mapping} />
      </Section>
      <Section title="Import">
        <div className="flex flex-col gap-4">
          <div className="max-w-xs">
            <TextField
              type="date"
              label="Keep documents until"
              hint="For rows that do not say it themselves."
              required
              value={keepUntil}
              onChange={(event) => setKeepUntil(event.target.value)}
            />
          </div>
          {missing.map((words) => (
            <p key={words} className="text-warn">
              {words}
            </p>
          ))}
          {shared.length > 0 && (
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
          <div>
            <Button look="primary" disabled={missing.length > 0 || keepUntil === ''} onClick={begin}>
              Import {total.toLocaleString()} {total === 1 ? 'contact' : 'contacts'}
            </Button>
          </div>
        </div>
      </Section>
    </>
  );
}

/** Row by row while they are sent: tens of thousands at once would hold the page up. */
function* each(rows: readonly CsvRow[], read: (row: CsvRow) => ImportRow): Generator<ImportRow> {
  for (const row of rows) yield read(row);
}
