import { expect, test } from 'vitest';
import { ApiFailure } from '../../api/client.ts';
import { idsOf } from '../contacts/contact-query.ts';
import { attachAll, refusedAmong } from './attach.ts';

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

test('everybody in a segment is attached, also when attached contacts leave the segment', async () => {
  const everybody = Array.from({ length: 1_234 }, (_, at) => `contact ${at}`);
  const segment = new Set(everybody);
  const attached: string[] = [];
  const steps: number[] = [];
  await attachAll(
    () =>
      idsOf({ where: {}, total: segment.size }, async ({ page = 1, limit = 100 }) => ({
        data: [...segment].slice((page - 1) * limit, page * limit).map((id) => ({ id })),
        totalPages: Math.ceil(segment.size / limit),
      })),
    async (contactIds) => {
      attached.push(...contactIds);
      for (const id of contactIds) segment.delete(id);
      return { attached: contactIds.length, alreadyAttached: 0, queued: 0 };
    },
    (so) => steps.push(so.attached),
  );
  expect(attached).toEqual(everybody);
  expect(steps).toEqual([500, 1_000, 1_234]);
});
