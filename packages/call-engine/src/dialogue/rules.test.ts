import type { Language } from '@parley/language/language.ts';
import { scriptedPlan } from '@parley/testing/scripted-plan.ts';
import { expect, test, vi } from 'vitest';
import type { CallContext } from './dialogue-model.ts';
import { rulesDialogueModel } from './rules.ts';

const call = (language: Language = 'EN'): CallContext => ({
  plan: scriptedPlan([], { language }),
  turns: [],
  answeredAt: '2026-11-15T09:00:00Z',
  seed: 1,
});

test('the rules understand an opt-out', async () => {
  const { wants } = await rulesDialogueModel().understand(
    'Please never call me again.',
    { kind: 'opening' },
    call(),
  );
  expect(wants.neverAgain).toBe(true);
});

test('the rules put an intention into words', async () => {
  expect(await rulesDialogueModel().word({ kind: 'confirm_opt_out' }, call())).toMatch(/won't/);
});

test('a judgement of the rules has a reason', async () => {
  const turns = [{ speaker: 'contact', text: 'Yes, I would like to buy it.' }] as const;
  const judgement = await rulesDialogueModel().judge('The contact wants to buy', { ...call(), turns });
  expect(judgement.reason).not.toBe('');
});

test("the rules answer a contact's question only from the passages", async () => {
  const passages = [{ title: 'Pay', text: 'The salary is 60,000 euros a year.' }];
  expect(await rulesDialogueModel().answer('What is the salary?', passages, call())).toMatch(/60,000/);
  expect(await rulesDialogueModel().answer('Is there a sauna?', [], call())).toBeUndefined();
});

test('an answer from a passage in another language is quoted as found', async () => {
  const passages = [{ title: 'Gehalt', text: 'Das Gehalt beträgt 3000 Euro im Monat.' }];
  expect(await rulesDialogueModel().answer('Gehalt im Monat?', passages, call('DE'))).toContain(
    'Das Gehalt beträgt 3000 Euro im Monat.',
  );
});

test('the rules create the date formatter of a time zone only once', async () => {
  const dialogueModel = rulesDialogueModel();
  const ask = () => dialogueModel.understand('Call me tomorrow at three.', { kind: 'opening' }, call());
  await ask();
  const built = vi.spyOn(Intl, 'DateTimeFormat');
  await ask();
  await ask();
  expect(built).not.toHaveBeenCalled();
  built.mockRestore();
});
