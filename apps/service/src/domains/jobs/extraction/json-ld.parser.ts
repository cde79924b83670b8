import { readJson } from './lenient-json.parser.ts';
import { type Element, parseMarkup, rawText } from './markup-tree.parser.ts';
import { type Fields, isRecord } from './record.model.ts';
import { isOfType } from './schema-org.parser.ts';

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
