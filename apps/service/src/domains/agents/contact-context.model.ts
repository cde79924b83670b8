import type { KnownData } from '@parley/call-engine/expression.ts';
import type { PlanDocument, PromptSection } from '@parley/call-engine/plan.ts';
import { categories } from '@parley/contract/contact-field.ts';
import type { Language } from '@parley/language/language.ts';
import { type Catalog, inOrder } from '../contact-fields/catalog.model.ts';
import { type ContactField, reachesAgent } from '../contact-fields/contact-field.model.ts';
import { inWords } from '../contact-fields/seeded-field.model.ts';
import { spokenValue } from './spoken-value.model.ts';

/**
 * The short set of fields that the platform puts into the prompt, personal ones like the name included. What the
 * platform itself resolves (`readOnly`) never gets there.
 */
export function essentialSection(
  known: KnownData,
  catalog: Catalog,
  language: Language,
): PromptSection | undefined {
  const lines = linesOf(
    inOrder(catalog).filter((field) => field.inEssentialPromptSet && !field.readOnly),
    known,
    language,
  );
  return lines.length === 0
    ? undefined
    : { id: 'contact', title: 'The contact', kind: 'data', text: lines.join('\n') };
}

/** What the agent may look up in mid-call: every field that may reach it, under the name of its category. */
export function contactDocument(
  known: KnownData,
  catalog: Catalog,
  language: Language,
): PlanDocument | undefined {
  const fields = inOrder(catalog).filter(reachesAgent);
  const chapters = categories.flatMap((category) => {
    const lines = linesOf(
      fields.filter((field) => field.category === category),
      known,
      language,
    );
    return lines.length === 0 ? [] : [`## ${inWords(category)}\n\n${lines.join('\n')}`];
  });
  return chapters.length === 0
    ? undefined
    : {
        id: 'contact',
        title: 'About the contact',
        text: `# About the contact\n\n${chapters.join('\n\n')}\n`,
      };
}

const linesOf = (fields: readonly ContactField[], known: KnownData, language: Language): string[] =>
  fields.flatMap(({ key, label }) => {
    const value = Object.hasOwn(known, key) ? known[key] : undefined;
    // One line each: a value cannot begin a heading or a field of its own.
    const words = value === undefined ? undefined : spokenValue(value, language);
    return words === undefined ? [] : [`- ${label.replaceAll(/\s+/g, ' ').trim()}: ${words}`];
  });
