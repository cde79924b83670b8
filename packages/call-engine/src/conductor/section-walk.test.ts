import { conductScript } from '@parley/testing/scripted-call.ts';
import { ScriptedParty } from '@parley/testing/scripted-party.ts';
import { asking, scriptedPlan, talkingAbout } from '@parley/testing/scripted-plan.ts';
import { expect, test } from 'vitest';
import { conduct } from '../conductor.ts';
import { rulesDialogueModel } from '../dialogue/rules.ts';
import type { JournalEntry } from '../journal.ts';
import type { PlanBranch, PlanCondition, PlanSection } from '../plan.ts';
import { replay } from '../replay.ts';

const branch = (id: string, condition: PlanCondition, ...sections: PlanSection[]): PlanBranch => ({
  id,
  name: id.toUpperCase(),
  condition,
  sections,
});
const when = (branches: PlanBranch[], defaultBranchId?: string): PlanSection => ({
  type: 'conditional',
  id: 'if',
  branches,
  ...(defaultBranchId === undefined ? {} : { defaultBranchId }),
});
const equals = (field: string, value: unknown): PlanCondition => ({
  type: 'expression',
  field,
  operator: 'EQUALS',
  value,
});
const intent = (description: string): PlanCondition => ({ type: 'intent', description });

const taken = async (section: PlanSection, holds: string[] = []) => {
  const { findings, party, decisions } = await conductScript({
    plan: scriptedPlan([asking('Town?'), section]),
    contact: ['Hello?', 'Basel', 'Yes', 'Yes'],
    dialogueModel: { holds },
  });
  expect(decisions('branch')).toEqual(
    findings.branches.map(({ reason, ...rest }) => ({ kind: 'branch', ...rest, why: reason })),
  );
  return { ...findings.branches[0], asked: party.said.slice(2).join(' ') };
};

test('the first branch that matches is taken, and its reason stored', async () => {
  const section = when([
    branch('de', equals('contact.country', 'DE'), asking('German?')),
    branch('ch', equals('contact.country', 'CH'), asking('Swiss?')),
    branch('also', equals('contact.country', 'CH'), asking('Also?')),
  ]);
  expect(await taken(section)).toEqual({
    sectionId: 'if',
    branchId: 'ch',
    reason: '"CH": Country is CH.',
    asked: '[acknowledge] Swiss? [acknowledge] Thanks, and goodbye.',
  });
});

test('a branch condition refers to an answer by its key', async () => {
  const section = when([branch('local', equals('answer.Town?', 'basel'), asking('Local?'))]);
  expect(await taken(section)).toMatchObject({ branchId: 'local' });
});

test('the dialogue model judges intents in the order of the branches', async () => {
  const section = when([
    branch('buys', intent('wants to buy')),
    branch('rents', intent('wants to rent'), asking('How long?')),
  ]);
  expect(await taken(section, ['wants to rent'])).toMatchObject({
    branchId: 'rents',
    reason: '"RENTS": so it seems: wants to rent',
  });
});

test('after an expression that matches, later intents are not judged', async () => {
  const { journal } = await conductScript({
    plan: scriptedPlan([when([branch('ch', equals('contact.country', 'CH')), branch('x', intent('wants'))])]),
    contact: [],
  });
  expect(journal.some(({ kind }) => kind === 'judged')).toBe(false);
});

test('the default branch is taken when none matches', async () => {
  const section = when([branch('de', equals('contact.country', 'DE'), asking('German?'))], 'de');
  expect(await taken(section)).toMatchObject({
    branchId: 'de',
    reason: '"DE": no branch holds, and this is the default.',
  });
});

test('a section without a matching branch is skipped', async () => {
  const section = when([branch('de', equals('contact.country', 'DE'), asking('German?'))]);
  expect(await taken(section)).toMatchObject({ branchId: null, asked: '[acknowledge] Thanks, and goodbye.' });
});

test('nested branches are followed', async () => {
  const inner = when([branch('in', equals('contact.country', 'CH'), asking('Inner?'))]);
  expect(await taken(when([branch('out', equals('contact.country', 'CH'), inner)]))).toMatchObject({
    asked: expect.stringContaining('Inner?'),
  });
});

