import { useEffect, useRef, useState } from 'react';
import { type Body, post, type Reply } from '../api/client.ts';
import { Button } from '../components/button.tsx';
import { Progress, Stat } from '../components/chart.tsx';
import type { ImportRow } from './contact-row.ts';
import { batches } from './import-contacts.ts';
import { reasonOf } from './import-report.tsx';

type Options = Omit<Body<'/contact-imports/preview', 'post'>, 'rows'>;
type Row = Reply<'/contact-imports/preview', 'post'>['rows'][number];

const SHOWN = 20;

/** A row of a later batch that is about the same person as a new one of an earlier batch. */
function withinFile(rows: readonly Row[], { duplicates, matchBy }: Options): readonly Row[] {
  if (duplicates === 'create') return rows;
  const first = new Map<string, number>();
  return rows.map((row) => {
    if (row.result !== 'created') return row;
    const keys = [
      matchBy?.includes('phoneNumber') === false || SIMULATED.test(row.phoneNumber ?? '')
        ? undefined
        : row.phoneNumber,
      matchBy?.includes('email') === false ? undefined : row.email?.toLowerCase(),
    ].filter((key) => key !== undefined);
    const earlier = keys.map((key) => first.get(key)).find((line) => line !== undefined);
    for (const key of keys) if (!first.has(key)) first.set(key, row.line);
    return earlier === undefined ? row : { ...row, result: 'skipped', sameAsLine: earlier };
  });
}
const SIMULATED = /^\+1500555\d{4}$/;

/** Asks the service what an import would do, and shows it: nothing is stored. */
export function ImportCheck({
  rows,
  options,
  total,
}: {
  /** Read when the check starts. */
  readonly rows: () => Iterable<ImportRow>;
  readonly options: Options;
  readonly total: number;
}) {
  const [progress, setProgress] = useState<number>();
  const [found, setFound] = useState<readonly Row[]>();
  const [problem, setProblem] = useState<string>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const check = async () => {
    const stop = new AbortController();
    leaving.current?.abort();
    leaving.current = stop;
    setFound(undefined);
    setProblem(undefined);
    setProgress(0);
    const answers: Row[] = [];
    try {
      for (const batch of batches(rows())) {
        const answer = await post(
          '/contact-imports/preview',
          { ...options, rows: [...batch] },
          { signal: stop.signal },
        );
        answers.push(...answer.rows);
        setProgress(answers.length / total);
      }
      setFound(withinFile(answers, options));
    } catch (error) {
      if (stop.signal.aborted) return;
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setProgress(undefined);
  };
  const count = (...results: readonly Row['result'][]) =>
    (found ?? []).filter(({ result }) => results.includes(result)).length.toLocaleString();
  const notable = (found ?? []).filter(({ result }) => result !== 'created');
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
                <li key={row.line} className="flex gap-3 py-1.5">
                  <span className="w-20 shrink-0 text-soft tabular-nums">Line {row.line}</span>
                  <span dir="auto" className="min-w-0 break-words">
                    {wordsOf(row)}
                  </span>
                </li>
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

/** What will become of a row. */
function wordsOf({ line, result, sameAsLine, changes = [], phoneNumber, email, errors = [] }: Row): string {
  if (result === 'refused') return reasonOf({ line, errors });
  const whom = [phoneNumber, email].filter(Boolean).join(', ');
  if (result === 'skipped')
    return sameAsLine === undefined
      ? `Already a contact (${whom}): skipped`
      : `The same person as line ${sameAsLine} (${whom}): skipped`;
  return `Already a contact (${whom}): changes ${changes.map(labelOf).join(', ')}`;
}

const labelOf = (name: string): string =>
  name
    .replace(/^fields\./, '')
    .replaceAll(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase();
