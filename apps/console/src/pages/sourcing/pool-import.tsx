import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { type Body, post } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Progress } from '../../components/chart.tsx';
import { FileDrop } from '../../components/file-drop.tsx';
import { Section } from '../../components/page.tsx';
import { useKeptTab } from '../../components/tabs.tsx';
import { useAbortOnLeave, useAskBeforeLeaving } from '../../components/unsaved-changes.ts';
import { type ColumnMapping, guessMapping } from '../../csv/contact-column.ts';
import { type CsvFile, CsvRefusal, parseCsv } from '../../csv/csv-file.ts';
import { CsvMapping } from '../../csv/csv-mapping.tsx';
import { type PoolOutcome, poolRow, profileTargets, uploadPool } from './pool-upload.ts';

const SHOWN = 50;

/** Puts the people of a file into the talent pool. */
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
