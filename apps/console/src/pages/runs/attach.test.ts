import { expect, test } from 'vitest';
import { ApiFailure } from '../../api/client.ts';
import { refusedAmong } from './attach.ts';

test('refused contacts are found by their index', () => {
  const failure = new ApiFailure(400, {
    message: 'The agent needs a job',
    errors: [
      'contactIds[0] is assigned to 0 jobs',
      'contactIds[2] is assigned to 2 jobs',
      'name is required',
    ],
    details: [
      { path: 'contactIds[0]', code: 'rule', problem: 'is assigned to 0 jobs' },
      { path: 'contactIds[2]', code: 'rule', problem: 'is assigned to 2 jobs' },
      { path: 'name', code: 'required', problem: 'is required' },
    ],
  });
  expect(refusedAmong(['a', 'b', 'c'], failure)).toEqual(['a', 'c']);
});
