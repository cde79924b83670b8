import { expect, test } from 'vitest';
import type { Trunk } from './trunk.tsx';
import { changesOf, draftOf, emptyDraft, identityPaths, newTrunkOf, trunkPaths } from './trunk-draft.ts';

const identity = {
  media: 'SRTP',
  authUsername: 'auth-17',
  fromUser: 'acme',
  fromDomain: 'acme.example',
  contactUser: '49301234567',
  identityHeaders: ['PPI', 'RPID'],
  outboundProxy: 'proxy.example.com:5060',
} as const;

const trunk = {
  ...{ id: 't1', companyId: 'c1', name: 'Provider', host: 'sip.example.com', port: null, transport: 'UDP' },
  ...{ username: 'acme', hasPassword: true, isRegistering: false, isActive: true, prefixes: [] },
  ...{
    numberFormat: 'E164',
    numberCountry: null,
    dialPrefix: null,
    transfer: 'REFER',
    priority: 10,
    weight: 1,
  },
  ...{ maxConcurrentCalls: null, maxCallsPerSecond: null, maxCallsPerDay: null },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  ...{ ...identity, identityHeaders: [...identity.identityHeaders] },
} as Trunk;

test('the form of a trunk sends what it shows of the identity, for a new trunk and for a change', () => {
  expect(changesOf(draftOf(trunk))).toMatchObject(identity);
  const typed = { ...draftOf(trunk), authUsername: ' auth-18 ', outboundProxy: '' };
  expect(newTrunkOf(typed)).toMatchObject({ authUsername: 'auth-18', outboundProxy: null });
});

test('an untouched identity leaves a new trunk as the API creates it without one', () => {
  expect(newTrunkOf(emptyDraft)).toMatchObject({
    ...{ media: null, authUsername: null, fromUser: null, fromDomain: null, contactUser: null },
    ...{ identityHeaders: ['PAI'], outboundProxy: null },
  });
});

test('errors about the identity are shown at its fields', () => {
  expect(trunkPaths).toEqual(expect.arrayContaining([...identityPaths]));
});
