import type { PersonName } from '@parley/kernel/person-name.ts';
import { useEffect, useRef, useState } from 'react';
import { type Body, post } from '../api/client.ts';
import { Button } from '../components/button.tsx';
import { Progress, Stat } from '../components/chart.tsx';
import type { ImportRow } from './contact-row.ts';
import type { CsvFile } from './csv-file.ts';
import { batches, type ImportedRow } from './import-contacts.ts';
import { cellsOf, RowNote } from './import-report.tsx';
import { wordsOf } from './row-words.ts';
import { importedCount, withinFile } from './within-file.ts';

type Options = Omit<Body<'/contact-imports/preview', 'post'>, 'rows'>;

const SHOWN = 20;

/** Asks the service what an import would do, and shows it: nothing is stored. */
export function ImportCheck({
  rows,
  file,
  options,
  total,
  of,
  onCount,
}: {
  readonly file: CsvFile;
  /** What is checked, as text: a result of something else is not shown. */
  readonly of: string;
  /** Read when the check starts. */
  readonly rows: () => Iterable<ImportRow>;
  readonly options: Options;
  readonly total: number;
  /** Called with how many rows an import would store. */
  readonly onCount: (count: { readonly of: string; readonly rows: number }) => void;
}) {
  const [progress, setProgress] = useState<number>();
  const [result, setResult] = useState<{ readonly of: string; readonly rows: readonly ImportedRow[] }>();
  const found = result?.of === of ? result.rows : undefined;
  const [problem, setProblem] = useState<string>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const check = async () => {
    const stop = new AbortController();
    leaving.current?.abort();
    leaving.current = stop;
    setResult(undefined);
    setProblem(undefined);
    setProgress(0);
    const answers: ImportedRow[] = [];
    const names = new Map<number, PersonName>();
    try {
      for (const batch of batches(rows())) {
        for (const { line, values } of batch) names.set(line, values);
        const answer = await post(
          '/contact-imports/preview',
          { ...options, rows: [...batch] },
          { signal: stop.signal },
        );
        answers.push(...answer.rows);
        setProgress(answers.length / total);
      }
      const checked = withinFile(answers, options, (line) => names.get(line) ?? {});
      setResult({ of, rows: checked });
      onCount({ of, rows: importedCount(checked) });
    } catch (error) {
      if (stop.signal.aborted) return;
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setProgress(undefined);
  };
  const count = (...results: readonly ImportedRow['result'][]) =>
    (found ?? []).filter(({ result }) => results.includes(result)).length.toLocaleString();
  const notable = (found ?? []).filter(({ result, sameNumberAs }) => result !== 'created' || sameNumberAs);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={progress !== undefined} onClick={() => void check()}>
          Check {total.toLocaleString()} {total === 1 ? 'row' : 'rows'}
        </Button>
        <span className="text-soft">Finds duplicates and mistakes. Nothing is imported.</span>
      </div>
      {progress !== undefined && <Progress label="Checking the rows" value={progress} />}
      {problem && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      {found && (
        <>
          <div
            role="status"
            aria-label="Result of the check"
            className="grid grid-cols-2 gap-3 sm:grid-cols-4"
          >
            <Stat label="New" value={count('created')} />
            {options.duplicates === 'update' || options.duplicates === 'merge' ? (
              <Stat label="To update" value={count('updated', 'merged')} />
            ) : null}
            <Stat label="Duplicates to skip" value={count('skipped')} />
            <Stat label="With mistakes" value={count('refused')} />
          </div>
          {notable.length > 0 && (
            <ul aria-label="Rows to look at" className="flex flex-col divide-y divide-line/60">
              {notable.slice(0, SHOWN).map((row) => (
                <RowNote
                  key={row.line}
                  line={row.line}
                  words={wordsOf(row)}
                  cells={cellsOf(file, row.line)}
                />
              ))}
            </ul>
          )}
          {notable.length > SHOWN && (
            <p className="text-xs text-soft">And {(notable.length - SHOWN).toLocaleString()} more.</p>
          )}
        </>
      )}
    </div>
  );
}
