import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

/** What happens when a connection closes. One listener serves all replies of it, however many requests were pipelined. */
const leaving = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back once: when the reply was sent, or its client has gone. The socket is listened to as well: not every Node 24 closes
 * the replies that wait behind another when their connection is cut.
 */
export function onceOver({ raw, request }: FastifyReply, callback: () => void): void {
  const { socket } = request.raw;
  if (raw.destroyed || socket.destroyed) {
    callback();
    return;
  }
  const over = () => {
    raw.off('close', over);
    forget(socket, over);
    callback();
  };
  raw.once('close', over);
  remember(socket, over);
}

function remember(socket: Socket, over: () => void): void {
  const known = leaving.get(socket);
  if (known) {
    known.add(over);
    return;
  }
  leaving.set(socket, new Set([over]));
  socket.once('close', closed);
}

function forget(socket: Socket, over: () => void): void {
  const known = leaving.get(socket);
  known?.delete(over);
  if (known?.size !== 0) return;
  leaving.delete(socket);
  socket.off('close', closed);
}

function closed(this: Socket): void {
  for (const over of [...(leaving.get(this) ?? [])]) over();
}
