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

test('it understands a request not to be called again', async () => {
  const { wants } = await rulesDialogueModel().understand(
    'Please never call me again.',
    { kind: 'opening' },
    call(),
  );
  expect(wants.neverAgain).toBe(true);
});

test('it finds words', async () => {
  expect(await rulesDialogueModel().word({ kind: 'confirm_opt_out' }, call())).toMatch(/won't/);
});

test('it judges with a reason', async () => {
  const turns = [{ speaker: 'contact', text: 'Yes, I would like to buy it.' }] as const;
  const judgement = await rulesDialogueModel().judge('The contact wants to buy', { ...call(), turns });
  expect(judgement.reason).not.toBe('');
});

test('it answers from the passages and from nothing else', async () => {
  const passages = [{ title: 'Pay', text: 'The salary is 60,000 euros a year.' }];
  expect(await rulesDialogueModel().answer('What is the salary?', passages, call())).toMatch(/60,000/);
  expect(await rulesDialogueModel().answer('Is there a sauna?', [], call())).toBeUndefined();
});

test('in another language an answer is said as it was found', async () => {
  const passages = [{ title: 'Gehalt', text: 'Das Gehalt beträgt 3000 Euro im Monat.' }];
  expect(await rulesDialogueModel().answer('Gehalt im Monat?', passages, call('DE'))).toContain(
    'Das Gehalt beträgt 3000 Euro im Monat.',
  );
});

test('it builds the clock of a time zone once, however often people ask to be called back', async () => {
  const dialogueModel = rulesDialogueModel();
  const ask = () => dialogueModel.understand('Call me tomorrow at three.', { kind: 'opening' }, call());
  await ask();
  const built = vi.spyOn(Intl, 'DateTimeFormat');
  await ask();
  await ask();
  expect(built).not.toHaveBeenCalled();
  built.mockRestore();
});
