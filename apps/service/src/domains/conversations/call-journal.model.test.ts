import { expect, test } from 'vitest';
import { withoutKnowledge } from './call-journal.model.ts';

const document = { id: 'contact', title: 'About the contact', text: 'Likes bees' };
const passage = { title: 'CV', text: 'Keeps bees', source: '1#1' };

test('a journal loses the documents of its plan, the passages found and their titles, and nothing else', () => {
  expect(
    withoutKnowledge([
      { kind: 'plan', plan: { knowledge: [document], language: 'EN' } },
      { kind: 'found', passages: [passage], missed: 'late' },
      { kind: 'answered', text: 'Bees', cites: { title: 'CV', source: '1#1' } },
      { kind: 'said', text: 'Bees' },
      null,
    ]),
  ).toEqual([
    { kind: 'plan', plan: { knowledge: [], language: 'EN' } },
    { kind: 'found', passages: [], missed: 'late' },
    { kind: 'answered', text: 'Bees' },
    { kind: 'said', text: 'Bees' },
    null,
  ]);
});

test('a journal in which nothing was looked up is not written again', () => {
  const entries = [
    { kind: 'plan', plan: { knowledge: [] } },
    { kind: 'found', passages: [] },
    { kind: 'answered', text: null },
    { kind: 'heard' },
  ];
  expect(withoutKnowledge(entries)).toBeUndefined();
});
