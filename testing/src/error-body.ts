import { STATUS_CODES } from 'node:http';
import { ErrorBody } from '@parley/contract/error.ts';
import { Validator } from '@parley/service/http/validation.ts';
import { expect } from 'vitest';

export interface AnyAnswer {
  readonly status: number;
  readonly headers: Headers | Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came back
  readonly body: any;
  readonly text: string;
}

const header = (answer: AnyAnswer, name: string): string | null =>
  answer.headers instanceof Headers ? answer.headers.get(name) : (answer.headers[name] ?? null);

const checkBody = new Validator().body(ErrorBody);
const always = ['statusCode', 'message', 'error', 'traceId', 'timestamp'];
/** What a body may have besides, by its status. */
const besides: Readonly<Record<number, readonly string[]>> = {
  400: ['errors'],
  402: ['billing'],
  422: ['errors'],
  429: ['retryAfter'],
  503: ['retryAfter'],
};

/** Holds an answer against the contract's error body: nothing missing, nothing more, one trace id in both places. */
export function expectErrorBody(answer: AnyAnswer, status: number): void {
  expect({ status: answer.status, text: answer.text }).toEqual({ status, text: answer.text });
  const body: Record<string, unknown> = answer.body;
  expect(checkBody(body)).toEqual([]);
  const allowed = [...always, ...(besides[status] ?? [])];
  expect(Object.keys(body).filter((name) => !allowed.includes(name))).toEqual([]);
  expect(body.statusCode).toBe(status);
  expect(body.traceId).toBe(header(answer, 'x-trace-id'));
  expect(header(answer, 'content-type')).toBe('application/json; charset=utf-8');
  if (!String(body.message).startsWith('BAD_REQUEST') && !/^[A-Z]+_[A-Z_]+$/.test(String(body.error)))
    expect(body.error).toBe(STATUS_CODES[status]);
  if (body.retryAfter !== undefined) expect(header(answer, 'retry-after')).toBe(String(body.retryAfter));
  expectNoInnards(answer.text);
}

/** No stack trace, no path of a source file, no word of a library in what a client reads. */
export function expectNoInnards(text: string): void {
  expect(text).not.toMatch(/\n\s+at |\.ts:\d+|node_modules|node:internal|FST_ERR|SQLSTATE|postgres/i);
}
