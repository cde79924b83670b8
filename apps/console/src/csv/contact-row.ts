import type { CsvRecord } from '@parley/kernel/csv.ts';
import type { ContactField } from '../api/catalog.ts';
import { dateOrder, dayOf, inOrder } from './column-dates.ts';
import { namesOf, withNames } from './row-names.ts';

/** A target of a column. */
export interface ColumnTarget {
  /** A property of a contact, `fields.<key>` of the catalog, or `fullName`, which is split. */
  readonly id: string;
  readonly words: string;
  /** Its group in the list. */
  readonly group: string;
  /** Other names of it in files. */
  readonly aliases: readonly string[];
  readonly field?: ContactField;
}

/** For each column the id of its target; empty: not imported. */
export type ColumnMapping = readonly string[];

const properties: readonly (readonly [id: string, words: string, aliases: readonly string[]])[] = [
  [
    'firstName',
    'First name',
    ['first', 'given name', 'forename', 'vorname', 'prénom', 'nombre', 'jméno', 'imię', 'nome'],
  ],
  [
    'lastName',
    'Last name',
    [
      'last',
      'surname',
      'family name',
      'nachname',
      'nom',
      'apellido',
      'apellidos',
      'příjmení',
      'nazwisko',
      'cognome',
    ],
  ],
  [
    'fullName',
    'Full name',
    [
      'name',
      'contact',
      'contact name',
      'customer',
      'customer name',
      'client',
      'client name',
      'candidate',
      'jméno a příjmení',
      'celé jméno',
    ],
  ],
  ['email', 'E-mail', ['mail', 'e mail', 'email address', 'e mail address', 'correo', 'courriel']],
  [
    'phoneNumber',
    'Phone number',
    [
      'phone',
      'telephone',
      'tel',
      'mobile',
      'mobile phone',
      'cell',
      'telefon',
      'telefonnummer',
      'handy',
      'mobil',
      'téléphone',
      'teléfono',
      'telefono',
    ],
  ],
  [
    'gdprExpiryDate',
    'Delete documents on',
    [
      'keep documents until',
      'gdpr',
      'gdpr expiry',
      'gdpr expiry date',
      'expiry',
      'keep until',
      'consent until',
    ],
  ],
  ['status', 'Status', ['contact status', 'candidate status', 'stage']],
  ['gender', 'Gender', ['sex', 'geschlecht', 'pohlaví']],
  ['overallRating', 'Rating', ['score', 'overall rating']],
  ['tags', 'Tags', ['tag', 'label', 'labels', 'list', 'lists']],
];

/** The targets, most used first. */
export const columnTargets = (catalog: readonly ContactField[]): readonly ColumnTarget[] => [
  ...properties.map(([id, words, aliases]) => ({ id, words, aliases, group: 'Contact' })),
  ...catalog
    .filter(({ writable }) => writable)
    .map((field) => ({
      id: `fields.${field.key}`,
      words: field.label,
      aliases: [field.key, ...field.csvAliases],
      group: 'Contact fields',
      field,
    })),
];

/** Ignores accents, case and separators. */
const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Guesses the target of each column. Each target is used once. */
export function guessMapping(header: readonly string[], targets: readonly ColumnTarget[]): ColumnMapping {
  const byName = new Map<string, string>();
  for (const { id, words, aliases } of targets) {
    for (const name of [words, id.replace('fields.', ''), id.replaceAll(/([A-Z])/g, ' $1'), ...aliases]) {
      const key = bare(name);
      if (key !== '' && !byName.has(key)) byName.set(key, id);
    }
  }
  const taken = new Set<string>();
  return header.map((column) => {
    const id = byName.get(bare(column));
    if (id === undefined || taken.has(id)) return '';
    taken.add(id);
    return id;
  });
}

/** The mapping with one column changed; another column with the same target loses it. */
export const withColumn = (mapping: ColumnMapping, column: number, id: string): ColumnMapping =>
  mapping.map((was, at) => (at === column ? id : id !== '' && was === id ? '' : was));

