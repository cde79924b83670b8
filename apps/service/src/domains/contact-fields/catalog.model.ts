import { categories } from '@parley/contract/contact-field.ts';
import type { ContactField, OwnField } from './contact-field.model.ts';
import { seededFields } from './seeded-field.model.ts';

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
    category: replaced?.category ?? 'custom',
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
