import type { CsvRecord } from '@parley/kernel/csv.ts';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { ApiFailure, type Body, post, type Violation } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Progress } from '../../components/chart.tsx';
import { useAbortOnLeave, useAskBeforeLeaving } from '../../components/draft.ts';
import { FileDrop } from '../../components/file.tsx';
import { Section } from '../../components/page.tsx';
import { useKeptTab } from '../../components/tabs.tsx';
import { type ColumnMapping, type ColumnTarget, guessMapping } from '../../csv/contact-row.ts';
import { type CsvFile, CsvRefusal, parseCsv } from '../../csv/csv-file.ts';
import { CsvMapping } from '../../csv/csv-mapping.tsx';

const SHOWN = 50;

/** Imports people from a file into the talent pool. */
export function PoolImport() {
  const [file, setFile] = useState<CsvFile>();
  const [mapping, setMapping] = useState<ColumnMapping>([]);
  const [refusal, setRefusal] = useState<string>();
  const [done, setDone] = useState(0);
  const [outcome, setOutcome] = useState<PoolOutcome>();
  const untilLeft = useAbortOnLeave();
  useKeptTab(file !== undefined);
  const upload = useAction(
    async (of: CsvFile) =>
      uploadPool(
        of.rows.map((row) => poolRow(mapping, row)),
        (profiles) => post('/sourcing/profiles', { profiles } as Body<'/sourcing/profiles', 'post'>),
        setDone,
        untilLeft(),
      ),
    { onDone: setOutcome },
  );
  useAskBeforeLeaving({
    is: upload.busy,
    title: 'Leave the upload?',
    words: 'People who were not sent yet will be skipped. People already in the pool stay.',
    isKept: true,
  });
  const choose = async (chosen: File) => {
    setRefusal(undefined);
    setOutcome(undefined);
    setDone(0);
    try {
      const parsed = await parseCsv(chosen);
      setFile(parsed);
      setMapping(guessMapping(parsed.header, profileTargets));
    } catch (error) {
      setFile(undefined);
      setRefusal(error instanceof CsvRefusal ? error.message : 'Could not read the file. Choose it again.');
    }
  };
  const hasName = mapping.includes('name');
  return (
    <Section title="Import from CSV">
      <div className="flex flex-col gap-4">
        <FileDrop
          label={file ? 'Choose another file' : 'Choose a CSV file of people'}
          hint="The first line must contain the column names. Put several skills or addresses in one cell."
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          isDisabled={upload.busy}
          onFile={(chosen) => void choose(chosen)}
        />
        {refusal && (
          <p role="alert" className="text-bad">
            {refusal}
          </p>
        )}
        {file && !outcome && (
          <>
            <CsvMapping file={file} targets={profileTargets} mapping={mapping} onMap={setMapping} />
            {!hasName && <p className="text-warn">Choose a column for the name.</p>}
            {upload.busy && <Progress label="Upload progress" value={done} />}
            <div>
              <Button look="primary" busy={upload.busy} disabled={!hasName} onClick={() => upload.run(file)}>
                Add {file.rows.length.toLocaleString()} people to the pool
              </Button>
            </div>
          </>
        )}
        {outcome && (
          <div role="status" className="flex flex-col gap-1">
            <p>{outcome.taken.toLocaleString()} people were added to the pool.</p>
            {outcome.refused.slice(0, SHOWN).map(({ line, words }) => (
              <p key={line} className="text-bad">
                Line {line}: {words}
              </p>
            ))}
            {outcome.refused.length > SHOWN && (
              <p className="text-soft">And {(outcome.refused.length - SHOWN).toLocaleString()} more.</p>
            )}
          </div>
        )}
      </div>
    </Section>
  );
}

const ROWS_PER_BATCH = 500;

interface PoolOutcome {
  readonly taken: number;
  readonly refused: readonly { readonly line: number; readonly words: string }[];
}

/**
 * Sends people in batches. The service accepts a whole batch or reports the invalid people; these are skipped and
 * the others sent again. An abort takes effect before the next batch.
 */
export async function uploadPool(
  rows: readonly PoolRow[],
  send: (profiles: readonly PoolRow['profile'][]) => Promise<unknown>,
  onProgress: (done: number) => void,
  signal?: AbortSignal,
): Promise<PoolOutcome> {
  const refused: { line: number; words: string }[] = [];
  let taken = 0;
  for (let at = 0; at < rows.length; at += ROWS_PER_BATCH) {
    let rest = rows.slice(at, at + ROWS_PER_BATCH);
    while (rest.length > 0) {
      if (signal?.aborted) return { taken, refused };
      try {
        await send(rest.map(({ profile }) => profile));
        taken += rest.length;
        break;
      } catch (failure) {
        const bad = failure instanceof ApiFailure ? wrongOnes(failure.violations) : new Map<number, string>();
        if (bad.size === 0) throw failure;
        for (const [place, words] of bad) {
          const row = rest[place];
          if (row) refused.push({ line: row.line, words });
        }
        rest = rest.filter((_, place) => !bad.has(place));
      }
    }
    onProgress(Math.min(1, (at + ROWS_PER_BATCH) / rows.length));
  }
  return { taken, refused };
}

/** Violations by index: `profiles[3].emails[0]`. */
function wrongOnes(violations: readonly Violation[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const { path, problem } of violations) {
    const [, place, property = ''] = /^profiles\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
    if (place === undefined) continue;
    const words = property === '' ? problem : `${property} ${problem}`;
    const before = found.get(Number(place));
    found.set(Number(place), before === undefined ? words : `${before}; ${words}`);
  }
  return found;
}

const group = 'Profile';
const texts = [
  ['name', 'Name', ['full name', 'person', 'candidate']],
  ['headline', 'Headline', ['summary', 'about']],
  ['currentRole', 'Role', ['title', 'position', 'job title', 'current role']],
  ['currentCompany', 'Company', ['employer', 'organization', 'organisation', 'current company']],
  ['location', 'Location', ['city', 'place', 'location']],
  ['country', 'Country', []],
  ['professionalProfileUrl', 'Profile on the web', ['url', 'profile', 'profile url', 'website', 'linkedin']],
  ['profileId', 'Your id', ['id', 'profile id', 'external id']],
] as const;
const lists = [
  ['skills', 'Skills', ['skill', 'tags']],
  ['emails', 'E-mail addresses', ['email', 'e mail', 'mail']],
  ['phones', 'Phone numbers', ['phone', 'telephone', 'mobile', 'tel']],
] as const;
const listNames = new Set<string>(lists.map(([name]) => name));

/** The targets of a column. */
export const profileTargets: readonly ColumnTarget[] = [...texts, ...lists].map(([id, words, aliases]) => ({
  id,
  words,
  aliases,
  group,
}));

export interface PoolRow {
  readonly line: number;
  readonly profile: Readonly<Record<string, unknown>>;
}

/** A row in the API's format; several values in a cell are separated by commas or semicolons. */
export function poolRow(mapping: ColumnMapping, { line, cells }: CsvRecord): PoolRow {
  const profile: Record<string, unknown> = {};
  for (const [column, id] of mapping.entries()) {
    const text = cells[column]?.trim() ?? '';
    if (id === '' || text === '') continue;
    profile[id] = listNames.has(id)
      ? text
          .split(/[,;|]/)
          .map((one) => one.trim())
          .filter(Boolean)
      : text;
  }
  return { line, profile };
}
