import { conversationStatuses } from '@parley/contract/conversation.ts';
import { movesFrom, next } from '@parley/kernel/transition.ts';
import { expect, test } from 'vitest';
import { attemptLifecycle } from './call-attempt.model.ts';
import { type Conversation, conversationLifecycle, isOver, viewConversation } from './conversation.model.ts';

const over = ['COMPLETED', 'CANCELLED', 'FAILED', 'UNREACHABLE'] as const;

test.each(over)('a %s conversation stays so until it is reopened', (status) => {
  expect(movesFrom(conversationLifecycle, status)).toEqual(['reopen']);
  expect(next(conversationLifecycle, 'It', status, 'reopen')).toBe('SCHEDULED');
});

test('only what can be reopened is over', () => {
  expect(new Set(conversationStatuses.filter(isOver))).toEqual(new Set(over));
});

test('a call on the line can lead anywhere, and one that is being placed too', () => {
  for (const status of ['SCHEDULED', 'IN_PROGRESS'] as const) {
    expect(movesFrom(conversationLifecycle, status)).toEqual([
      'ring',
      'retry',
      'complete',
      'cancel',
      'fail',
      'give up',
    ]);
  }
});

test('only a waiting attempt can be moved or dialled, and only a live one cannot be deleted', () => {
  const statusesThat = (move: 'be moved' | 'be dialled' | 'be deleted') =>
    (Object.keys(attemptLifecycle) as (keyof typeof attemptLifecycle)[]).filter((status) =>
      movesFrom(attemptLifecycle, status).includes(move),
    );
  expect(statusesThat('be moved')).toEqual(['SCHEDULED']);
  expect(statusesThat('be dialled')).toEqual(['SCHEDULED']);
  expect(statusesThat('be deleted')).not.toContain('IN_PROGRESS');
  expect(statusesThat('be deleted')).toHaveLength(7);
});

const links = { urlOf: (id: string) => `https://parley.example/call/${id}` };
const conversation: Conversation = {
  id: 'c',
  contactId: 'p',
  agentId: 'a',
  agentVersionId: 'v',
  runId: null,
  jobId: null,
  type: 'PHONE',
  status: 'SCHEDULED',
  scheduledAt: new Date('2026-11-16T12:00:00Z'),
  finishedAt: null,
  durationMinutes: null,
  metadata: {},
  isTest: false,
  isSimulated: false,
  callsCounted: 0,
  callbacks: 0,
  createdAt: new Date('2026-11-16T12:00:00Z'),
  updatedAt: new Date('2026-11-16T12:00:00Z'),
};

test('a contact goes by both of its names, and what is unset is null', () => {
  expect(viewConversation(conversation, [], {}, links)).toEqual({
    id: 'c',
    contactId: 'p',
    candidateId: 'p',
    agentId: 'a',
    status: 'SCHEDULED',
    scheduledAt: '2026-11-16T12:00:00.000Z',
    createdAt: '2026-11-16T12:00:00.000Z',
    updatedAt: '2026-11-16T12:00:00.000Z',
    finishedDate: null,
    jobId: null,
    runId: null,
    durationMinutes: null,
    metadata: {},
    callAttempts: [],
    isTest: false,
  });
});

test('only an ONLINE conversation has a page of its own', () => {
  expect(viewConversation({ ...conversation, type: 'ONLINE' }, [], {}, links).onlineUrl).toBe(
    'https://parley.example/call/c',
  );
});
