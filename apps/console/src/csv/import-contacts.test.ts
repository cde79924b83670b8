import { describe, expect, test } from 'vitest';
import { ApiFailure } from '../api/client.ts';
import type { ImportRow } from './contact-row.ts';
import {
  type ImportedRow,
  type ImportOptions,
  type ImportService,
  importContacts,
} from './import-contacts.ts';

const rowsTo = (last: number, text = 'x'): ImportRow[] =>
  Array.from({ length: last - 1 }, (_, at) => ({ line: at + 2, values: { firstName: text } }));

/** A service that refuses every tenth line and fails as the test wants. A line that is sent again is answered as before. */
function service(luck: ((sent: number) => void)[] = []) {
  const contacts = new Map<number, string>();
  const batches: number[] = [];
  const waits: number[] = [];
  const made: ImportService = {
    send: async (rows) => {
      const bad = luck[batches.length];
      batches.push(rows.length);
      bad?.(rows.length);
      const answers = rows.map(({ line }): ImportedRow => {
        if (line % 10 === 0) {
          const error = { path: 'email', code: 'rule', problem: 'is wrong', message: 'email is wrong' };
          return { line, result: 'refused', errors: [error] };
        }
        contacts.set(line, `id-${line}`);
        return { line, result: 'created', contactId: `id-${line}` };
      });
      if (bad) throw new ApiFailure(0, { message: 'lost' });
      return answers;
    },
    wait: async (ms) => void waits.push(ms),
  };
  return { made, contacts, batches, waits };
}

const options = (made: ImportService, more: Partial<ImportOptions> = {}): ImportOptions => ({
  service: made,
  onProblem: async () => 'again',
  ...more,
});

describe('contact imports', () => {
  test('an import stores good rows, reports bad ones and shows progress', async () => {
    const { made, batches } = service();
    const progress: number[] = [];
    const outcome = await importContacts(
      rowsTo(2_501),
      options(made, { onProgress: ({ done }) => progress.push(done) }),
    );
    expect(batches).toEqual([1_000, 1_000, 500]);
    expect(progress).toEqual([1_000, 2_000, 2_500]);
    expect(outcome.contacts.get(2)).toBe('id-2');
    expect(outcome.refused).toHaveLength(250);
    expect(outcome.contacts.size).toBe(2_250);
    expect(outcome.unsure).toEqual([]);
  });

  test('an import sends long rows in smaller batches', async () => {
    const { made, batches } = service();
    await importContacts(rowsTo(11, 'x'.repeat(100_000)), options(made));
    expect(batches.every((size) => size <= 2)).toBe(true);
    expect(batches.reduce((sum, size) => sum + size)).toBe(10);
  });

  test('an import whose response was lost never creates a contact twice', async () => {
    const { made, contacts, batches } = service([() => undefined]);
    const outcome = await importContacts(rowsTo(21), options(made));
    expect(outcome.contacts.size).toBe(18);
    expect(contacts.size).toBe(18);
    expect(batches).toEqual([20, 20]);
    expect(outcome.refused.map(({ line }) => line)).toEqual([10, 20]);
  });

  test('a rejected import batch is sent again completely', async () => {
    const { made, contacts } = service([
      () => {
        throw new ApiFailure(401, { message: 'Signed out' });
      },
    ]);
    const problems: unknown[] = [];
    const outcome = await importContacts(
      rowsTo(6),
      options(made, {
        onProblem: async (failure) => {
          problems.push(failure);
          return 'again';
        },
      }),
    );
    expect(problems).toHaveLength(1);
    expect(outcome.contacts.size).toBe(5);
    expect(contacts.size).toBe(5);
  });

  test('an import waits as long as a rate limit asks', async () => {
    const { made, waits } = service([
      () => {
        throw new ApiFailure(429, { message: 'Slow down', retryAfter: 7 });
      },
    ]);
    await importContacts(rowsTo(3), options(made));
    expect(waits).toEqual([7_000]);
  });

  test('an import stopped after a lost response reports which lines may or may not be stored', async () => {
    const { made } = service([() => undefined]);
    const outcome = await importContacts(rowsTo(4), options(made, { onProblem: async () => 'stop' }));
    expect(outcome.unsure).toEqual([2, 3, 4]);
  });

  test('an import stopped between two batches knows the result of the batches already sent', async () => {
    const { made, batches } = service();
    const stop = new AbortController();
    const outcome = await importContacts(
      rowsTo(5_001),
      options(made, { signal: stop.signal, onProgress: ({ done }) => done === 2_000 && stop.abort() }),
    );
    expect(batches).toEqual([1_000, 1_000]);
    expect(outcome.contacts.size + outcome.refused.length).toBe(2_000);
    expect(outcome.unsure).toEqual([]);
  });

  test('an import stopped while waiting for a rate limit sends no further batch', async () => {
    const { made, contacts, batches } = service([
      () => {
        throw new ApiFailure(429, { message: 'Slow down', retryAfter: 7 });
      },
    ]);
    const stop = new AbortController();
    const waiting = { ...made, wait: async () => stop.abort() };
    const outcome = await importContacts(rowsTo(3), options(waiting, { signal: stop.signal }));
    expect(batches).toHaveLength(1);
    expect(contacts.size).toBe(0);
    expect(outcome.unsure).toEqual([]);
  });

  test('an import knows that a row is twice in the file, also when its twin was in an earlier batch', async () => {
    const { made } = service();
    const answer = (line: number): ImportedRow => {
      if (line === 1_500) return { line, result: 'skipped', contactId: 'id-2' };
      if (line === 1_501) return { line, result: 'skipped', contactId: 'old' };
      if (line === 1_502)
        return {
          line,
          result: 'created',
          contactId: 'new',
          sameNumberAs: { contactId: 'id-2', name: 'Ada Novak' },
        };
      return { line, result: 'created', contactId: `id-${line}` };
    };
    const send = async (rows: readonly ImportRow[]) => rows.map(({ line }) => answer(line));
    const { rows } = await importContacts(rowsTo(1_502), options({ ...made, send }));
    const at = (line: number) => rows.find((row) => row.line === line);
    expect(at(1_500)?.sameAsLine).toBe(2);
    expect(at(1_501)).not.toHaveProperty('sameAsLine');
    expect(at(1_502)?.sameNumberAs).toEqual({ line: 2, name: 'Ada Novak' });
  });
});
