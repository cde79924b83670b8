import { makeObjects } from '@parley/service/main/objects.ts';
import { recordingKey, recordingPart } from '@parley/service/storage/objects/recording-key.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { newPerson } from '@parley/testing/console-browser.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let company: RunningCompany;
beforeAll(async () => {
  service = await startTestService({ environment: { PARLEY_SIM_SPEED: '10000' } });
  company = await runningCompany(service);
});
afterAll(() => service.stop());

/** A call that is over and analysed, with a recording. */
async function recordedCall() {
  const { api, agentId, scope } = company;
  const { body } = await api.post('/conversations', { contactId: await company.newContact(), agentId });
  const attemptId: string = await waitFor(
    async () => {
      const { analysis, callAttempts } = (await api.get(`/conversations/${body.id}`)).body;
      expect(analysis?.general.status).toBe(2);
      return callAttempts[0].id;
    },
    { interval: 30 },
  );
  const objects = await makeObjects(service.services, service.url);
  const sound = Buffer.from('the sound of the call');
  await objects.put(recordingPart(attemptId, 0), sound, { contentType: 'audio/PCMU;rate=8000;channels=2' });
  const key = recordingKey({ id: attemptId, rateHz: 8000, partBytes: 80_000, dataBytes: sound.length });
  await scope.run(
    sql`update call_attempts set recording_key = ${key} where company_id = ${scope.companyId} and id = ${attemptId}`,
  );
  return { conversationId: body.id as string, attemptId };
}

test('who listens to a recording or downloads it, and who reads test cases, is in the audit log', async () => {
  const viewer = await newPerson(service, company.id, 'viewer', 'viewer@example.com');
  const owner = await newPerson(service, company.id, 'owner', 'owner@example.com');
  const { conversationId, attemptId } = await recordedCall();
  const { body } = await viewer.get(`/conversations/${conversationId}`);
  const cookie = viewer.cookie ?? '';
  const recording = await fetch(body.callAttempts[0].recordingUrl, { headers: { cookie } });
  expect(recording.status).toBe(200);
  await recording.arrayBuffer();
  await viewer.get(`/agents/${company.agentId}/test-cases`);
  const endpoints = await waitFor(async () => {
    const { data } = (await owner.get('/console/api/audit?limit=100')).body;
    const reads = data.filter(({ eventType }: { eventType: string }) => eventType === 'USER_READ');
    expect(reads.length).toBeGreaterThan(2);
    return reads.map(({ endpoint, userEmail }: Record<string, string>) => `${userEmail} ${endpoint}`);
  });
  expect(endpoints.toSorted()).toEqual([
    `viewer@example.com GET /agents/${company.agentId}/test-cases`,
    `viewer@example.com GET /conversations/${conversationId}`,
    expect.stringMatching(new RegExp(`^viewer@example.com GET /objects/.*${attemptId}`)),
  ]);
});
