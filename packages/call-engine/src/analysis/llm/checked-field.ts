import type { Language } from '@parley/language/language.ts';
import { folded } from '@parley/language/speech.ts';
import { meaningfulStems } from '../../dialogue/rules/empty-words.ts';
import { isBorneOut } from '../../dialogue/understanding-check/checked-answer.ts';
import type { PlanExtractionTarget } from '../../plan.ts';
import type { ExtractedField } from '../analysis-model.ts';
import type { CallReading } from './call-reading.ts';
import type { QuoteFinder } from './quote-finder.ts';

type Value = NonNullable<ExtractedField['value']>;

/** A field as the model read it, if the contact's words bear it out; of another type than it has, it is not given. */
export function checkedField(
  target: PlanExtractionTarget,
  read: CallReading['fields'][number] | undefined,
  byRules: ExtractedField,
  quotes: QuoteFinder,
  language: Language,
): ExtractedField {
  if (read === undefined) return byRules;
  const { key, label, type } = target;
  const nothing = { key, label, type, value: null, confidence: 0, evidence: null, evidenceTime: null };
  if (read.value === null) return byRules.value === null ? nothing : byRules;
  const found = quotes.find(read.evidence);
  if (found === undefined) return nothing;
  const value = readers[type](read.value, target);
  if (value === undefined || !isSaid(value, target, found.evidence, byRules, language)) return byRules;
  return { key, label, type, value, confidence: read.confidence, ...found };
}

type Reader = (
  value: NonNullable<CallReading['fields'][number]['value']>,
  target: PlanExtractionTarget,
) => Value | undefined;

const LONGEST = 500;
const MOST_ITEMS = 50;

const readers: Readonly<Record<PlanExtractionTarget['type'], Reader>> = {
  string: (value) =>
    typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, LONGEST) : undefined,
  // "5" for 5: models are not strict about it.
  number: (value) =>
    (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) &&
    Number.isFinite(Number(value))
      ? Number(value)
      : undefined,
  bool: (value) => (typeof value === 'boolean' ? value : undefined),
  date: (value) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
      ? value
      : undefined,
  enum: (value, { options = [] }) => (typeof value === 'string' ? optionOf(value, options) : undefined),
  list: (value, { options = [] }) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.slice(0, MOST_ITEMS).map((item) => item.trim().slice(0, LONGEST));
    const known =
      options.length === 0
        ? items.filter((item) => item !== '')
        : items.flatMap((item) => optionOf(item, options) ?? []);
    return known.length === 0 ? undefined : [...new Set(known)];
  },
};

const optionOf = (value: string, options: readonly string[]): string | undefined =>
  options.find((option) => folded(option) === folded(value));

/** What names a choice need not have been said; a number, a day or a name must have been. */
function isSaid(
  value: Value,
  { type, options = [] }: PlanExtractionTarget,
  evidence: string,
  byRules: ExtractedField,
  language: Language,
): boolean {
  if (type === 'enum' || options.length > 0) return true;
  if (type === 'bool') return typeof byRules.value !== 'boolean' || byRules.value === value;
  return isBorneOut(value, {
    heard: evidence,
    stems: new Set(meaningfulStems(evidence)),
    language,
    byRules: {
      wants: {},
      ...(byRules.value === null ? {} : { answer: { value: byRules.value, isClear: true } }),
    },
  });
}
