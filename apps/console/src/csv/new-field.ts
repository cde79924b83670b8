import { keyOf } from '../api/key-of.ts';
import type { FieldDraft } from '../pages/contact-fields/field-dialog.tsx';

const everyOne = (texts: readonly string[], pattern: RegExp): boolean =>
  texts.length > 0 && texts.every((text) => pattern.test(text));

/** What a new field for a column is called and holds, as far as its values tell. The user may change it. */
export function fieldFor(column: string, values: readonly string[]): Partial<FieldDraft> {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  return {
    label: column,
    key: keyOf(column),
    csvAliases: [column],
    dataType: everyOne(filled, /^(\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})$/)
      ? 'date'
      : // A number that begins with 0 is a code, and would lose the zero.
        everyOne(filled, /^-?(0|[1-9]\d*)([.,]\d+)?$/)
        ? 'number'
        : everyOne(filled, /^(yes|no|true|false)$/i)
          ? 'bool'
          : 'string',
  };
}
