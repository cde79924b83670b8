import { useState } from 'react';
import { FieldDialog } from '../pages/contact-fields/field-dialog.tsx';
import { type ColumnMapping, type ColumnTarget, withColumn } from './contact-row.ts';
import type { CsvFile } from './csv-file.ts';
import { fieldFor } from './new-field.ts';

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
  /** The column that gets a new field. */
  const [creating, setCreating] = useState<number>();
  const choose = (at: number, id: string) =>
    id === NEW ? setCreating(at) : onMap(withColumn(mapping, at, id));
  return (
    <>
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
              column={column}
              targets={targets}
              value={mapping[at] ?? ''}
              onChoose={(id) => choose(at, id)}
            />
          </li>
        ))}
      </ul>
      <FieldDialog
        of={creating === undefined ? undefined : 'new'}
        suggested={creating === undefined ? undefined : suggestionFor(file, creating)}
        onCreated={(key) => creating !== undefined && onMap(withColumn(mapping, creating, `fields.${key}`))}
        onClose={() => setCreating(undefined)}
      />
    </>
  );
}

/** Chosen instead of a field: creates one. */
const NEW = 'new';
/** So many rows tell what a column holds. */
const LOOKED_AT = 200;

const suggestionFor = ({ header, rows }: CsvFile, column: number) =>
  fieldFor(
    header[column] ?? '',
    rows.slice(0, LOOKED_AT).map(({ cells }) => cells[column] ?? ''),
  );

function TargetChoice({
  label,
  column,
  targets,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly column: string;
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
      <option value={NEW}>{column ? `Create field “${column}”…` : 'Create field…'}</option>
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
