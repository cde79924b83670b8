import { expect, test } from 'vitest';
import { makeLog } from './log.ts';

function logged(write: (log: ReturnType<typeof makeLog>) => void): string {
  const lines: string[] = [];
  write(makeLog('info', (line) => lines.push(line)));
  return lines.join('');
}

test('log lines contain no API keys, tokens, addresses or phone numbers', () => {
  const text = logged((log) =>
    log.info(
      {
        authorization: 'Bearer sk_live_0123456789abcdef',
        deep: { email: 'maria@example.com', list: ['+41446681800'] },
      },
      'called maria@example.com',
    ),
  );
  expect(text).not.toMatch(/0123456789abcdef|maria|446681800/);
});

test('a database error is logged with its code, and without the data of the row', () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (name)=(Maria Keller) already exists.',
    where: 'row (Maria Keller)',
  });
  const entry = JSON.parse(logged((log) => log.error({ err: error }, 'request failed')));
  expect(entry.err).toMatchObject({ name: 'Error', message: 'duplicate key', code: '23505' });
  expect(JSON.stringify(entry)).not.toContain('Keller');
});

test('an object that is not an Error but looks like one is logged like an error', () => {
  const entry = JSON.parse(
    logged((log) => log.error({ err: { message: 'queue broken', code: 'X1', row: 'Maria' } }, 'failed')),
  );
  expect(entry.err).toEqual({ message: 'queue broken', code: 'X1' });
});

test('an error is logged together with its cause', () => {
  const entry = JSON.parse(
    logged((log) => log.error({ err: new Error('outer', { cause: new TypeError('inner') }) }, 'failed')),
  );
  expect(entry.err.cause).toBe('TypeError: inner');
});
