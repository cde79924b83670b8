import type { DialogueModel } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { rulesDialogueModel } from '@parley/call-engine/dialogue/rules.ts';
import { callingCompany } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyId } from '../storage/sql.ts';
import { AgentSimulations } from './simulate-agent.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

const rehearsalsWith = (dialogueModelOf: (companyId: CompanyId) => Promise<DialogueModel>) =>
  new AgentSimulations({ dialogueModelOf, meaning: undefined, stopwatch: () => 0 });

test('an agent of the company is tried once at a time, and those of others meanwhile', async () => {
  const [own, other] = [await callingCompany(store.database), await callingCompany(store.database)];
  const [begun, dialogueModel] = [Promise.withResolvers<void>(), Promise.withResolvers<DialogueModel>()];
  const { rehearse } = rehearsalsWith((companyId) => {
    if (companyId === other.scope.companyId) return Promise.resolve(rulesDialogueModel());
    begun.resolve();
    return dialogueModel.promise;
  });
  const first = rehearse(own.scope, own.agentId);
  await begun.promise;
  await expect(rehearse(own.scope, own.agentId)).rejects.toMatchObject({ kind: 'conflict' });
  expect((await rehearse(other.scope, other.agentId)).people).toHaveLength(18);
  dialogueModel.resolve(rulesDialogueModel());
  expect((await first).people).toHaveLength(18);
  expect((await rehearse(own.scope, own.agentId)).people).toHaveLength(18);
});

test('a trial that fails does not keep the next one away', async () => {
  const { scope, agentId } = await callingCompany(store.database);
  const dialogueModels = [
    () => Promise.reject(new Error('no model answers')),
    () => Promise.resolve(rulesDialogueModel()),
  ];
  const { rehearse } = rehearsalsWith(() => (dialogueModels.shift() as () => Promise<DialogueModel>)());
  await expect(rehearse(scope, agentId)).rejects.toThrow('no model answers');
  expect((await rehearse(scope, agentId)).people).toHaveLength(18);
});
