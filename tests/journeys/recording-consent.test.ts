import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({ environment: { PARLEY_SIM_SPEED: '1000000' } });
  company = await service.newCompany();
});
afterAll(() => service.stop());

const question = 'Is it all right if this call is recorded?';

async function callOf(recordingConsent: string | undefined, number: string) {
  const agent = await company.api.post('/agents', {
    name: 'Grace',
    flow: {
      firstMessage: { type: 'first_message', text: 'Hello, this is Grace of Acme. Do you have a minute?' },
      sections: [
        { type: 'looping', title: 'Work', questions: [{ question: 'Do you have a driving licence?' }] },
      ],
      lastMessage: { type: 'last_message', text: 'Thank you. Goodbye!' },
    },
    callingWindow: null,
    retryPolicy: { maxAttempts: 1 },
    ...(recordingConsent && { recordingConsent }),
  });
  expect([agent.status, agent.body.recordingConsent]).toEqual([201, recordingConsent]);
  const made = await company.api.post('/conversations', {
    agentId: agent.body.id,
    contact: { firstName: 'Ada', lastName: 'Bell', phoneNumber: number, gdprExpiryDate: '2099-12-31' },
  });
  for (;;) {
    const { body } = await company.api.get(`/conversations/${made.body.id}`);
    if (body.finishedDate !== null) return { agent: agent.body, attempt: body.callAttempts[0] };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const said = (attempt: { transcript: { speaker: string; text: string }[] }) =>
  attempt.transcript.filter(({ speaker }) => speaker === 'AI').map(({ text }) => text);

test("the attempt of an agent that asks for consent has the question and the contact's reply", async () => {
  const { attempt } = await callOf('ask', '+15005550000');
  // Somebody may ask for a moment first.
  expect(said(attempt)[0]).not.toContain(question);
  expect(said(attempt).join(' ')).toContain(question);
  expect(attempt.recordingConsent).toMatchObject({ mode: 'ask', decision: 'granted' });
  expect(attempt.recordingConsent.asked).toContain(question);
  expect(attempt.recordingConsent.said).toMatch(/\w/);
  expect(attempt.recordingConsent.time).toBeGreaterThan(0);
});

test('the recording notice comes after the AI disclosure and before the question of the first message', async () => {
  const { attempt } = await callOf('announce', '+15005550000');
  expect(said(attempt)[0]).toContain('You are speaking with an AI assistant. This call is being recorded.');
  expect(attempt.recordingConsent).toMatchObject({ mode: 'announce', decision: 'announced' });
});

test('on the simulated network no recording notice or question is given by default', async () => {
  const { attempt } = await callOf(undefined, '+15005550000');
  expect(said(attempt).join(' ')).not.toContain('recorded');
  expect(attempt).not.toHaveProperty('recordingConsent');
});

test('a contact who hangs up before the recording question is not recorded', async () => {
  const { attempt } = await callOf('ask', '+15005550009');
  expect(attempt).toMatchObject({
    recordingUrl: null,
    recordingConsent: { mode: 'ask', decision: 'not_reached' },
  });
});

test('recordingConsent null resets the setting, and an unknown value is refused', async () => {
  const { agent } = await callOf('announce', '+15005550000');
  const changed = await company.api.patch(`/agents/${agent.id}`, { recordingConsent: null });
  expect(changed.body).not.toHaveProperty('recordingConsent');
  expect((await company.api.patch(`/agents/${agent.id}`, { recordingConsent: 'maybe' })).status).toBe(400);
});
