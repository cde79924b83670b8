import { STATUS_CODES } from 'node:http';
import { ErrorBody } from '@parley/contract/error.ts';
import {
  belongsToAnother,
  conflict,
  Failure,
  type FailureKind,
  invalid,
  notFound,
} from '@parley/kernel/failure.ts';
import { expect, test } from 'vitest';
import { failureResponse, statusOf } from './failure-response.ts';
import { Validator } from './validation.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const NOW = new Date('2026-01-02T03:04:05.678Z');
const answer = (error: unknown) => failureResponse(error, TRACE, NOW);
const checkBody = new Validator().body(ErrorBody);

test('the body of an error has exactly the five properties of the contract', () => {
  expect(answer(notFound('Contact'))).toEqual({
    status: 404,
    headers: {},
    body: {
      statusCode: 404,
      message: 'Contact not found',
      error: 'Not Found',
      traceId: TRACE,
      timestamp: '2026-01-02T03:04:05.678Z',
    },
  });
});

test.each(Object.entries(statusOf) as [FailureKind, number][])(
  'a failure of kind %s is sent as %i with the name of that status',
  (kind, status) => {
    const { status: sent, body } = answer(new Failure(kind, 'Words'));
    expect(sent).toBe(status);
    expect(body).toMatchObject({ statusCode: status, error: STATUS_CODES[status], message: 'Words' });
    expect(checkBody(body)).toEqual([]);
  },
);

test('a rejected request lists its violations', () => {
  expect(answer(invalid(['name is required'])).body).toMatchObject({
    message: 'Validation failed',
    errors: ['name is required'],
  });
});

test('a refused flow lists its invalid blocks with their paths', () => {
  const errors = [{ path: 'flow.sections[1]', message: 'has no questions' }];
  const { body } = answer(new Failure('unprocessable', 'The flow is not valid', { errors }));
  expect(body.errors).toEqual(errors);
  expect(checkBody(body)).toEqual([]);
});

test('the retry delay of an error is in whole seconds, in both body and header', () => {
  const { headers, body } = answer(new Failure('too_many_requests', 'Wait', { retryAfterSeconds: 1.2 }));
  expect(headers).toEqual({ 'retry-after': '2' });
  expect(body.retryAfter).toBe(2);
});

test.each([
  [Object.assign(new Error('write'), { code: 'ENOSPC' })],
  [new Error('put', { cause: Object.assign(new Error('could not extend file'), { code: '53100' }) })],
])('a full disk gets 503 with a message that says so: %s', (error) => {
  const { status, body } = answer(error);
  expect(status).toBe(503);
  expect(body.message).toBe('The disk is full: nothing can be stored until space is free again');
});

test('the body of a billing refusal has the required and the available minutes', () => {
  const billing = { requiredMinutes: 15, availableMinutes: 3, suggestedAction: 'purchase_minutes' };
  const { status, body } = answer(new Failure('payment_required', 'Short of minutes', { billing }));
  expect(status).toBe(402);
  expect(body.billing).toEqual(billing);
  expect(checkBody(body)).toEqual([]);
});

test('details that an error does not have are absent from its body, not null', () => {
  expect(Object.keys(answer(conflict('Taken')).body).sort()).toEqual([
    'error',
    'message',
    'statusCode',
    'timestamp',
    'traceId',
  ]);
});

test.each([
  [new Error('password=hunter2 at /home/someone/secret.ts:1')],
  [Object.assign(new Error('duplicate key (ada@example.com)'), { statusCode: 400, code: '23505' })],
  ['a thrown text'],
  [null],
  [undefined],
])('the reply to an unexpected error reveals nothing about its cause: %s', (error) => {
  const { status, body } = answer(error);
  expect(status).toBe(500);
  expect(body).toEqual({
    statusCode: 500,
    message: 'Something went wrong on our side. Search the logs for the trace id.',
    error: 'Internal Server Error',
    traceId: TRACE,
    timestamp: NOW.toISOString(),
  });
});

const forConsole = (error: unknown) => failureResponse(error, TRACE, NOW, {}, true).body;

test('an error for the console has the path, code and parameters of each violation', () => {
  const long = { path: 'name', code: 'too_long', params: { limit: 9 }, problem: 'is too long' };
  const either = { path: 'email', code: 'one_required', problem: 'email or phoneNumber is required' };
  expect(forConsole(invalid([long, either, 'end must differ from start']))).toMatchObject({
    errors: ['name is too long', 'email or phoneNumber is required', 'end must differ from start'],
    details: [long, either, { path: 'end', code: 'rule', problem: 'must differ from start' }],
  });
  const flow = new Failure('unprocessable', 'The flow is not valid', {
    errors: [{ path: 'flow.sections', message: 'is required' }],
  });
  expect(forConsole(flow)).toMatchObject({
    errors: [{ path: 'flow.sections', message: 'is required' }],
    details: [{ path: 'flow.sections', code: 'rule', problem: 'is required' }],
  });
});

test('an error for the console about a resource of another company has the code another_company', () => {
  expect(forConsole(belongsToAnother('No'))).toMatchObject({ statusCode: 403, code: 'another_company' });
});

test('an error for API clients has no machine-readable code', () => {
  const violation = { path: 'name', code: 'too_long', problem: 'is too long' };
  for (const error of [invalid([violation]), belongsToAnother('No')]) {
    const { body } = answer(error);
    expect(body).not.toHaveProperty('code');
    expect(body).not.toHaveProperty('details');
  }
  expect(answer(invalid([violation])).body).toMatchObject({ errors: ['name is too long'] });
});
