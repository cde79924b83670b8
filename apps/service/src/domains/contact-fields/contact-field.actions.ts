import {
  type ContactFieldChanges,
  categories,
  type FieldValue,
  type NewContactField,
} from '@parley/contract/contact-field.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { conflict, Failure, forbidden, invalid, notFound } from '@parley/kernel/failure.ts';
import type { ListOrder } from '../../http/cursor.ts';
import { cut, pagedBy } from '../../http/pagination.ts';
import type { Scope } from '../../storage/scope.ts';
import type { Place } from '../../storage/slice.ts';
import {
  type Catalog,
  catalogOf,
  fullField,
  inOrder,
  inWords,
  isReserved,
  lastPlace,
  seededFields,
} from './catalog.model.ts';
import {
  type ContactField,
  fieldViolations,
  MAX_OWN_FIELDS,
  type OwnField,
  readValue,
  typeOf,
  viewField,
} from './contact-field.model.ts';
import {
  deleteField,
  insertFields,
  lockCatalog,
  lockOwnField,
  ownFields,
  saveField,
} from './contact-field.store.ts';

export const readCatalog = async (scope: Scope): Promise<Catalog> => catalogOf(await ownFields(scope));

const byPlace: ListOrder<ContactField> = {
  name: 'contact-fields',
  kinds: ['integer', 'number', 'text'],
  placeOf: (field) => [categories.indexOf(field.category), field.displayOrder, field.key],
};

function comesAfter(field: ContactField, after: Place): boolean {
  const place = byPlace.placeOf(field);
  const differing = place.findIndex((value, i) => value !== after[i]);
  return differing !== -1 && (place[differing] ?? 0) > (after[differing] ?? 0);
}

export async function listFields(scope: Scope, paging: Paging) {
  const fields = inOrder(await readCatalog(scope));
  const { limit, offset, after } = cut(paging, byPlace);
  const rest =
    after === undefined ? fields.slice(offset) : fields.filter((field) => comesAfter(field, after));
  return pagedBy(byPlace, paging, fields.length, rest.slice(0, limit), viewField);
}

export async function defineField(scope: Scope, wanted: NewContactField) {
  const field = await scope.transaction(async (inside) => {
    await lockCatalog(inside);
    const own = await ownFields(inside);
    const made = newField(inside, wanted, catalogOf(own));
    const violations = fieldViolations(made, wanted);
    if (violations.length > 0) throw invalid(violations);
    if (isReserved(wanted.key)) throw conflict(`The key ${wanted.key} is reserved: the platform resolves it`);
    if (own.some(({ key }) => key === wanted.key))
      throw conflict(`A field with the key ${wanted.key} already exists`);
    refuseTooMany(own.length + 1);
    await insertFields(inside, [made]);
    return made;
  });
  return viewField(fullField(field));
}

export async function changeField(scope: Scope, id: string, changes: ContactFieldChanges) {
  return scope.transaction(async (inside) => {
    const field = await ownOrRefused(inside, id);
    const dataType = changes.dataType ?? field.dataType;
    const changed: OwnField = {
      ...field,
      ...changes,
      dataType,
      // Options belong to an enum; one that became something else must be given them anew.
      enumOptions: dataType === 'enum' ? (changes.enumOptions ?? field.enumOptions) : [],
      // A field that is no longer personal has nothing to allow.
      allowPiiInContext:
        changes.allowPiiInContext ?? (field.allowPiiInContext && (changes.isPii ?? field.isPii)),
    };
    const violations = fieldViolations(changed, changes);
    if (violations.length > 0) throw invalid(violations);
    await saveField(inside, changed);
    return viewField(fullField(changed));
  });
}

export async function removeField(scope: Scope, id: string): Promise<void> {
  await scope.transaction(async (inside) => {
    await ownOrRefused(inside, id);
    await deleteField(inside, id);
  });
}

export interface ReadFields {
  /** What to store; a key with `undefined` is cleared. */
  readonly values: Readonly<Record<string, FieldValue | undefined>>;
  /** Fields to define first, when that was asked for. */
  readonly missing: readonly string[];
}

/** Reads the values sent for a contact, and refuses all that are wrong at once. */
export function readFields(
  catalog: Catalog,
  sent: Readonly<Record<string, unknown>>,
  createMissing: boolean,
): ReadFields {
  const problems: string[] = [];
  const values: Record<string, FieldValue | undefined> = {};
  const missing: string[] = [];
  for (const [key, value] of Object.entries(sent)) {
    const field = catalog.get(key);
    if (field && !field.writable) problems.push(`fields.${key} is set by the platform and takes no value`);
    else if (!field && !(createMissing && KEY.test(key)))
      problems.push(`fields.${key} is not in the catalog`);
    else {
      const reading = readValue(field ?? { dataType: typeOf(value), enumOptions: [] }, value);
      if ('problem' in reading) problems.push(`fields.${key} ${reading.problem}`);
      else {
        values[key] = reading.value;
        if (!field && value !== null) missing.push(key);
      }
    }
  }
  if (problems.length > 0) {
    throw new Failure('unprocessable', `Some fields are not valid: ${problems.slice(0, 3).join('; ')}`, {
      errors: problems,
    });
  }
  return { values, missing };
}

/** Defines the fields that values were sent for, in the transaction that stores them. */
export async function defineMissing(
  scope: Scope,
  sent: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await lockCatalog(scope);
  const own = await ownFields(scope);
  const catalog = catalogOf(own);
  const still = keys.filter((key) => !catalog.has(key));
  refuseTooMany(own.length + still.length);
  const first = lastPlace(catalog, 'custom');
  const fields = still.map((key, position) => ({
    ...newField(scope, { key, label: inWords(key), dataType: typeOf(sent[key]) }, catalog),
    displayOrder: first + position * 10,
  }));
  await insertFields(scope, fields);
}

const KEY = /^[a-z][a-z0-9_]{0,63}$/;

function newField(scope: Scope, wanted: NewContactField, catalog: Catalog): OwnField {
  const shadowed = seededFields.find(({ key }) => key === wanted.key);
  return {
    id: scope.newId(),
    key: wanted.key,
    label: wanted.label,
    dataType: wanted.dataType,
    enumOptions: wanted.dataType === 'enum' ? (wanted.enumOptions ?? []) : [],
    // What is personal stays so unless somebody says that theirs is not.
    isPii: wanted.isPii ?? shadowed?.isPii ?? false,
    allowPiiInContext: wanted.allowPiiInContext ?? false,
    csvAliases: wanted.csvAliases ?? [],
    description: wanted.description ?? null,
    displayOrder: wanted.displayOrder ?? lastPlace(catalog, 'custom'),
  };
}

function refuseTooMany(count: number): void {
  if (count > MAX_OWN_FIELDS) throw conflict(`A company has at most ${MAX_OWN_FIELDS} fields of its own`);
}

async function ownOrRefused(scope: Scope, id: string): Promise<OwnField> {
  if (seededFields.some((field) => field.id === id)) throw forbidden('Built-in fields cannot be changed');
  const field = await lockOwnField(scope, id);
  if (!field) throw notFound('Contact field');
  return field;
}
