import { type Element, elementsOf } from './markup-tree.model.ts';
import { readableText } from './readable-text.model.ts';
import type { Fields } from './record.model.ts';

interface Syntax {
  /** The attribute that names a property, and the one that makes an element a thing of a type. */
  readonly property: string;
  readonly type: string;
}
const microdata: Syntax = { property: 'itemprop', type: 'itemtype' };
const rdfa: Syntax = { property: 'property', type: 'typeof' };

export const microdataPostings = (elements: readonly Element[]): Fields[] => postingsIn(elements, microdata);
export const rdfaPostings = (elements: readonly Element[]): Fields[] => postingsIn(elements, rdfa);

const postingsIn = (elements: readonly Element[], syntax: Syntax): Fields[] =>
  elements
    .filter(({ attributes }) => /(^|[/:#\s])JobPosting\b/i.test(attributes[syntax.type] ?? ''))
    .map((element) => thingOf(element, syntax));

/** The properties below an element, each thing inside it with its own. */
function thingOf(root: Element, syntax: Syntax): Fields {
  const thing: Record<string, unknown[]> = {
    '@type': [root.attributes[syntax.type]?.replace(/^.*[/#:]/, '')],
  };
  const isThing = (element: Element) =>
    syntax.type in element.attributes || 'itemscope' in element.attributes;
  for (const element of elementsOf(root, (one) => !isThing(one))) {
    const property = element.attributes[syntax.property];
    if (property === undefined) continue;
    const value = isThing(element) ? thingOf(element, syntax) : saidBy(element);
    for (const name of property.split(/\s+/)) {
      const bare = name.replace(/^.*[/#:]/, '');
      if (bare !== '' && bare !== '__proto__') thing[bare] = [...(thing[bare] ?? []), value];
    }
  }
  return thing;
}

function saidBy(element: Element): string {
  const { content, datetime } = element.attributes;
  const said = content ?? datetime;
  return said !== undefined && said.trim() !== '' ? said : readableText(element);
}
