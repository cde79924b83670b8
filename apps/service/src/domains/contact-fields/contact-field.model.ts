import type {
  Category,
  ContactFieldChanges,
  ContactFieldView,
  DataType,
  FieldValue,
} from '@parley/contract/contact-field.ts';
import { isDay } from '@parley/kernel/local-time.ts';
import { isLonger } from '@parley/kernel/text.ts';

/** A field as the rules see it, whoever defined it. */
export interface ContactField {
  readonly id: string;
  readonly key: string;
  readonly label: string;
  readonly dataType: DataType;
  readonly category: Category;
  readonly isPii: boolean;
  readonly allowPiiInContext: boolean;
  readonly inEssentialPromptSet: boolean;
  readonly displayOrder: number;
  readonly isSystem: boolean;
  readonly isCompanyOverride: boolean;
  readonly readOnly: boolean;
  readonly writable: boolean;
  readonly enumOptions: readonly string[];
  readonly csvAliases: readonly string[];
  readonly description: string | null;
}

/** What a company's own field keeps; the rest follows from its key. */
export type OwnField = Pick<
  ContactField,
  | 'id'
  | 'key'
  | 'label'
  | 'dataType'
  | 'isPii'
  | 'allowPiiInContext'
  | 'displayOrder'
  | 'enumOptions'
  | 'csvAliases'
  | 'description'
>;

export const MAX_OWN_FIELDS = 200;

export const viewField = ({
  enumOptions,
  csvAliases,
  description,
  ...field
}: ContactField): ContactFieldView => ({
  ...field,
  ...(field.dataType === 'enum' ? { enumOptions: [...enumOptions] } : {}),
  csvAliases: [...csvAliases],
  ...(description === null ? {} : { description }),
});

/** Why a field cannot become what was sent; each entry begins with its property. */
export function fieldViolations(
  field: Pick<OwnField, 'key' | 'enumOptions' | 'isPii'> & { readonly dataType: DataType | undefined },
  sent: Pick<ContactFieldChanges, 'allowPiiInContext' | 'dataType'>,
): string[] {
  return [
    ...(field.dataType === 'enum' && field.enumOptions.length === 0
      ? ['enumOptions must name at least one option of an enum']
      : []),
    // Calls are placed by it: a value is always the name of a time zone.
    ...(field.key === 'timezone' && sent.dataType !== undefined && !['string', 'enum'].includes(sent.dataType)
      ? ['dataType of timezone must be string or enum: its values are IANA names of time zones']
      : []),
    // Not even to forbid it: who says it takes the field for personal.
    ...(sent.allowPiiInContext !== undefined && !field.isPii
      ? ['allowPiiInContext needs isPii to be true']
      : []),
  ];
}

/** Whether the agent may see a field's value. */
export const reachesAgent = (field: ContactField): boolean =>
  !field.readOnly && (!field.isPii || field.allowPiiInContext);

/** A value as it will be stored; `undefined` clears the field; a problem is the end of the sentence "<key> …". */
type Reading = { readonly value: FieldValue | undefined } | { readonly problem: string };

const MAX_TEXT = 5000;
const MAX_TAGS = 200;
const MAX_TAG = 500;

/** Reads a value that somebody sent for a field. Null clears it, whatever its type. */
export function readValue(field: Pick<ContactField, 'dataType' | 'enumOptions'>, sent: unknown): Reading {
  if (sent === null) return { value: undefined };
  return readers[field.dataType](sent, field.enumOptions);
}

const readers: Readonly<Record<DataType, (sent: unknown, options: readonly string[]) => Reading>> = {
  string: (sent) =>
    typeof sent !== 'string'
      ? { problem: 'must be a string' }
      : isLonger(sent, MAX_TEXT)
        ? { problem: `must not have more than ${MAX_TEXT} characters` }
        : { value: sent },
  number: (sent) => {
    const number = typeof sent === 'string' && NUMERIC.test(sent.trim()) ? Number(sent) : sent;
    return typeof number === 'number' && Number.isFinite(number)
      ? { value: number }
      : { problem: 'must be a number' };
  },
  date: (sent) => (isDay(sent) ? { value: sent } : { problem: 'must be a date as YYYY-MM-DD' }),
  bool: (sent) => {
    if (sent === true || sent === 'true') return { value: true };
    return sent === false || sent === 'false' ? { value: false } : { problem: 'must be true or false' };
  },
  enum: (sent, options) =>
    typeof sent === 'string' && options.includes(sent)
      ? { value: sent }
      : { problem: `must be one of ${options.join(', ')}` },
  tags: readTags,
};

// A dot between the digits, or 40,000 of them before a letter would be tried in every way to part them.
const NUMERIC = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** A list of strings or one string with commas: trimmed, blanks dropped, the first spelling of a double kept. */
function readTags(sent: unknown): Reading {
  const entries = typeof sent === 'string' ? sent.split(',') : sent;
  if (!Array.isArray(entries) || entries.some((entry) => typeof entry !== 'string')) {
    return { problem: 'must be a list of strings, or one string with commas' };
  }
  const tags = new Map<string, string>();
  for (const entry of entries as string[]) {
    const tag = entry.trim();
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  const kept = [...tags.values()];
  if (kept.length > MAX_TAGS) return { problem: `must not have more than ${MAX_TAGS} entries` };
  if (kept.some((tag) => isLonger(tag, MAX_TAG)))
    return { problem: `must not have an entry of more than ${MAX_TAG} characters` };
  return { value: kept.length === 0 ? undefined : kept };
}

/** The type a new field gets from the first value somebody sends for it. */
export function typeOf(sent: unknown): DataType {
  if (typeof sent === 'number') return 'number';
  if (typeof sent === 'boolean') return 'bool';
  if (Array.isArray(sent)) return 'tags';
  return isDay(sent) ? 'date' : 'string';
}
