import { expect, test } from 'vitest';
import { skillKey, skillName, skillsIn, speaker } from './skill.model.ts';

test.each([
  ['JS', 'JavaScript'],
  ['javascript', 'JavaScript'],
  ['k8s', 'Kubernetes'],
  ['Node', 'Node.js'],
  ['node.js', 'Node.js'],
  ['C Sharp', 'C#'],
  ['cpp', 'C++'],
  ['.net core', '.NET'],
  ['REST-APIs', 'REST'],
  ['ci/cd', 'CI/CD'],
  ['Führerschein', 'Driving licence'],
  ['Forklift', 'Forklift licence'],
])('%s and %s are recognised as the same skill, shown under its best-known name', (one, other) => {
  expect(skillKey(one)).toBe(skillKey(other));
  expect(skillName(one)).toBe(other);
});

test.each([
  ['Java', 'JavaScript'],
  ['C', 'C++'],
  ['React', 'React Native'],
])('%s and %s are recognised as different skills', (one, other) => {
  expect(skillKey(one)).not.toBe(skillKey(other));
});

test('unknown skills are compared by their words, whatever separates the words', () => {
  expect(skillKey('  Bagpipe   Tuning ')).toBe(skillKey('bagpipe-tuning'));
  expect(skillName(' Bagpipe tuning ')).toBe('Bagpipe tuning');
});

test('known skills are found in a text by their longest name', () => {
  expect(skillsIn('We use React Native, Postgres and C++ on AWS.').map(skillName)).toEqual([
    'React Native',
    'PostgreSQL',
    'C++',
    'Amazon Web Services',
  ]);
});

test('everyday words such as "go" in a text are not read as skills', () => {
  expect(skillsIn('Go the extra mile, excel at your work, and have a word with the rest.')).toEqual([]);
});

test('an unknown skill is found in a text when its words follow each other', () => {
  const speaksOf = speaker('Head of bagpipe tuning at the castle');
  expect(speaksOf(skillKey('Bagpipe tuning'))).toBe(true);
  expect(speaksOf(skillKey('tuning bagpipe'))).toBe(false);
  expect(speaksOf(skillKey('tun'))).toBe(false);
});
