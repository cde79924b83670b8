import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, invited, newPerson, PASSWORD } from '../../../tests/console-browser.ts';
import { startTestService, type TestService } from '../../../tests/service.ts';
import { ManualClock } from '../../kernel/clock.ts';

const clock = new ManualClock('2026-03-14T09:30:00.000Z');
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.stop());

const redeem = (token: string, more: object = {}) =>
  new Browser(service.url).post('/console/api/invitations/redeem', { token, ...more });

test('who was removed does not come back by an older invitation', async () => {
  const company = await service.newCompany();
  const owner = await newPerson(service, company.id, 'owner', 'boss@removing.example');
  const member = await newPerson(service, company.id, 'member', 'gone@removing.example');
  const older = await invited(service, company.id, 'member', 'Gone@removing.example');
  const { id } = (await member.get('/console/api/me')).body;
  expect((await owner.ask('DELETE', `/console/api/users/${id}`)).status).toBe(204);
  expect((await redeem(older)).status).toBe(404);
  expect((await owner.get('/console/api/users')).body.total).toBe(1);
});

test('who was made less is not made more by an older invitation', async () => {
  const company = await service.newCompany();
  const owner = await newPerson(service, company.id, 'owner', 'boss@demoting.example');
  const member = await newPerson(service, company.id, 'owner', 'less@demoting.example');
  const older = await invited(service, company.id, 'owner', 'less@demoting.example');
  const { id } = (await member.get('/console/api/me')).body;
  expect((await owner.ask('PATCH', `/console/api/users/${id}`, { role: 'viewer' })).status).toBe(200);
  expect((await redeem(older)).status).toBe(404);
  expect((await member.get('/console/api/me')).body.role).toBe('viewer');
});

test('a new invitation to the same address takes the place of the older one', async () => {
  const company = await service.newCompany();
  const owner = await newPerson(service, company.id, 'owner', 'boss@again.example');
  const older = await invited(service, company.id, 'owner', 'twice@again.example');
  const newer = await invited(service, company.id, 'viewer', 'Twice@again.example');
  const { data } = (await owner.get('/console/api/invitations')).body;
  expect(data).toMatchObject([{ email: 'Twice@again.example', role: 'viewer' }]);
  expect((await redeem(older)).status).toBe(404);
  expect((await redeem(newer, { password: PASSWORD })).status).toBe(200);
});
