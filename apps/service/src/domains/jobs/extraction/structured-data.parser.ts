import { readJson } from './lenient-json.parser.ts';
import { type Element, elementsOf, parseMarkup, rawText, readableText } from './page-markup.parser.ts';
import { type Fields, isRecord } from './record.model.ts';
import { isOfType } from './schema-org.parser.ts';

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

const MAX_NODES = 100_000;

/** Every JobPosting of the page's JSON-LD, with what it refers to by `@id` in its place. */
export function jsonLdPostings(elements: readonly Element[]): Fields[] {
  const blocks = elements
    .filter(({ tag, attributes }) => tag === 'script' && /ld\+json/i.test(attributes.type ?? ''))
    .map((script) => readBlock(rawText(script)));
  const nodes = blocks.flatMap(nodesIn);
  const byId = new Map(nodes.flatMap((node) => (isReference(node) ? [] : [[node['@id'], node] as const])));
  return nodes
    .filter((node) => isOfType(node, 'jobposting') && Object.keys(node).length > 2)
    .map((node) => resolved(node, byId, 0) as Fields);
}

/** Some escape the whole block as if it were text. */
function readBlock(text: string): unknown {
  return readJson(/^\s*[{[]\s*&(?:quot|#34);/.test(text) ? rawText(parseMarkup(text)) : text);
}

/** Every object at any depth; a loop, because the data may be nested without measure. */
export function nodesIn(value: unknown): Fields[] {
  const found: Fields[] = [];
  const waiting: unknown[] = [value];
  for (let at = 0; at < waiting.length && at < MAX_NODES; at++) {
    const part = waiting[at];
    if (isRecord(part)) found.push(part);
    if (typeof part === 'object' && part !== null)
      for (const inner of Object.values(part))
        if (typeof inner === 'object' && inner !== null) waiting.push(inner);
  }
  return found;
}

/** Nothing but the id of a thing that is described elsewhere, and perhaps its type. */
const isReference = (node: Fields): boolean =>
  typeof node['@id'] === 'string' && Object.keys(node).every((name) => name === '@id' || name === '@type');

const MAX_DEPTH = 12;

function resolved(value: unknown, byId: ReadonlyMap<unknown, Fields>, depth: number): unknown {
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((item) => resolved(item, byId, depth + 1));
  if (!isRecord(value)) return value;
  const node = isReference(value) ? (byId.get(value['@id']) ?? value) : value;
  return Object.fromEntries(
    Object.entries(node).map(([name, part]) => [name, resolved(part, byId, depth + 1)]),
  );
}
