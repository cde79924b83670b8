import { Strict } from '@parley/contract/schema.ts';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { Validator } from './validation.ts';
import { warmUp } from './warm-up.ts';

const never = () => false;
const fail = (error: Error) => expect.unreachable(error.message);

test('other work can run between two steps of the warm-up', async () => {
  const order: string[] = [];
  const other = () => {
    if (order.push('other') < 6) setImmediate(other);
  };
  setImmediate(other);
  const steps = ['first', 'second'].map((name) => () => void order.push(name));
  await warmUp(steps, { isStopped: never, onError: fail });
  expect(order.slice(order.indexOf('first'), order.indexOf('second'))).toContain('other');
});

test('the warm-up runs no further step after a stop', async () => {
  let done = 0;
  const step = () => void done++;
  await warmUp([step, step, step], { isStopped: () => done === 1, onError: fail });
  expect(done).toBe(1);
});

test('the warm-up reports a schema that cannot be compiled by its properties, and compiles the others', async () => {
  const validator = new Validator();
  validator.body(Strict({ colour: Type.Unsafe({ type: 'string', unheardOf: true }) }));
  const check = validator.query(Strict({ page: Type.Integer() }));
  const errors: string[] = [];
  await warmUp(validator.compilations, {
    isStopped: never,
    onError: ({ message }) => errors.push(message),
  });
  expect(errors).toEqual([expect.stringMatching(/^The schema of colour is wrong: .*unheardOf/)]);
  expect(check({ page: '2' })).toEqual([]);
});

test('the first value that is checked starts the warm-up, and compiling a schema does not', async () => {
  const validator = new Validator();
  validator.body(Strict({ page: Type.Integer() }));
  const check = validator.body(Strict({ colour: Type.String() }));
  let isUsed = false;
  void validator.used.then(() => (isUsed = true));
  validator.compilations[0]?.();
  await Promise.resolve();
  expect(isUsed).toBe(false);
  check({ colour: 'red' });
  await validator.used;
});

test('a schema is compiled once for bodies and once for queries, however many routes use it', () => {
  const validator = new Validator();
  const Page = Strict({ page: Type.Integer() });
  const [one, other] = [validator.body(Page), validator.body(Page)];
  const query = validator.query(Page);
  expect(validator.compilations).toHaveLength(2);
  expect([one({ page: 2 }), other({ page: 2 }), query({ page: '2' })]).toEqual([[], [], []]);
  // Text is a number in a query only.
  expect(other({ page: '2' })).toHaveLength(1);
});
