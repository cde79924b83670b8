import { createHash } from 'node:crypto';
import {
  type Category,
  type ContactFieldChanges,
  categories,
  type DataType,
  type NewContactField,
} from '@parley/contract/contact-field.ts';
import type { FitParts } from '../../http/fit-parts.ts';
import { type ContactField, fieldViolations, type OwnField } from './contact-field.model.ts';

type Flags = '' | 'P' | 'E' | 'PE';
type Seed = readonly [key: string, flags?: Flags, dataType?: DataType];

/** The platform's own fields: P is personal, E is in the essential set of the prompt. The order is the catalog's. */
const seeds: Readonly<Record<Exclude<Category, 'custom'>, readonly Seed[]>> = {
  identity: [
    ['first_name', 'PE'],
    ['last_name', 'PE'],
    ['email', 'P'],
    ['phone', 'P'],
    ['salutation', 'E'],
    ['preferred_name', 'PE'],
    ['preferred_language', 'E'],
    ['date_of_birth', 'P', 'date'],
    ['country'],
  ],
  organisation: [['organization', 'E'], ['job_title', 'E'], ['department'], ['industry'], ['website']],
  commercial: [
    ['account_id'],
    ['plan_name'],
    ['contract_value', '', 'number'],
    ['renewal_date', '', 'date'],
    ['lead_source'],
  ],
  relationship: [['owner_name'], ['last_contacted_on', '', 'date'], ['interests', '', 'tags'], ['notes']],
  scheduling: [['timezone', 'E'], ['preferred_call_time'], ['preferred_days', '', 'tags']],
  recruiting: [
    ['years_of_experience', '', 'number'],
    ['skills', '', 'tags'],
    ['salary_expectation', 'P', 'number'],
    ['notice_period'],
    ['work_permit', '', 'bool'],
    ['available_from', '', 'date'],
  ],
  platform: [['company_name'], ['company_description'], ['agent_name'], ['profile']],
};

/** Read from the contact's own properties: no value of their own, and no field of a company takes their place. */
const identityKeys = ['first_name', 'last_name', 'email', 'phone'];
/** Resolved by the platform on every call. */
const platformKeys = ['company_name', 'company_description', 'agent_name', 'profile'];

export const isReserved = (key: string): boolean => identityKeys.includes(key) || platformKeys.includes(key);

/** snake_case in words: favourite_book becomes Favourite book. */
export const inWords = (key: string): string => {
  const words = key.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const seededFields: readonly ContactField[] = Object.entries(seeds).flatMap(([category, entries]) =>
  entries.map(([key, flags = '', dataType = 'string'], position) => ({
    id: stableId(key),
    key,
    label: inWords(key),
    dataType,
    category: category as Category,
    isPii: flags.includes('P'),
    allowPiiInContext: false,
    inEssentialPromptSet: flags.includes('E'),
    displayOrder: (position + 1) * 10,
    isSystem: true,
    isCompanyOverride: false,
    readOnly: platformKeys.includes(key),
    writable: !isReserved(key),
    enumOptions: [],
    csvAliases: [],
    description: null,
  })),
);

/** The same id in every installation; version 8 of a uuid leaves its making to us. */
function stableId(key: string): string {
  const hex = createHash('sha256').update(`contact-field:${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Every field a company knows, by key: its own take the place of seeded ones of the same key. */
export type Catalog = ReadonlyMap<string, ContactField>;

/** What a company knows that has defined nothing of its own. */
const seeded: Catalog = new Map(seededFields.map((field) => [field.key, field]));

export function catalogOf(own: readonly OwnField[]): Catalog {
  if (own.length === 0) return seeded;
  const merged = new Map(seeded);
  for (const field of own) merged.set(field.key, fullField(field));
  return merged;
}

/** A company's own field with what follows from its key. */
export function fullField(own: OwnField): ContactField {
  const replaced = seeded.get(own.key);
  return {
    ...own,
    category: 'custom',
    inEssentialPromptSet: replaced?.inEssentialPromptSet ?? false,
    isSystem: false,
    isCompanyOverride: replaced !== undefined,
    readOnly: false,
    writable: true,
  };
}

/** By category, then displayOrder, then key. */
export const inOrder = (catalog: Catalog): ContactField[] =>
  [...catalog.values()].sort(
    (a, b) =>
      categories.indexOf(a.category) - categories.indexOf(b.category) ||
      a.displayOrder - b.displayOrder ||
      (a.key < b.key ? -1 : 1),
  );

/** The place of a field that was not given one: after every other of its category. */
export function lastPlace(catalog: Catalog, category: ContactField['category']): number {
  const taken = [...catalog.values()]
    .filter((field) => field.category === category)
    .map((field) => field.displayOrder);
  return Math.max(0, ...taken) + 10;
}

/** What is wrong with a new field, whatever the company has defined. */
export function newFieldViolations(sent: FitParts<NewContactField>): string[] {
  const { key = '', dataType, enumOptions = isRefused(sent, 'enumOptions') ? UNKNOWN_OPTIONS : [] } = sent;
  const isUnknown = isRefused(sent, 'isPii') || isRefused(sent, 'key');
  const isPii = sent.isPii ?? (isUnknown || (seeded.get(key)?.isPii ?? false));
  return fieldViolations({ key, dataType, enumOptions, isPii }, sent);
}

/** What is wrong with a change, whatever the field is. */
export function fieldChangeViolations(sent: FitParts<ContactFieldChanges>): string[] {
  const { dataType, enumOptions = UNKNOWN_OPTIONS, isPii = true } = sent;
  return fieldViolations({ key: '', dataType, enumOptions, isPii }, sent);
}

const UNKNOWN_OPTIONS = ['unknown'];
const isRefused = (sent: object, name: string): boolean =>
  Object.hasOwn(sent, name) && (sent as Record<string, unknown>)[name] === undefined;
