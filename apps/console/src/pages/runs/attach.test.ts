import { expect, test } from 'vitest';
import { ApiFailure } from '../../api/client.ts';
import { idsOf } from '../contacts/contact-query.ts';
import { attachAll, refusedAmong } from './attach.ts';

test('contacts that a run refused are identified by their index in the request', () => {
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

test('all contacts of a segment are added to a run, even when added contacts leave the segment', async () => {
  const everybody = Array.from({ length: 1_234 }, (_, at) => `contact ${at}`);
  const segment = new Set(everybody);
  const attached: string[] = [];
  const steps: number[] = [];
  await attachAll(
    () =>
      idsOf({ where: {}, total: segment.size }, async ({ cursor = '0', limit = 100 }) => {
        const end = Number(cursor) + limit;
        return {
          data: [...segment].slice(Number(cursor), end).map((id) => ({ id })),
          ...(end < segment.size && { nextCursor: String(end) }),
        };
      }),
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
