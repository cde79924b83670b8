import type { ContactField } from '../api/catalog.ts';

/** What a column of a file may become. */
export interface ColumnTarget {
  /** A property of a contact, `fields.<key>` of the catalog, or `fullName`, which is cut in two. */
  readonly id: string;
  readonly words: string;
  /** Under which heading it is looked for. */
  readonly group: string;
  /** Other names by which files call it. */
  readonly aliases: readonly string[];
  readonly field?: ContactField;
}

/** For each column the id of its target; an empty one leaves the column out. */
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
    ['name', 'contact', 'contact name', 'candidate', 'jméno a příjmení', 'celé jméno'],
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
    'Keep documents until',
    ['gdpr', 'gdpr expiry', 'gdpr expiry date', 'expiry', 'keep until', 'consent until'],
  ],
  ['status', 'Status', ['contact status', 'candidate status', 'stage']],
  ['gender', 'Gender', ['sex', 'geschlecht', 'pohlaví']],
  ['overallRating', 'Rating', ['score', 'overall rating']],
];

/** The targets in the order in which a person looks for them. */
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

/** Without accents, case and whatever stands between words. */
const bare = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What each column most likely is. A target is given once, to the first that asks by name. */
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

/** The same mapping with one column changed; nobody else keeps its target. */
export const withColumn = (mapping: ColumnMapping, column: number, id: string): ColumnMapping =>
  mapping.map((was, at) => (at === column ? id : id !== '' && was === id ? '' : was));

/** What is still missing before rows can become contacts, in words. */
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
