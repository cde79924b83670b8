import { expect, test } from 'vitest';
import { ApiFailure } from '../../api/client.ts';
import { idsOf } from '../contacts/contact-query.ts';
import { attachAll, ContactsRefused, refusedAmong } from './attach.ts';

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

test('after a refusal the others are attached without those who were refused, however many requests that takes', async () => {
  const everybody = Array.from({ length: 1_100 }, (_, at) => `contact ${at}`);
  const withoutJob = new Set(['contact 3', 'contact 1050']);
  const attached = new Set<string>();
  /** All or none, as the service does it. */
  const send = async (contactIds: string[]) => {
    const errors = contactIds.flatMap((id, at) => (withoutJob.has(id) ? [`contactIds[${at}]`] : []));
    if (errors.length > 0)
      throw new ApiFailure(400, {
        message: 'The agent needs a job',
        errors,
        details: errors.map((path) => ({ path, code: 'rule', problem: 'is assigned to 0 jobs' })),
      });
    for (const id of contactIds) attached.add(id);
    return { attached: contactIds.length, alreadyAttached: 0, queued: 0 };
  };
  const refusedOf = (leftOut: readonly string[]) =>
    attachAll(
      async () => everybody,
      send,
      () => {},
      leftOut,
    ).then(
      () => [],
      (error: unknown) => (error instanceof ContactsRefused ? error.contactIds : [String(error)]),
    );
  const first = await refusedOf([]);
  expect(first).toEqual(['contact 3']);
  const second = await refusedOf(first);
  expect(second).toEqual(['contact 1050']);
  expect(await refusedOf([...first, ...second])).toEqual([]);
  expect([...attached].sort()).toEqual(everybody.filter((id) => !withoutJob.has(id)).sort());
});
