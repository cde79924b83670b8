import { sentFlow as flow, plain } from '@parley/testing/flow-values.ts';
import { nonsense, spoiled } from '@parley/testing/schema-values.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idsOf, viewFlow } from './flow.model.ts';
import { readFlow } from './flow-grammar.model.ts';

// biome-ignore lint/suspicious/noExplicitAny: a flow is sent as JSON of any shape
type Json = any;

const context = (keptIds: ReadonlySet<string> = new Set()) => {
  let last = 0;
  return { country: 'CH', newId: () => `id-${++last}`, keptIds };
};

test('every valid flow is accepted, and keeps all its ids when sent back', () => {
  fc.assert(
    fc.property(flow, (sent) => {
      const first = readFlow(sent, context());
      if ('problems' in first) throw new Error(JSON.stringify(first.problems));
      const again = readFlow(plain(viewFlow(first.flow)), context(idsOf(first.flow)));
      expect(again).toEqual(first);
    }),
    { numRuns: 300 },
  );
});

test('no two blocks of a flow have the same id', () => {
  fc.assert(
    fc.property(flow, (sent) => {
      const reading = readFlow(sent, context());
      const ids = [...JSON.stringify(reading).matchAll(/"id":"(.*?)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      if ('flow' in reading) expect(idsOf(reading.flow).size).toBe(ids.length);
    }),
    { numRuns: 100 },
  );
});

test('a flow is returned as it was sent, with ids and normalised phone numbers', () => {
  const known = new Set(['id', 'schemaVersion', 'logicalOperator']);
  const bare = (part: Json): Json => {
    if (Array.isArray(part)) return part.map(bare);
    if (typeof part !== 'object' || part === null) return part;
    // A single destination without a label is shown as the number of the section.
    const { destinations, ...rest } = part;
    const only =
      destinations?.length === 1 && destinations[0].label === undefined ? destinations[0] : undefined;
    const same = only ? { ...rest, ...only } : part;
    const entries = Object.entries<Json>(same).filter(([name]) => !known.has(name));
    return Object.fromEntries(
      entries.map(([name, inner]) => [name, name === 'phoneNumber' ? 'a number' : bare(inner)]),
    );
  };
  fc.assert(
    fc.property(flow, (sent) => {
      const reading = readFlow(sent, context());
      expect('flow' in reading && bare(plain(viewFlow(reading.flow)))).toEqual(bare(sent));
    }),
    { numRuns: 200 },
  );
});

/** Every place of a value, as problems name it. */
function placesOf(value: Json, path: string, places = new Set<string>()): Set<string> {
  places.add(path);
  if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) placesOf(part, `${path}[${index}]`, places);
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) placesOf(value[name], `${path}.${name}`, places);
  }
  return places;
}
const parent = (path: string) => path.replace(/(\.[^.[\]]*|\[\d+\])$/, '');

test('each problem of a refused flow has the path of an existing block or of a missing property', () => {
  const places = fc.oneof({ weight: 5, arbitrary: spoiled(flow) }, { weight: 1, arbitrary: nonsense });
  let refused = 0;
  fc.assert(
    fc.property(places, (sent) => {
      const reading = readFlow(sent, context());
      if ('flow' in reading) return;
      refused++;
      expect(reading.problems).not.toEqual([]);
      const known = placesOf(sent, 'flow');
      for (const { path, message } of reading.problems) {
        expect(message).not.toBe('');
        expect(known.has(path) || known.has(parent(path))).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
  expect(refused).toBeGreaterThan(100);
});
