import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** One of a pool's workers, whatever it runs in. */
export interface PoolWorker {
  give(order: unknown): void;
  onReply(listener: (reply: unknown) => void): void;
  /** However it came to its end. */
  onExit(listener: () => void): void;
  /** While it works it keeps this process alive, while it waits it does not. */
  hold(): void;
  release(): void;
  /** At once, in the middle of whatever it does. */
  end(): Promise<void>;
}

/** Starts a worker with a program and its start data. */
export type StartWorker = (program: URL, data: unknown) => PoolWorker;

/** A thread: cheap, and good for whatever cannot take the process down. */
export const startThread: StartWorker = (program, workerData) => {
  const worker = new Worker(program, { workerData, stdout: true, stderr: true, env: {} });
  // What was said in a call must not reach the log through a library's complaint.
  worker.stdout.resume();
  worker.stderr.resume();
  // The exit event follows and informs the callers.
  worker.on('error', () => {});
  worker.unref();
  return {
    give: (order) => worker.postMessage(order),
    onReply: (listener) => worker.on('message', listener),
    onExit: (listener) => worker.once('exit', listener),
    hold: () => worker.ref(),
    release: () => worker.unref(),
    end: async () => {
      await worker.terminate();
    },
  };
};

/**
 * A process, for native code: a thread with onnxruntime that is ended in the middle of its work ends the whole process,
 * and every call in it (an uncaught Napi::Error, seen with 1.30).
 */
export const startProcess: StartWorker = (program, data) => {
  const child = fork(fileURLToPath(program), [JSON.stringify(data)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env: {},
  });
  const exit = Promise.withResolvers<void>();
  child.once('exit', () => exit.resolve());
  // It could not be started or reached: treated as an exit.
  child.on('error', () => exit.resolve());
  const release = () => {
    child.unref();
    child.channel?.unref();
  };
  release();
  return {
    give: (order) => child.send(order as object, () => {}),
    onReply: (listener) => child.on('message', listener),
    onExit: (listener) => void exit.promise.then(listener),
    hold() {
      child.ref();
      child.channel?.ref();
    },
    release,
    async end() {
      child.kill('SIGKILL');
      child.ref();
      await exit.promise;
    },
  };
};
