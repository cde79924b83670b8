import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

export interface Started {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts one of our programs on a free port and waits until it prints that it is ready. */
export async function startProgram(
  args: string[],
  environment: Record<string, string>,
  ready: RegExp,
): Promise<Started> {
  const port = await freePort();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await said(child, ready);
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

function said(child: ChildProcess, ready: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk;
      if (ready.test(text)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The program ended with ${code}: ${text}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