/** What is missing for an import, as sentences. */
export function missingColumns(mapping: ColumnMapping): readonly string[] {
  const has = (id: string) => mapping.includes(id);
  return [
    ...(has('fullName') || (has('firstName') && has('lastName'))
      ? []
      : ['Choose columns for the first and last name, or one for the full name.']),
    ...(has('email') || has('phoneNumber')
      ? []
      : ['Choose a column for the e-mail address or the phone number.']),
  ];
}

/** A row as the service takes it: the body of a new contact. */
export interface ImportRow {
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
}

interface RowDefaults {
  /** For rows without a date of their own. */
  readonly gdprExpiryDate?: string;
  /** Jobs to which all contacts are assigned. */
  readonly jobIds?: readonly string[];
  /** In place of a missing first or last name; empty: nothing, and the service refuses the row. */
  readonly missingName?: string;
}

/** Whether the cells of its column are dates. */
export const isDate = (id: string, target: ColumnTarget | undefined): boolean =>
  id === 'gdprExpiryDate' || target?.field?.dataType === 'date';

/** Turns a row into the body of a new contact. The service validates it. */
export function rowReader(
  mapping: ColumnMapping,
  targets: readonly ColumnTarget[],
  { missingName = '', ...defaults }: RowDefaults,
  rows: readonly CsvRecord[] = [],
) {
  const byId = new Map(targets.map((target) => [target.id, target]));
  const orders = mapping.map((id, column) =>
    isDate(id, byId.get(id)) ? dateOrder(rows, column) : undefined,
  );
  return ({ line, cells }: CsvRecord): ImportRow => {
    const values: Record<string, unknown> = { ...defaults };
    const fields: Record<string, unknown> = {};
    for (const [column, id] of mapping.entries()) {
      const text = inOrder(cells[column]?.trim() ?? '', orders[column]);
      const target = byId.get(id);
      if (text === '' || target === undefined) continue;
      if (target.field) fields[target.field.key] = fieldValue(target.field, text);
      else if (id === 'fullName') Object.assign(values, namesOf(text), knownNames(values));
      else values[id] = propertyValue(id, text);
    }
    if (Object.keys(fields).length > 0) values.fields = fields;
    return { line, values: withNames(values, line, missingName) };
  };
}

/** Columns for first and last name take precedence over the full name. */
function knownNames({ firstName, lastName }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) };
}

function propertyValue(id: string, text: string): unknown {
  if (id === 'gdprExpiryDate') return dayOf(text);
  if (id === 'status') return text.toUpperCase().replaceAll(/[\s-]+/g, '_');
  if (id === 'gender') return { m: 'male', f: 'female' }[text.toLowerCase()] ?? text.toLowerCase();
  if (id === 'overallRating') return numberOf(text);
  if (id === 'tags') return listOf(text);
  return text;
}

function fieldValue({ dataType, enumOptions }: ContactField, text: string): unknown {
  switch (dataType) {
    case 'date':
      return dayOf(text);
    case 'number':
      return numberOf(text);
    case 'bool':
      return truths[text.toLowerCase()] ?? text;
    case 'enum':
      return enumOptions?.find((option) => option.toLowerCase() === text.toLowerCase()) ?? text;
    case 'tags':
      return listOf(text);
    default:
      return text;
  }
}

const listOf = (text: string): string[] =>
  text
    .split(/[,;|]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

const truths: Readonly<Record<string, boolean>> = {
  ...{
    true: true,
    yes: true,
    y: true,
    '1': true,
    x: true,
    ja: true,
    oui: true,
    sí: true,
    si: true,
    ano: true,
  },
  ...{ false: false, no: false, n: false, '0': false, nein: false, non: false, ne: false },
};

/** 1234.5, 1 234,5 and 1'234.5. An ambiguous number stays text, which the service refuses. */
function numberOf(text: string): number | string {
  const tight = text.replaceAll(/[\s'’]/g, '');
  if (/^[+-]?\d+(\.\d+)?$/.test(tight)) return Number(tight);
  if (/^[+-]?\d+,(\d{1,2}|\d{4,})$/.test(tight)) return Number(tight.replace(',', '.'));
  return text;
}
