import { permissionSpellings, permissions } from '@parley/contract/api-key.ts';
import { expect, test } from 'vitest';
import { aliasOfPath, granted, propertyAliases, rename } from './aliases.ts';

test.each([
  ['/conversations', '/interviews'],
  ['/conversations/{id}/call-attempts/{attemptId}', '/interviews/{id}/call-attempts/{attemptId}'],
  ['/contacts', '/candidates'],
  ['/contacts/{id}/documents', '/candidates/{id}/documents'],
])('the route %s also has the alias path %s', (path, alias) => {
  expect(aliasOfPath(path)).toBe(alias);
});

test.each(['/runs/{id}/contacts', '/contact-fields', '/companies', '/conversationsx', '/constructor'])(
  'the route %s has no alias',
  (path) => {
    expect(aliasOfPath(path)).toBeUndefined();
  },
);

test('the neutral and the legacy spelling of a scope grant the same permission', () => {
  expect(granted(['read:candidates', 'write:interviews'])).toEqual(
    new Set(['read:contacts', 'write:conversations']),
  );
  expect(granted(['read:contacts', 'read:candidates'])).toEqual(new Set(['read:contacts']));
  expect(granted(permissionSpellings)).toEqual(new Set(permissions));
});

test('only the scopes of contacts and conversations have a legacy spelling', () => {
  const added = permissionSpellings.filter(
    (spelling) => !(permissions as readonly string[]).includes(spelling),
  );
  expect(added.sort()).toEqual([
    'delete:candidates',
    'delete:interviews',
    'read:candidates',
    'read:interviews',
    'write:candidates',
    'write:interviews',
  ]);
});

test.each(['read:everything', 'toString', 'constructor', ''])('the scope %j grants nothing', (scope) => {
  expect(granted([scope])).toEqual(new Set());
});

const names = Object.keys(propertyAliases);

test('an alias in a request body is renamed to the main property, and errors can still use the sent name', () => {
  const sent = { candidate: { firstName: 'Ada' }, candidateId: '1', agentId: '2' };
  expect(rename(sent, names, 'never')).toEqual({
    value: { contact: { firstName: 'Ada' }, contactId: '1', agentId: '2' },
    sent: { contact: 'candidate', contactId: 'candidateId' },
    violations: [],
  });
});

test('renaming aliases leaves the sent body object unchanged', () => {
  const sent = { candidateId: '1' };
  rename(sent, names, 'never');
  expect(sent).toEqual({ candidateId: '1' });
});

test.each([
  [{ contactId: '1', candidateId: '1' }],
  [{ contactId: '1', candidateId: '2' }],
  [{ contactId: null, candidateId: '2' }],
  [{ contactId: '1', candidateId: null }],
])('a body with both names of one property is refused, whatever their values: %j', (sent) => {
  expect(rename(sent, names, 'never').violations).toEqual([
    'candidateId cannot be combined with contactId: they are two names of one property',
  ]);
});

test('a query may have both names of one property only with the same value', () => {
  const both = rename({ contactId: '1', candidateId: '1' }, names, 'when-equal');
  expect(both.violations).toEqual([]);
  expect(both.value).toEqual({ contactId: '1' });
  expect(rename({ contactId: '1', candidateId: '2' }, names, 'when-equal').violations).toEqual([
    'candidateId must equal contactId: they are two names of one filter',
  ]);
});

test('an alias is renamed only if the route has the main property', () => {
  const { value, violations } = rename({ candidate: 1, candidateIds: ['1'] }, ['contactIds'], 'never');
  expect(value).toEqual({ candidate: 1, contactIds: ['1'] });
  expect(violations).toEqual([]);
});

test('the values null and false under an alias are kept under the main name', () => {
  expect(rename({ candidateId: null }, names, 'never').value).toEqual({ contactId: null });
  expect(rename({ candidate: false }, names, 'never').value).toEqual({ contact: false });
});

test.each([[null], [[]], ['text'], [42], [undefined]])(
  'renaming aliases returns the body %j, which has no properties, unchanged',
  (value) => {
    expect(rename(value, names, 'never')).toEqual({ value, sent: {}, violations: [] });
  },
);
