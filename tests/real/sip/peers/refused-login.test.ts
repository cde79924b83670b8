import { patience } from '@parley/testing/patience.ts';
import type { TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Asterisk, hasAsterisk, PASSWORD, startAsterisk, USER } from './asterisk.ts';
import { alarmsOf, newTrunk, startServiceAt } from './service-call.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const REJECTED = 'rejects the configured user and password (401 Unauthorized)';

describe.skipIf(!hasAsterisk)('a wrong password at Asterisk, without any call', () => {
  const opened: (() => Promise<unknown>)[] = [];
  let asterisk: Asterisk;
  let service: TestService;
  beforeAll(async () => {
    asterisk = await startAsterisk();
    opened.push(() => asterisk.stop());
    service = await startServiceAt(`sip:${USER}:wrong@127.0.0.1:${asterisk.port}`, { isRegistering: true });
    opened.push(() => service.stop());
  });
  afterAll(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  test("of the operator's trunk is in health, metrics and log", async () => {
    const telephone = async () => (await service.api(undefined).get('/healthz')).body.telephone;
    await expect.poll(telephone, patience).toBe('down');
    expect(await service.services.registry.metrics()).toMatch(
      /parley_trunk_outages_total\{.*fault="login"\} 1/,
    );
    const [{ health }] = (await service.admin.get('/settings-trunks')).body.data;
    expect(health).toMatchObject({ state: 'DOWN', registration: { state: 'REFUSED', code: 401 } });
    expect(service.logged.join('\n')).toContain(`The SIP trunk 127.0.0.1 is down: it ${REJECTED}`);
  });

  test("of a company's trunk is in its health and reported, until the right one is accepted", async () => {
    const company = await service.newCompany();
    const id = await newTrunk(company, {
      port: asterisk.port,
      username: USER,
      password: 'wrong',
      isRegistering: true,
    });
    const health = async () => (await company.api.get(`/trunks/${id}/health`)).body;
    await expect.poll(health, patience).toMatchObject({
      ...{ state: 'DOWN', calls: 0, problem: { message: REJECTED } },
      registration: { state: 'REFUSED', code: 401, expiresAt: null },
    });
    expect(await alarmsOf(service, company)).toEqual([
      expect.objectContaining({ reason: 'TRUNK_DOWN', trunk: { id, name: 'Own', problem: REJECTED } }),
    ]);
    expect((await company.api.patch(`/trunks/${id}`, { password: PASSWORD })).status).toBe(200);
    await expect.poll(async () => (await health()).problem, patience).toBeNull();
    await expect
      .poll(async () => (await health()).registration, patience)
      .toMatchObject({ state: 'REGISTERED', code: 200, expiresAt: expect.any(String) });
    await expect
      .poll(() => asterisk.tell('pjsip show contacts'), patience)
      .toContain(`sip:${USER}@127.0.0.1`);
  });
});
