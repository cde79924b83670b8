import { sampleContact } from '@parley/testing/contact-samples.ts';
import { expect, test } from 'vitest';
import type { Scope } from '../../storage/scope.ts';
import { noCeiling } from '../companies/company.model.ts';
import { catalogOf } from '../contact-fields/catalog.model.ts';
import { blankAgent } from './agent.model.ts';
import { type ContactList, ListChecks } from './list-preflight.actions.ts';
import type { PreflightInputs } from './preflight.model.ts';

const inputs: PreflightInputs = {
  agent: {
    ...{ ...blankAgent, focus: 'GENERIC', name: 'Grace', instructions: 'Say hello.' },
    ...{ id: 'agent', versionId: 'version', createdAt: new Date(0), updatedAt: new Date(0) },
  },
  company: { name: 'Acme', description: null, allowedCountries: null, callCeiling: noCeiling },
  catalog: catalogOf([]),
  speech: { languages: { transcribes: () => true, speaks: () => true }, hasTelephone: true },
  hasModel: true,
  availableMinutes: 60,
  refusal: () => undefined,
};
const scope = { companyId: 'acme' } as unknown as Scope;
const staying = new AbortController().signal;
const page = Array.from({ length: 500 }, (_, index) => ({
  ...sampleContact({ id: String(index), phoneNumber: '+15005550000' }),
  hasJob: false,
}));
const listOf = (pages: () => AsyncIterable<typeof page>): ContactList => ({
  pages,
  sharing: async () => ({ contacts: 0, contactId: '' }),
});

test('the event loop serves others while a page of contacts is checked', async () => {
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const list = listOf(async function* () {
    yield page;
  });
  const { contacts } = await new ListChecks().check(scope, inputs, list, staying);
  clearImmediate(next);
  expect(contacts.total).toBe(500);
  expect(turns).toBeGreaterThanOrEqual(5);
});

test('lists of one company are checked one after the other, and too many at once are refused', async () => {
  const checks = new ListChecks();
  let open = 0;
  let most = 0;
  const list = listOf(async function* () {
    open += 1;
    most = Math.max(most, open);
    yield page;
    open -= 1;
  });
  const asked = await Promise.allSettled(
    Array.from({ length: 22 }, () => checks.check(scope, inputs, list, staying)),
  );
  expect(most).toBe(1);
  expect(asked.filter(({ status }) => status === 'rejected')).toEqual([
    { status: 'rejected', reason: expect.objectContaining({ kind: 'too_many_requests' }) },
  ]);
});

test('no more contacts are read for a check whose client has gone', async () => {
  const leaving = new AbortController();
  let read = 0;
  const list = listOf(async function* () {
    for (;;) {
      read += 1;
      if (read === 2) leaving.abort(new Error('The client has gone'));
      yield page;
    }
  });
  await expect(new ListChecks().check(scope, inputs, list, leaving.signal)).rejects.toThrow('has gone');
  expect(read).toBe(2);
});
