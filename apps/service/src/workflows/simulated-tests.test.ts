import type { DialogueModel } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { callingCompany } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyId } from '../storage/sql.ts';
import { SimulatedTests } from './simulated-tests.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

const testsWith = (dialogueModelOf: (companyId: CompanyId) => Promise<DialogueModel>) =>
  new SimulatedTests({ dialogueModelOf, meaning: undefined, stopwatch: () => 0 });

test('a company runs one agent test at a time, independent of other companies', async () => {
  const [own, other] = [await callingCompany(store.database), await callingCompany(store.database)];
  const [begun, dialogueModel] = [Promise.withResolvers<void>(), Promise.withResolvers<DialogueModel>()];
  const { run: runSimulatedTest } = testsWith((companyId) => {
    if (companyId === other.scope.companyId) return Promise.resolve(rulesDialogueModel());
    begun.resolve();
    return dialogueModel.promise;
  });
  const first = runSimulatedTest(own.scope, own.agentId);
  await begun.promise;
  await expect(runSimulatedTest(own.scope, own.agentId)).rejects.toMatchObject({ kind: 'conflict' });
  expect((await runSimulatedTest(other.scope, other.agentId)).people).toHaveLength(18);
  dialogueModel.resolve(rulesDialogueModel());
  expect((await first).people).toHaveLength(18);
  expect((await runSimulatedTest(own.scope, own.agentId)).people).toHaveLength(18);
});

test('a failed test does not block the next', async () => {
  const { scope, agentId } = await callingCompany(store.database);
  const dialogueModels = [
    () => Promise.reject(new Error('no model answers')),
    () => Promise.resolve(rulesDialogueModel()),
  ];
  const { run: runSimulatedTest } = testsWith(() =>
    (dialogueModels.shift() as () => Promise<DialogueModel>)(),
  );
  await expect(runSimulatedTest(scope, agentId)).rejects.toThrow('no model answers');
  expect((await runSimulatedTest(scope, agentId)).people).toHaveLength(18);
});
