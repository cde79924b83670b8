import { type ColumnMapping, type ColumnTarget, withColumn } from './contact-row.ts';
import type { CsvFile } from './csv-file.ts';

const SAMPLES = 3;

/** Maps the columns of a file. */
export function CsvMapping({
  file,
  targets,
  mapping,
  onMap,
}: {
  readonly file: CsvFile;
  readonly targets: readonly ColumnTarget[];
  readonly mapping: ColumnMapping;
  readonly onMap: (mapping: ColumnMapping) => void;
}) {
  return (
    <ul className="flex flex-col divide-y divide-line/60">
      {file.header.map((column, at) => (
        <li key={at} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0">
          <div className="min-w-40 flex-1">
            <div dir="auto" className="truncate font-medium">
              {column || `Column ${at + 1}`}
            </div>
            <div dir="auto" className="truncate text-xs text-soft">
              {samplesOf(file, at)}
            </div>
          </div>
          <TargetChoice
            label={`Field for ${column || `column ${at + 1}`}`}
            targets={targets}
            value={mapping[at] ?? ''}
            onChoose={(id) => onMap(withColumn(mapping, at, id))}
          />
        </li>
      ))}
    </ul>
  );
}

function TargetChoice({
  label,
  targets,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly targets: readonly ColumnTarget[];
  readonly value: string;
  readonly onChoose: (id: string) => void;
}) {
  const groups = [...new Set(targets.map(({ group }) => group))];
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
      className="h-8 w-full rounded-md border border-line bg-surface px-2.5 sm:w-60"
    >
      <option value="">Do not import</option>
      {groups.map((group) => (
        <optgroup key={group} label={group}>
          {targets
            .filter((target) => target.group === group)
            .map(({ id, words }) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}

function samplesOf({ rows }: CsvFile, column: number): string {
  const found: string[] = [];
  for (const { cells } of rows.slice(0, 50)) {
    const text = cells[column]?.trim();
    if (text && !found.includes(text)) found.push(text);
    if (found.length === SAMPLES) break;
  }
  return found.length === 0 ? 'no values in the first rows' : found.join(' · ');
}
