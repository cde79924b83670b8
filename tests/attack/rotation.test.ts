import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@parley/kernel/clock.ts';
import { rewrapKeys } from '@parley/service/domains/personal-data/contact-key.actions.ts';
import { loadConfig } from '@parley/service/main/config.ts';
import { makeMasterKeys } from '@parley/service/main/encryption.ts';
import { makeLog } from '@parley/service/main/log.ts';
import { messageLinks } from '@parley/service/main/online-links.ts';
import { openServices } from '@parley/service/main/wiring.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { Browser, newPerson } from '@parley/testing/console-browser.ts';
import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import { startTestService, type TestService, testSecrets } from '@parley/testing/service.ts';
import { WebCaller } from '@parley/testing/web-caller.ts';
import { type Receiver, startReceiver } from '@parley/testing/webhook-receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const old = { pepper: testSecrets.PARLEY_KEY_PEPPER, link: testSecrets.PARLEY_LINK_SECRET };
const fresh = {
  pepper: 'another-pepper-for-tests-of-32-characters',
  link: 'another-link-secret-for-tests-of-32-chars',
};

let clone: ClonedDatabase;
let dataDir: string;
let receiver: Receiver;
beforeAll(async () => {
  clone = await cloneDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'parley-rotation-'));
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await clone.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A process with these values, newest first. */
async function during<Result>(
  peppers: readonly string[],
  links: readonly string[],
  work: (service: TestService) => Promise<Result>,
): Promise<Result> {
  const service = await startTestService({
    databaseUrl: clone.url,
    dataDir,
    roles: ['api', 'media'],
    environment: {
      PARLEY_ALLOW_PRIVATE_URLS: 'true',
      PARLEY_KEY_PEPPER: peppers.join(','),
      PARLEY_LINK_SECRET: links.join(','),
    },
  });
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

/** What a command of the operator does to the installation with these values. */
async function command(peppers: readonly string[]): Promise<void> {
  const { config } = loadConfig(
    {
      ...testSecrets,
      DATABASE_URL: clone.url,
      PARLEY_DATA_DIR: dataDir,
      PARLEY_KEY_PEPPER: peppers.join(','),
    },
    {},
  );
  const silent = { clock: systemClock, log: makeLog('silent'), say: () => {} };
  await (await openServices({ config, ...silent, isCommand: true })).close();
}

test('a service refuses to start with another pepper than an earlier command used', {
  timeout: 30_000,
}, async () => {
  await command([old.pepper]);
  await expect(during([fresh.pepper], [old.link], async () => {})).rejects.toThrow(
    'PARLEY_KEY_PEPPER differs from the one',
  );
});

test('a command with the peppers in another order does not rotate them', { timeout: 30_000 }, async () => {
  const nothing = async () => {};
  await during([old.pepper], [old.link], nothing);
  await command([fresh.pepper, old.pepper]);
  await during([old.pepper], [old.link], nothing);
  await expect(command([fresh.pepper])).rejects.toThrow('PARLEY_KEY_PEPPER differs from the one');
});

const contact = {
  firstName: 'Ada',
  lastName: 'Novak',
  email: 'ada@example.com',
  gdprExpiryDate: '2099-12-31',
};

test('pepper and link secret are rotated without losing API keys, sessions, links or webhook secrets', {
  timeout: 60_000,
}, async () => {
  const made = await during([old.pepper], [old.link], async (service) => {
    const company = await service.newCompany();
    const unused = await service.newKey({ companyId: company.id });
    const agent = { name: 'Grace', type: 'ONLINE', focus: 'GENERIC' };
    const agentId = (await company.api.post('/agents', agent)).body.id;
    const { onlineUrl } = (await company.api.post('/conversations', { agentId, contact })).body;
    const webhook = await company.api.post('/webhooks', {
      url: receiver.url,
      name: 'W',
      events: ['PING'],
      headers: [{ name: 'x-secret', value: 'hidden' }],
    });
    const person = await newPerson(service, company.id, 'owner', 'owner@example.com');
    return {
      key: company.key,
      unused: unused.key,
      onlineUrl,
      webhookId: webhook.body.id,
      cookie: person.cookie,
    };
  });
  const answers = async (service: TestService, key: string) => {
    const browser = new Browser(service.url);
    browser.cookie = made.cookie;
    const api = service.api(key);
    const page = new WebCaller(`${service.url}${new URL(made.onlineUrl).pathname}`);
    return {
      key: (await api.get('/contacts')).status,
      session: (await browser.get('/console/api/me')).status,
      link: (await page.state()).status,
      webhook: (await api.post(`/webhooks/${made.webhookId}/test`)).body.success,
      header: receiver.received.at(-1)?.headers['x-secret'],
    };
  };

  const both = [fresh.pepper, old.pepper];
  const rotating = await during(both, [fresh.link, old.link], async (service) => {
    const { database, config, secrets } = service.services;
    await rewrapKeys(database, makeMasterKeys(config, secrets));
    return answers(service, made.key);
  });
  expect(rotating).toEqual({ key: 200, session: 200, link: 200, webhook: true, header: 'hidden' });

  // What was used meanwhile, or is encrypted, needs the old values no more. The rest ends with them.
  const over = await during([fresh.pepper], [fresh.link], async (service) => ({
    ...(await answers(service, made.key)),
    unused: (await service.api(made.unused).get('/contacts')).status,
  }));
  expect(over).toEqual({ key: 200, session: 401, link: 404, webhook: true, header: 'hidden', unused: 401 });

  await expect(during([old.pepper], [fresh.link], async () => {})).rejects.toThrow(
    'PARLEY_KEY_PEPPER differs from the one this database was set up with',
  );
});

test('a link that stops messages works when pepper and link secret have changed, also one of an older version', {
  timeout: 60_000,
}, async () => {
  const [pepper, link] = [`${fresh.pepper}-2`, `${fresh.link}-2`];
  const company = await during([fresh.pepper], [fresh.link], async (service) => {
    const made = await service.newCompany();
    // A version before signed them with the link secret, and knew no other key.
    await service.services.database.run(sql`delete from installation_facts where name = 'STOP_LINK_KEYS'`);
    return made;
  });
  const order = { companyId: company.id, channel: 'EMAIL', hash: 'ab'.repeat(32), language: 'EN' } as const;
  const older = messageLinks('', { calls: fresh.link, stop: fresh.link }).stopUrl(order);
  const newer = await during([fresh.pepper], [fresh.link], async (service) => {
    const api = service.api(company.key);
    const agentId = (await api.post('/agents', { name: 'Grace', type: 'ONLINE', focus: 'GENERIC' })).body.id;
    const preview = { kind: 'INVITATION', channel: 'EMAIL' };
    const { body, text } = await api.post(`/agents/${agentId}/message-preview`, preview);
    const [, path] = /https?:\/\/[^/\s]+(\/unsubscribe\/\S+)/.exec(body.message?.text ?? '') ?? [];
    expect(path, text).toBeDefined();
    return path as string;
  });
  const stops = async (service: TestService) =>
    Promise.all([older, newer].map(async (path) => (await fetch(service.url + path)).status));

  const both = await during([pepper, fresh.pepper], [link, fresh.link], async (service) => {
    const { database, config, secrets } = service.services;
    await rewrapKeys(database, makeMasterKeys(config, secrets));
    return stops(service);
  });
  expect(both).toEqual([200, 200]);
  const over = await during([pepper], [link], async (service) => {
    const changed = newer.replace(/\/unsubscribe\/./, '/unsubscribe/B');
    return [...(await stops(service)), (await fetch(service.url + changed)).status];
  });
  expect(over).toEqual([200, 200, 404]);
});
