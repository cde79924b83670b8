import { expect, test } from 'vitest';
import { rolesOf, seniorityOf } from './role.model.ts';

test.each([
  ['Senior Backend Engineer', 'Back-end Developer (m/f/d)'],
  ['Full Stack Developer', 'fullstack-entwickler'],
  ['Lead Accountant', 'Accounting'],
  ['Lagerist', 'Warehouse'],
])('the job titles %s and %s are recognised as the same role', (one, other) => {
  expect(rolesOf(one).sort()).toEqual(rolesOf(other).sort());
});

test.each([
  ['Senior Backend Engineer', 'SENIOR'],
  ['Jr. Clerk', 'ENTRY'],
  ['Head of Sales', 'LEAD'],
  ['Senior Vice President / VP Sales', 'EXECUTIVE'],
  ['Praktikantin Marketing', 'INTERNSHIP'],
  ['Account Executive', null],
  ['Nurse', null],
])('the job title %s has the seniority %s', (title, level) => {
  expect(seniorityOf(title)).toBe(level);
});
