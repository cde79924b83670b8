import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nonsense, spoiled } from '../../../tests/schema-values.ts';
import { importances, operators } from './flow.model.ts';
import { idsOf, viewFlow } from './flow-document.model.ts';
import { readFlow } from './flow-grammar.model.ts';

// biome-ignore lint/suspicious/noExplicitAny: a flow is sent as JSON of any shape
type Json = any;

const text = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }).filter((it) => it.trim() !== '');
const number = fc.constantFrom('+41446681800', '+15005550000', '044 668 18 01', '+420 601 234 567');
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
/** Without the properties that are undefined, as JSON is. */
const plain = (value: Json): Json => JSON.parse(JSON.stringify(value));

const question = fc
  .record({
    question: text,
    idealAnswer: optional(text),
    key: optional(fc.stringMatching(/^[\w-]{1,20}$/)),
    scoring: optional(
      fc.oneof(
        fc.record({ importance: fc.constantFrom(...importances) }),
        fc.record({ weight: fc.double({ min: 0, max: 100, noNaN: true }) }),
      ),
    ),
  })
  .map(({ scoring, ...rest }) => ({ ...rest, ...scoring }));

const value = fc.oneof(text, fc.integer(), fc.boolean());
const field = fc.constantFrom('contact.country', 'job.title', 'answer.a-b', 'job.location.city');
const condition = fc.oneof(
  fc.record({ type: fc.constant('intent'), description: text, logicalOperator: optional(fc.jsonValue()) }),
  fc.tuple(fc.constantFrom(...operators), field, value).map(([operator, name, wanted]) => ({
    type: 'expression',
    field: name,
    operator,
    ...(operator.endsWith('EXISTS') ? {} : { value: operator === 'IN' ? [wanted] : wanted }),
  })),
);

const handoff = fc
  .record({
    message: optional(text),
    to: fc.oneof(
      fc.record({ phoneNumber: number }),
      fc.record({ destinations: fc.tuple(fc.record({ label: optional(text), phoneNumber: number })) }),
      fc.record({
        destinations: fc.uniqueArray(fc.record({ label: text, phoneNumber: number }), {
          minLength: 2,
          maxLength: 4,
          selector: ({ label }) => label,
        }),
      }),
    ),
  })
  .map(({ message, to }) => ({ type: 'human_handoff', message, ...to }));

/** Valid sections, at most `levels` deep; small enough that no flow of them has 200 blocks. */
function section(levels: number): fc.Arbitrary<Json> {
  const leaf = fc.oneof(
    fc.record({ type: fc.constant('sequential'), prompt: text, title: optional(text) }),
    fc.record({
      type: fc.constant('looping'),
      questions: fc.array(question, { minLength: 1, maxLength: 3 }),
    }),
    handoff,
  );
  if (levels === 1) return leaf;
  const branch = fc.record({
    name: text,
    condition,
    sections: fc.array(section(levels - 1), { maxLength: 2 }),
  });
  const conditional = fc
    .record({
      title: optional(text),
      branches: fc.uniqueArray(branch, { minLength: 1, maxLength: 2, selector: ({ name }) => name }),
      isDefault: fc.boolean(),
    })
    .map(({ title, branches, isDefault }) => ({
      type: 'conditional',
      title,
      branches,
      ...(isDefault ? { defaultBranch: branches.at(-1)?.name } : {}),
    }));
  return fc.oneof({ weight: 2, arbitrary: leaf }, { weight: 1, arbitrary: conditional });
}

const flow = fc
  .record({
    firstMessage: text.map((words) => ({ type: 'first_message', text: words })),
    sections: fc.array(section(5), { minLength: 1, maxLength: 3 }),
    lastMessage: optional(text.map((words) => ({ type: 'last_message', text: words }))),
  })
  .map(plain);

const context = (keptIds: ReadonlySet<string> = new Set()) => {
  let last = 0;
  return { country: 'CH', newId: () => `id-${++last}`, keptIds };
};

test('every valid flow is accepted, and sent back as it was shown it stays the same to the last id', () => {
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

test('all ids of a flow are different', () => {
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

test('what is shown of a flow is what was sent, with ids and numbers in one form', () => {
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

test('a flow that is refused is told where: each path is a place of it, or what a place lacks', () => {
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
