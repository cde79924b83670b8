import { conductByRules, conductScript } from '@parley/testing/scripted-call.ts';
import type { ScriptLine } from '@parley/testing/scripted-party.ts';
import { asking, scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import type { PlanRecordingConsent } from '../plan.ts';
import { isRecordingAllowed, recordingConsentOf } from '../recording-consent.ts';
import { replay } from '../replay.ts';

const NOTICE = 'This call is being recorded.';
const ask = { mode: 'ask' } as const;
const announce = { mode: 'announce', notice: NOTICE } as const;

const planWith = (recordingConsent: PlanRecordingConsent | undefined) =>
  scriptedPlan([asking('How old are you?')], {
    isRecorded: true,
    ...(recordingConsent && { recordingConsent }),
    ...(recordingConsent?.mode === 'announce' && {
      firstMessage: { id: 'first', text: `Hello Ada. I am an AI. ${NOTICE}` },
    }),
  });

async function call(recordingConsent: PlanRecordingConsent | undefined, ...contact: ScriptLine[]) {
  const plan = planWith(recordingConsent);
  const conducted = await conductByRules({ plan, contact: ['Hello?', ...contact] });
  return { ...conducted, plan, consent: recordingConsentOf(plan, conducted.journal) };
}

const QUESTION = 'Is it all right if this call is recorded?';

test('a yes to the recording question, asked before the flow, allows the recording', async () => {
  const { party, consent, findings } = await call(ask, 'Yes, sure.', '41');
  expect(party.said[1]).toBe(QUESTION);
  expect(consent).toMatchObject({ mode: 'ask', decision: 'granted', asked: QUESTION, said: 'Yes, sure.' });
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('after a no to the recording question the call goes on unrecorded', async () => {
  const { party, consent, findings } = await call(ask, 'No.', '41');
  expect(consent).toMatchObject({ decision: 'refused', said: 'No.' });
  expect(isRecordingAllowed(consent)).toBe(false);
  expect(party.said[2]).toMatch(/^All right, no sound is recorded\..* How old are you\?$/);
  expect(findings.answers).toMatchObject([{ questionId: 'How old are you?', value: 41 }]);
});

test('an unclear reply to the recording question counts as a no', async () => {
  const { consent, findings } = await call(ask, 'Whatever the weather brings.', '41');
  expect(consent).toMatchObject({ decision: 'unclear' });
  expect(isRecordingAllowed(consent)).toBe(false);
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('a yes to the recording question with low STT confidence counts as a no', async () => {
  const { consent } = await call(ask, { says: 'Yes', confidence: 0.4 }, '41');
  expect(consent).toMatchObject({ decision: 'unclear', said: 'Yes' });
});

test("a contact's question is answered before the recording question is asked again", async () => {
  const { party, consent } = await call(ask, 'Who is this?', 'Okay, yes.', '41');
  expect(party.said[2]).toContain('Acme');
  expect(party.said[2]).toContain(QUESTION);
  expect(consent).toMatchObject({ decision: 'granted', said: 'Okay, yes.' });
});

test('the recording of a call that ends before the consent is not kept', async () => {
  const { consent } = await call(ask, 'Goodbye.');
  expect(consent).toEqual({ mode: 'ask', decision: 'not_reached' });
  expect(isRecordingAllowed(consent)).toBe(false);
});

test('an announced recording is kept once the notice was heard', async () => {
  const { consent, party } = await call(announce, '41');
  expect(consent).toMatchObject({ mode: 'announce', decision: 'announced', asked: NOTICE, said: null });
  expect(party.said[0]).toContain(NOTICE);
});

test.each([
  [undefined, 'none'],
  [announce, 'announce'],
  [ask, 'ask'],
] as const)('an objection in the middle of the call stops the recording: %o', async (setting, mode) => {
  const yes = setting === ask ? ['Yes.'] : [];
  const objection = "Wait, please don't record this.";
  const { consent, party, findings } = await call(setting, ...yes, objection, '41');
  expect(consent).toMatchObject({ mode, decision: 'objected', said: objection });
  expect(party.said.join(' ')).toMatch(/no sound is recorded/);
  expect(findings.answers).toMatchObject([{ value: 41 }]);
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('a contact who asks after the recording was stopped is told that nothing is recorded', async () => {
  const { party } = await call(announce, 'Do not record me.', 'Is this call recorded?', '41');
  expect(party.said.join(' ')).toMatch(/No, no sound is recorded/);
});

test('an answer that mentions recording is no objection to being recorded', async () => {
  const plan = scriptedPlan([asking('Do you have experience with recording music?')], { isRecorded: true });
  const { journal } = await conductByRules({ plan, contact: ['Hello?', 'No, I never recorded anything.'] });
  expect(recordingConsentOf(plan, journal)).toBeUndefined();
});

test('an objection to the recording that only the language model recognises is honoured', async () => {
  const plan = planWith(undefined);
  const understands = { 'Off with the tape': { wants: { unrecorded: true } } } as const;
  const { journal } = await conductScript({
    plan,
    contact: ['Hello?', 'Off with the tape', '41'],
    dialogueModel: { understands },
  });
  expect(recordingConsentOf(plan, journal)).toMatchObject({ decision: 'objected' });
});

test('a replay decides the same about the recording consent', async () => {
  const { journal, plan } = await call(ask, 'No.', '41');
  expect(await replay(journal, plan)).toEqual({ kind: 'same' });
});
