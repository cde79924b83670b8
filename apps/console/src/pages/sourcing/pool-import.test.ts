import { describe, expect, test } from 'vitest';
import { ApiFailure } from '../../api/client.ts';
import { guessMapping } from '../../csv/contact-row.ts';
import { type PoolRow, poolRow, profileTargets, uploadPool } from './pool-import.tsx';

const rows = (count: number, bad: readonly number[]): PoolRow[] =>
  Array.from({ length: count }, (_, at) => ({
    line: at + 2,
    profile: bad.includes(at) ? {} : { name: `Person ${at}` },
  }));

/** Accepts all or nothing, and reports everybody without a name. */
function pool() {
  const taken: unknown[] = [];
  return {
    taken,
    send: async (profiles: readonly PoolRow['profile'][]) => {
      const details = profiles.flatMap((profile, at) =>
        'name' in profile ? [] : [{ path: `profiles[${at}].name`, code: 'required', problem: 'is required' }],
      );
      const errors = details.map(({ path, problem }) => `${path} ${problem}`);
      if (errors.length > 0) throw new ApiFailure(400, { message: 'Validation failed', errors, details });
      taken.push(...profiles);
    },
  };
}

describe('uploading people to the talent pool', () => {
  test('an upload to the talent pool skips people the service refuses and reports their lines', async () => {
    const { taken, send } = pool();
    const progress: number[] = [];
    const outcome = await uploadPool(rows(1_200, [3, 700]), send, (done) => progress.push(done));
    expect(outcome).toEqual({
      taken: 1_198,
      refused: [
        { line: 5, words: 'name is required' },
        { line: 702, words: 'name is required' },
      ],
    });
    expect(taken).toHaveLength(1_198);
    expect(progress.at(-1)).toBe(1);
  });

  test('an upload to the talent pool stops when the service refuses everybody', async () => {
    const refuse = async () => {
      throw new ApiFailure(403, { message: 'Your role does not allow this' });
    };
    await expect(uploadPool(rows(2, []), refuse, () => undefined)).rejects.toThrow(
      'Your role does not allow this',
    );
  });

  test('an upload to the talent pool stops when the page is left', async () => {
    const { taken, send } = pool();
    const left = new AbortController();
    const outcome = await uploadPool(rows(1_200, []), send, () => left.abort(), left.signal);
    expect(taken).toHaveLength(500);
    expect(outcome.taken).toBe(500);
  });

  test('an upload to the talent pool reads columns by name, with several values in one cell', () => {
    const mapping = guessMapping(['Full name', 'Employer', 'Skills', 'E-mail'], profileTargets);
    expect(poolRow(mapping, { line: 2, cells: ['Ada', 'Nordwind', 'SQL; tea', 'a@example.com'] })).toEqual({
      line: 2,
      profile: { name: 'Ada', currentCompany: 'Nordwind', skills: ['SQL', 'tea'], emails: ['a@example.com'] },
    });
  });
});
