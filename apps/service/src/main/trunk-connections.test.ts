import { makeSeal } from '@parley/kernel/seal.ts';
import { readUri, type SipUri } from '@parley/sip/sip-address.ts';
import { SipTrunk, type TrunkSettings } from '@parley/sip/sip-trunk.ts';
import type { TelephoneExchange } from '@parley/sip/telephone-exchange.ts';
import { ManualTime, settled } from '@parley/testing/scripted-sip.ts';
import { expect, test } from 'vitest';
import { created } from '../domains/trunks/trunk.model.ts';
import type { Everywhere } from '../storage/scope.ts';
import { settingsOf, TrunkConnections } from './trunk-connections.ts';

const time = new ManualTime();
const limits = { isSoundSecure: false, callsPerSecond: 10, mostCalls: 10 };
const OPERATORS = '8.8.8.8';
const OTHER = '9.9.9.9';
const hop = (host: string) => ({ host, port: 5060, transport: 'udp' as const, name: host });

/** A company's trunk beside one of the operator, whose provider knows us by our address or by a password. */
async function companyTrunkBeside(credentials: TrunkSettings['credentials']): Promise<SipTrunk> {
  const uri = readUri('sip:provider.example') as SipUri;
  const operators = new SipTrunk({ uri, credentials, ...limits }, time);
  await operators.hops({ hopsTo: async () => [hop(OPERATORS)] });
  const exchange = {
    trunks: [operators],
    add: async (settings: TrunkSettings) => ({
      trunk: new SipTrunk(settings, time),
      remove: async () => {},
    }),
  } as unknown as TelephoneExchange;
  const connections = new TrunkConnections({
    everywhere: {} as Everywhere,
    exchange,
    seal: makeSeal('a secret of at least thirty-two characters', 'test'),
    rules: { allowPrivate: false },
    onConnected: () => {},
    onLeft: () => {},
    onError: (error) => {
      throw error;
    },
  });
  const own = { id: 'a', companyId: 'b', password: null, createdAt: new Date(0) };
  return connections.to(created({ name: 'Own', host: 'elsewhere.example' }, own));
}

const hostsOf = async (trunk: SipTrunk): Promise<string[]> => {
  const hops = await trunk.hops({ hopsTo: async () => [hop(OPERATORS), hop(OTHER), hop('10.0.0.7')] });
  return hops.map(({ host }) => host);
};

test("a company's trunk cannot use a host that recognises the operator by IP address", async () => {
  expect(await hostsOf(await companyTrunkBeside(null))).toEqual([OTHER]);
});

test("a company's trunk can use the operator's host if the operator has a password there", async () => {
  const trunk = await companyTrunkBeside({ user: 'operator', password: 'secret' });
  expect(await hostsOf(trunk)).toEqual([OPERATORS, OTHER]);
});

test('the identity, the proxy and the encryption of a trunk record arrive in its SIP settings', () => {
  const own = { id: 'a', companyId: 'b', password: null, createdAt: new Date(0) };
  const wanted = {
    ...{ name: 'Own', host: 'sip.provider.example', transport: 'TCP' as const, media: 'SRTP' as const },
    ...{ username: 'acme', authUsername: 'auth-17', fromUser: 'from-1', fromDomain: 'acme.example' },
    ...{ contactUser: '49301234567', identityHeaders: ['PPI' as const], outboundProxy: 'proxy.example:5070' },
  };
  const anywhere = { allowsHost: () => true, isPublicOnly: true };
  const settings = settingsOf(created(wanted, own), 'secret', anywhere);
  expect(settings).toMatchObject({
    credentials: { user: 'auth-17', password: 'secret' },
    identity: {
      fromUser: 'from-1',
      fromDomain: 'acme.example',
      contactUser: '49301234567',
      headers: ['ppi'],
    },
    proxy: { host: 'proxy.example', port: 5070 },
    isSoundSecure: true,
    isPublicOnly: true,
  });
  const { authUsername: _, ...without } = wanted;
  expect(settingsOf(created(without, own), 'secret', anywhere).credentials?.user).toBe('acme');
});

/** An exchange that says what it does; registrations are taken back when the test says so. */
function slowExchange(everywhere: Partial<Everywhere> = {}) {
  const steps: string[] = [];
  const takenBack = Promise.withResolvers<void>();
  const exchange = {
    trunks: [],
    add: async (settings: TrunkSettings) => {
      steps.push(`add ${settings.uri.host}`);
      return {
        trunk: new SipTrunk(settings, time),
        remove: async () => {
          await takenBack.promise;
          steps.push(`remove ${settings.uri.host}`);
        },
      };
    },
  } as unknown as TelephoneExchange;
  const connections = new TrunkConnections({
    everywhere: everywhere as Everywhere,
    exchange,
    seal: makeSeal('a secret of at least thirty-two characters', 'test'),
    rules: { allowPrivate: false },
    onConnected: () => {},
    onLeft: ({ host }) => steps.push(`left ${host}`),
    onError: (error) => {
      throw error;
    },
  });
  const own = { id: 'a', companyId: 'b', password: null, createdAt: new Date(0) };
  const before = created({ name: 'Own', host: 'old.example' }, own);
  return { steps, takenBack, connections, before };
}

test('a changed trunk registers again only after its old registration was removed', async () => {
  const { steps, takenBack, connections, before } = slowExchange();
  await connections.to(before);
  const changed = connections.to({ ...before, host: 'new.example', revision: 2 });
  await settled();
  expect(steps).toEqual(['add old.example']);
  takenBack.resolve();
  await changed;
  expect(steps).toEqual(['add old.example', 'remove old.example', 'left old.example', 'add new.example']);
});

test('a call over a changed trunk waits until the old registration is removed', async () => {
  // No trunk is as it was.
  const { steps, takenBack, connections, before } = slowExchange({ all: async () => [] });
  await connections.to(before);
  const syncing = connections.sync();
  await settled();
  const changed = connections.to({ ...before, host: 'new.example', revision: 2 });
  await settled();
  expect(steps).toEqual(['add old.example']);
  takenBack.resolve();
  await Promise.all([changed, syncing]);
  expect(steps).toEqual(['add old.example', 'remove old.example', 'left old.example', 'add new.example']);
});
