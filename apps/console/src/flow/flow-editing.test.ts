import { expect, test } from 'vitest';
import { differences } from '../pages/agents/conflict-dialog.tsx';
import {
  begin,
  type DraftStore,
  keepDraft,
  readDraft,
  record,
  redo,
  undo,
} from '../pages/agents/flow/flow-editor.ts';
import { complete, offered, tokenAt, unknownTokens } from '../pages/agents/flow/token-area.tsx';
import { newSection } from './flow.model.ts';
import { change, insert, move, problemsOf, without } from './flow-tree.ts';
import { sampleFlow } from './sample-flow.ts';

test('undo and redo follow the order of edits', () => {
  let history = record(record(begin('a'), 'b', 0), 'c', 0);
  history = undo(undo(history));
  expect(history.now).toBe('a');
  expect(undo(history)).toBe(history);
  history = redo(redo(history));
  expect(history.now).toBe('c');
  expect(record(undo(history), 'd', 0).future).toEqual([]);
});

test('continuous typing is one undo step; another field or a pause starts the next', () => {
  let history = begin('');
  history = record(history, 'H', 0, 'name');
  history = record(history, 'He', 200, 'name');
  expect(undo(history).now).toBe('');
  expect(undo(record(history, 'Hey', 5_000, 'name')).now).toBe('He');
  expect(undo(record(history, 'x', 300, 'title')).now).toBe('He');
});

test('the undo history is limited', () => {
  let history = begin(0);
  for (let step = 1; step <= 500; step += 1) history = record(history, step, 0);
  expect(history.past).toHaveLength(200);
});

test('typing two braces suggests contact fields, and choosing one completes the placeholder', () => {
  expect(tokenAt('Hello {{con', 11)).toEqual({ start: 6, end: 11, typed: 'con' });
  expect(tokenAt('Hello {{contact.first_name}}', 28)).toBeUndefined();
  expect(tokenAt('Hello {', 7)).toBeUndefined();
  expect(tokenAt('{{ a b', 6)).toBeUndefined();
  const inside = tokenAt('{{contact.fi}}, hello', 12);
  if (!inside) throw new Error('no token');
  expect(complete('{{contact.fi}}, hello', inside, 'first_name')).toEqual({
    text: '{{contact.first_name}}, hello',
    caret: 22,
  });
});

test('contact fields are suggested by key and label, best match first', () => {
  const fields = [
    { key: 'plan_name', label: 'Plan' },
    { key: 'first_name', label: 'First name' },
    { key: 'name_day', label: 'Name day' },
  ];
  expect(offered(fields, 'contact.').map(({ key }) => key)).toHaveLength(3);
  expect(offered(fields, 'name')[0]?.key).toBe('name_day');
  expect(offered(fields, 'contact.fir').map(({ key }) => key)).toEqual(['first_name']);
  expect(unknownTokens('{{contact.plan_name}} {{ contact.nothing }} {{x}}', fields)).toEqual([
    'contact.nothing',
    'x',
  ]);
});

test('a problem in a flow is shown at its block and property, or for the whole flow', () => {
  const flow = sampleFlow();
  const [deep, message, whole] = problemsOf(flow, [
    { path: 'flow.sections[1].branches[0].condition.description', problem: 'must not be blank' },
    { path: 'flow.firstMessage.text', message: 'must not be blank', severity: 'warning' },
    { path: 'flow.sections', problem: 'must have at least one entry' },
  ]);
  expect(deep).toMatchObject({ blockId: 'no', property: 'condition.description', severity: 'error' });
  expect(message).toMatchObject({ blockId: 'first', property: 'text', severity: 'warning' });
  expect(whole).toMatchObject({ blockId: undefined, property: 'flow.sections' });
});

test('the path of a problem matches its own block, not one whose index begins with the same digits', () => {
  let flow = sampleFlow();
  for (let count = 0; count < 12; count += 1) {
    const section = newSection('sequential', () => `more-${count}`);
    flow = insert(flow, { owner: 'flow', kind: 'sections', index: flow.sections.length }, section);
  }
  const [found] = problemsOf(flow, [{ path: 'flow.sections[12].prompt', problem: 'must not be blank' }]);
  expect(found?.blockId).toBe('more-9');
});

test('the comparison of two flow versions lists changes block by block', () => {
  const mine = change(without(sampleFlow(), 'talk'), 'q1', { question: 'Keen?' });
  const theirs = insert(
    sampleFlow(),
    { owner: 'flow', kind: 'sections', index: 0 },
    newSection('sequential', () => 'extra'),
  );
  expect(differences(mine, theirs).map(({ id, kind }) => [id, kind])).toEqual([
    ['q1', 'changed'],
    ['extra', 'only-theirs'],
    ['talk', 'only-theirs'],
  ]);
  const moved = move(sampleFlow(), 'why', { owner: 'yes', kind: 'sections', index: 0 });
  expect(differences(sampleFlow(), moved).map(({ id, kind }) => [id, kind])).toContainEqual(['why', 'moved']);
  expect(differences(sampleFlow(), sampleFlow())).toEqual([]);
});

test('a draft of a flow survives a reload, and a stored draft that is invalid is ignored', () => {
  const kept = new Map<string, string>();
  const store: DraftStore = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
  const draft = { flow: sampleFlow(), basis: '2026-01-01T00:00:00.000Z' };
  keepDraft(store, 'a', draft);
  expect(readDraft(store, 'a')).toEqual(draft);
  expect(readDraft(store, 'b')).toBeUndefined();
  keepDraft(store, 'a', undefined);
  expect(kept.size).toBe(0);
  for (const nonsense of ['{', '[]', '{"flow":{}}', '7']) {
    store.setItem('parley.flow-draft.a', nonsense);
    expect(readDraft(store, 'a')).toBeUndefined();
  }
});
