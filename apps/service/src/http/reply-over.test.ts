import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { onceOver } from './reply-over.ts';

const emitter = () => Object.assign(new EventEmitter(), { destroyed: false });

function repliesOn(socket: EventEmitter, count: number) {
  const over: number[] = [];
  const raws = Array.from({ length: count }, (_, at) => {
    const raw = emitter();
    onceOver({ raw, request: { raw: { socket } } } as unknown as FastifyReply, () => over.push(at));
    return raw;
  });
  return { over, raws };
}

test('all responses on one connection share one close listener, which is removed after the last response', () => {
  const socket = emitter();
  const { over, raws } = repliesOn(socket, 20);
  expect(socket.listenerCount('close')).toBe(1);
  for (const raw of raws.slice(0, 19)) raw.emit('close');
  expect(socket.listenerCount('close')).toBe(1);
  raws[19]?.emit('close');
  expect(over).toHaveLength(20);
  expect(socket.listenerCount('close')).toBe(0);
});

test('a closed connection ends all its responses, each once', () => {
  const socket = emitter();
  const { over, raws } = repliesOn(socket, 3);
  raws[1]?.emit('close');
  socket.emit('close');
  for (const raw of raws) raw.emit('close');
  expect(over).toEqual([1, 0, 2]);
  expect(raws.map((raw) => raw.listenerCount('close'))).toEqual([0, 0, 0]);
});

test('a response on a connection that is already closed ends immediately', () => {
  const socket = Object.assign(emitter(), { destroyed: true });
  expect(repliesOn(socket, 1).over).toEqual([0]);
  expect(socket.listenerCount('close')).toBe(0);
});
