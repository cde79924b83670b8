import { importances, moneyPeriods, operators } from '@parley/contract/flow.ts';
import fc from 'fast-check';

// biome-ignore lint/suspicious/noExplicitAny: a flow is sent as JSON of any shape
type Json = any;

const text = fc
  .oneof(
    { weight: 4, arbitrary: fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }) },
    // Known, unknown, without a value, and of other engines.
    fc.constantFrom(
      'Hello {{contact.first_name}}, {{contact.none}}!',
      '{{contact.notes}}',
      '{{ }}',
      '{{{x}}} {% if y %} <%= z %>',
    ),
  )
  .filter((it) => it.trim() !== '');
const number = fc.constantFrom('+41446681800', '+15005550000', '044 668 18 01', '+420 601 234 567');
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
/** Without the properties that are undefined, as JSON is. */
export const plain = (value: Json): Json => JSON.parse(JSON.stringify(value));

const options = (minLength: number) =>
  fc.uniqueArray(text, { minLength, maxLength: 4, selector: (option) => option.trim().toLowerCase() });
const answer = fc.oneof(
  fc.record({
    type: fc.constantFrom('yes_no', 'date', 'time', 'name', 'email', 'phone', 'text'),
  }),
  fc.record({ type: fc.constant('number'), unit: optional(fc.constantFrom('years', 'people')) }),
  fc.record({
    type: fc.constant('money'),
    currency: optional(fc.constantFrom('GBP', 'EUR')),
    period: optional(fc.constantFrom(...moneyPeriods)),
  }),
  fc.record({ type: fc.constant('choice'), options: options(2) }),
  fc.record({ type: fc.constant('list'), options: optional(options(1)) }),
);

const question = fc
  .record({
    question: text,
    idealAnswer: optional(text),
    key: optional(fc.stringMatching(/^[\w-]{1,20}$/)),
    answer: optional(answer),
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

/** Flows that are valid, as clients send them. */
export const sentFlow: fc.Arbitrary<Json> = fc
  .record({
    firstMessage: text.map((words) => ({ type: 'first_message', text: words })),
    sections: fc.array(section(5), { minLength: 1, maxLength: 3 }),
    lastMessage: optional(text.map((words) => ({ type: 'last_message', text: words }))),
  })
  .map(plain);
