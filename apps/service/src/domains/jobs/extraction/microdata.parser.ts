import { type Element, elementsOf } from './markup-tree.parser.ts';
import { readableText } from './readable-text.parser.ts';
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
    .map((element) => thingOf(element, syntax, elements));

/** The properties below an element, each thing inside it with its own. */
function thingOf(root: Element, syntax: Syntax, page: readonly Element[]): Fields {
  const thing: Record<string, unknown[]> = {
    '@type': [root.attributes[syntax.type]?.replace(/^.*[/#:]/, '')],
  };
  const isThing = (element: Element) =>
    syntax.type in element.attributes || 'itemscope' in element.attributes;
  const isProperty = (element: Element) => element.attributes[syntax.property] !== undefined;
  for (const element of [...elementsOf(root, (one) => !isThing(one)), ...referredBy(root, page)]) {
    const property = element.attributes[syntax.property];
    if (property === undefined) continue;
    // A place without a scope of its own: its parts are read as the posting's, and no line of words is made of them.
    if (!isThing(element) && !isText(property) && [...elementsOf(element)].some(isProperty)) continue;
    const value = isThing(element) ? thingOf(element, syntax, []) : saidBy(element);
    for (const name of property.split(/\s+/)) {
      const bare = name.replace(/^.*[/#:]/, '');
      if (bare !== '' && bare !== '__proto__') thing[bare] = [...(thing[bare] ?? []), value];
    }
  }
  return thing;
}

/** What is said elsewhere on the page: by the ids that the thing lists, or of nothing, which can only be the posting. */
function referredBy(root: Element, page: readonly Element[]): Element[] {
  const ids = new Set((root.attributes.itemref ?? '').split(/\s+/).filter(Boolean));
  return page.filter(
    (element) => ids.has(element.attributes.id ?? '') || (isPlace(element) && !isInside(element)),
  );
}

const isPlace = ({ attributes }: Element): boolean => /(^|\s)jobLocation$/.test(attributes.itemprop ?? '');

function isInside(element: Element): boolean {
  for (let above = element.parent; above; above = above.parent)
    if ('itemscope' in above.attributes) return true;
  return false;
}

const isText = (property: string): boolean => !/\b(jobLocation|address)$/.test(property);

function saidBy(element: Element): string {
  const { content, datetime } = element.attributes;
  const said = content ?? datetime;
  return said !== undefined && said.trim() !== '' ? said : readableText(element);
}
