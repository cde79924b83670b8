import { masked } from '@parley/kernel/text.ts';
import { type Logger, pino } from 'pino';

/** Lines of JSON on standard output. Every line is masked as a whole, so that nothing personal slips through. */
export function makeLog(
  level: string,
  write: (line: string) => void = (line) => process.stdout.write(line),
): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: errorWords } },
    { write: (line: string) => write(masked(line)) },
  );
}

/** PostgreSQL's errors carry whole rows in `detail` and `where`: only what says what happened is kept. */
const errorWords = (error: unknown) => {
  // Libraries also report plain objects that only look like errors.
  if (typeof error !== 'object' || error === null) return String(error);
  const { name, message, stack, code, cause } = error as Partial<Error> & { code?: string };
  const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : undefined;
  return { name, message, ...(code ? { code } : {}), ...(why ? { cause: why } : {}), stack };
};