const talk = (contact: string[], understands = {}) =>
  conductScript({
    plan: scriptedPlan([talkingAbout('the job')]),
    contact: ['Hello?', ...contact],
    dialogueModel: { understands: { More: { isDone: false }, ...understands } },
  });

test('a section with a prompt continues until it is done', async () => {
  const { dialogueModel, findings } = await talk(['More', 'More', 'Fine']);
  expect(dialogueModel.intentions.slice(0, 3)).toMatchObject([
    { exchanges: 0 },
    { exchanges: 1 },
    { exchanges: 2 },
  ]);
  expect(dialogueModel.expectations.at(-1)).toMatchObject({ kind: 'talk', section: { prompt: 'the job' } });
  expect(findings).toMatchObject({ outcome: { kind: 'finished' }, hasAnswered: true });
});

test('a section with a prompt continues for at most eight exchanges', async () => {
  const { dialogueModel, findings } = await talk(Array.from({ length: 20 }, () => 'More'));
  expect(dialogueModel.intentions.filter(({ kind }) => kind === 'section')).toHaveLength(8);
  expect(findings.outcome).toEqual({ kind: 'finished' });
});

test('a contact’s question in a section with a prompt is answered before the section continues', async () => {
  const { party } = await talk(['And the pay?', 'Fine'], {
    'And the pay?': { question: 'pay', isDone: false },
  });
  expect(party.said[2]).toBe('[unknown_answer] [section]');
});

test('a contact who goes off topic in a section with a prompt is led back to it', async () => {
  const { party } = await talk(['Nice weather', 'Fine'], {
    'Nice weather': { isOffTopic: true, isDone: false },
  });
  expect(party.said[2]).toBe('[back_to_topic] [section]');
});

const broken = (words: string, says: string, interruptsAfterMs: number) =>
  conductScript({
    plan: scriptedPlan([talkingAbout('the role')]),
    contact: ['Hello?', { says, interruptsAfterMs }, 'Fine'],
    habits: { msPerCharacter: 10 },
    dialogueModel: {
      words: { section: words },
      understands: { 'How much?': { question: 'How much?', isDone: false } },
    },
  });

test('an interrupted statement is finished', async () => {
  const { party } = await broken('You work by day. The pay is 3000 euros. You start in May.', 'Okay', 200);
  expect(party.said.slice(1, 4)).toEqual([
    'You work by day. The',
    'The pay is 3000 euros. You start in May.',
    '[acknowledge] Thanks, and goodbye.',
  ]);
});

test('a question interrupted by its answer is not asked again', async () => {
  const { party } = await broken('You work by day. Does that suit you?', 'Yes', 250);
  expect(party.said.at(-1)).toBe('[acknowledge] Thanks, and goodbye.');
  expect(party.said).toHaveLength(3);
});

test('a contact’s question is answered before the interrupted statement goes on', async () => {
  const { party } = await broken('You work by day. The pay is good.', 'How much?', 250);
  expect(party.said[2]).toBe('[unknown_answer] The pay is good.');
});

test('a call with an interrupted statement replays identically', async () => {
  const { journal } = await broken('You work by day. The pay is good.', 'Okay', 250);
  const again = await replay(journal, scriptedPlan([talkingAbout('the role')]));
  expect(again).toEqual({ kind: 'same' });
});

test('a section for which there is nothing to say is skipped, and the journal says why', async () => {
  const journal: JournalEntry[] = [];
  const party = new ScriptedParty(['Hello?']);
  await conduct({
    plan: scriptedPlan([talkingAbout('Handle objections.')]),
    party,
    dialogueModel: rulesDialogueModel(),
    knowledge: { find: async () => [] },
    answeredAt: new Date('2026-03-02T09:00:00Z'),
    seed: 7,
    keep: (entry) => journal.push(entry),
  });
  expect(journal).toContainEqual({
    kind: 'skip',
    sectionId: 'Handle objections.',
    why: expect.stringContaining('Without a language model'),
  });
  expect(party.said.join(' ')).not.toContain('objections');
});
