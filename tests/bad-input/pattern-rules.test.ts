import { apiRoutes, consoleRoutes } from '@parley/testing/every-route.ts';
import { expect, test } from 'vitest';

interface Node {
  readonly pattern?: string;
  readonly 'x-rule'?: string;
}

/** Every schema inside a schema that wants a text of some form. */
function patterned(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { pattern, 'x-rule': rule } = schema as Node;
  const own = typeof pattern === 'string' && rule === undefined ? [`${path}: ${pattern}`] : [];
  return [...own, ...Object.entries(schema).flatMap(([name, part]) => patterned(part, `${path}.${name}`))];
}

test('every pattern in the API schema is explained in words in its error', () => {
  const routes = [...apiRoutes, ...consoleRoutes];
  expect(routes.flatMap(({ name, body, query }) => patterned({ body, query }, name))).toEqual([]);
  const sent = JSON.stringify(routes.map(({ body }) => body));
  expect(sent).toContain('begin with a letter');
});
