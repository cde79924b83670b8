import { ManualClock } from '@parley/kernel/clock.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallRuntime } from './call-runtime.ts';
import { loadConfig } from './config.ts';
import { makeTelephone } from './telephone.ts';
import type { Services } from './wiring.ts';

// A Sunday: nobody in France is called.
const clock = new ManualClock('2026-11-29T12:00:00Z');
let service: TestService;
beforeAll(async () => {
  const sound = {
    get media(): never {
      throw new Error('The telephone network cannot be opened');
    },
    partyOf: () => undefined as never,
  };
  service = await startTestService({ clock, sound });
});
afterAll(() => service.stop());

test('legal calling hours apply to a call over a trunk record without a public address, even if the trunk could not be opened yet', async () => {
  const company = await service.newCompany();
  expect((await company.api.post('/trunks', { name: 'T', host: 'sip.example.com' })).status).toBe(201);
  const agent = await company.api.post('/agents', { name: 'Grace', focus: 'GENERIC', callingWindow: null });
  const { body } = await company.api.post('/conversations', {
    agentId: agent.body.id,
    contact: {
      firstName: 'Ada',
      lastName: 'Bell',
      phoneNumber: '+33142685300',
      gdprExpiryDate: '2099-12-31',
    },
  });
  const scheduled = async () => {
    // Also a call that was returned to its queue is looked at.
    clock.advance(61_000);
    return (await company.api.get(`/conversations/${body.id}`)).body.scheduledAt;
  };
  await expect.poll(scheduled, { interval: 50 }).toBe('2026-11-30T09:00:00.000Z');
});

test('a trunk without speech packages is refused, with the command that installs them', () => {
  const { config } = loadConfig({ PARLEY_SIP_TRUNK: 'sip:127.0.0.1' }, {});
  const make = () => makeTelephone({ config } as Services, {} as CallRuntime, () => undefined);
  expect(make).toThrow(
    'PARLEY_SIP_TRUNK is set, but calls over a trunk need speech to text (STT) and text to speech (TTS)',
  );
  expect(make).toThrow('npx parley speech install');
});
