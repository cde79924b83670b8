import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

/** As many as the kernel connects for a server with the shortest backlog. */
const KERNEL_CONNECTS = 2;

const script = `
  const { createServer } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(workerData), 0, 0);
  });`;

/** A server that never accepts a connection, as behind a firewall that drops packets: nothing answers, nothing fails. */
export async function startDeafReceiver(): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const thread = new Worker(script, { eval: true, workerData: new SharedArrayBuffer(4) });
  const [port] = (await once(thread, 'message')) as [number];
  const sockets = Array.from({ length: KERNEL_CONNECTS }, () => connect(port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return {
    port,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await thread.terminate();
    },
  };
}
