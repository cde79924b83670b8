import type { Violation } from '../api/client.ts';
import type { ImportedRow, Refusal } from './import-contacts.ts';

/** What became of a row, or what will. */
export function wordsOf(row: ImportedRow): string {
  const { line, result, sameAsLine, sameNumberAs, changes = [], phoneNumber, email, errors = [] } = row;
  if (result === 'refused') return reasonOf({ line, errors });
  if (result === 'created') return sameNumberAs ? `${shared(sameNumberAs)}: imported` : 'Imported';
  const whom = [phoneNumber, email].filter(Boolean).join(', ');
  const who = sameAsLine === undefined ? 'Already a contact' : `The same person as line ${sameAsLine}`;
  return `${who}${whom && ` (${whom})`}: ${result === 'skipped' ? 'skipped' : changed(changes)}`;
}

/** What a line changed is not known when it was sent again after a lost answer. */
const changed = (names: readonly string[]): string =>
  names.length === 0 ? 'updated' : `changes ${names.map(labelOf).join(', ')}`;

const shared = ({ line, name }: NonNullable<ImportedRow['sameNumberAs']>): string =>
  line === undefined
    ? `Same number as the contact ${name}, another name`
    : `Same number as line ${line}, another name (${name})`;

/** Why a row was refused, with field labels: "Phone number must be…". */
export const reasonOf = ({ errors }: Refusal): string => errors.map(named).join('; ');

function named({ path, code, problem, message }: Violation): string {
  if (path === '' || code === 'one_required') return message;
  const words = labelOf(path);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${problem}`;
}

const labelOf = (name: string): string =>
  name
    .replace(/^fields\./, '')
    .replaceAll(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase();
