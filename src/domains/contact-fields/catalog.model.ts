import { type ContactField, categories, type OwnField } from './contact-field.model.ts';
import { seededFields } from './seeded-field.model.ts';

/** Every field a company knows, by key: its own take the place of seeded ones of the same key. */
export type Catalog = ReadonlyMap<string, ContactField>;

export function catalogOf(own: readonly OwnField[]): Catalog {
  const seeded = new Map(seededFields.map((field) => [field.key, field]));
  const merged = new Map(seeded);
  for (const field of own) merged.set(field.key, fullField(field));
  return merged;
}

/** A company's own field with what follows from its key. */
export function fullField(own: OwnField): ContactField {
  const seeded = seededFields.find(({ key }) => key === own.key);
  return {
    ...own,
    category: seeded?.category ?? 'custom',
    inEssentialPromptSet: seeded?.inEssentialPromptSet ?? false,
    isSystem: false,
    isCompanyOverride: seeded !== undefined,
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
