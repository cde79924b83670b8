import { expect, test } from 'vitest';
import { reasonWords } from '../runs/run-contacts.tsx';
import type { Attempt, Conversation } from './conversation.tsx';
import { endReason } from './conversation-end.ts';

const words = (status: Conversation['status'], reasonCode: Attempt['reasonCode'], onlineUrl?: string) => {
  const call = { status: 'FAILED' as const, reasonCode, calledAt: '2026-03-12T13:30:00.000Z' };
  const reason = endReason({ status, callAttempts: [call], ...(onlineUrl !== undefined && { onlineUrl }) });
  return reason && reasonWords(reason);
};

test('a finished conversation without results says why it has none', () => {
  expect(words('CANCELLED', 'NOT_INTERESTED')).toBe('Declined on the call');
  expect(words('CANCELLED', 'OPT_OUT')).toBe('Asked never to be called again');
  expect(words('CANCELLED', null)).toBe('Cancelled');
  expect(words('UNREACHABLE', 'NO_ANSWER')).toBe('Not reached in one call; the last one was no answer');
  expect(words('UNREACHABLE', null, 'https://call.example')).toContain('The link was opened once');
  expect(words('FAILED', 'CARRIER_ERROR')).toBe('Failed: the last call ended with carrier error');
});

test('a conversation whose results are still pending gives no reason for missing results', () => {
  expect(words('COMPLETED', null)).toBeUndefined();
  expect(words('SCHEDULED', 'BUSY')).toBeUndefined();
});
