import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { ConsoleBuilding } from '../http/console-app/console-app.ts';
import { SOURCE } from './settings/settings.ts';

/** Live calls come first. */
const LOW_PRIORITY = 10;

/** How long after its end lines of a script are waited for. */
const LAST_LINES_MS = 1000;

/**
 * A script of Parley's own folder that prepares something the service can do without for a while. One at a time runs, in a
 * process of its own.
 */
export class CloneScript implements ConsoleBuilding {
  readonly #file: string;
  readonly #args: readonly string[];
  readonly #listeners: (() => void)[] = [];
  #running: Promise<void> | undefined;
  #stop: (() => void) | undefined;
  #hasEnded = false;
  trouble: string | undefined;

  constructor(file: string, args: readonly string[] = []) {
    this.#file = join(SOURCE, 'scripts', file);
    this.#args = args;
  }

  /** A release has no scripts. */
  get exists(): boolean {
    return existsSync(this.#file);
  }

  /** Also before it has begun: the start runs it last. */
  get isUnderWay(): boolean {
    return this.#running !== undefined || (this.exists && !this.#hasEnded);
  }

  onBuilt(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Prints what the script prints. Ends at once where there is no script: a release has nothing to prepare. */
  async run(print: (line: string) => void): Promise<void> {
    if (!this.exists) return;
    this.#running ??= this.#start(print).finally(() => {
      this.#running = undefined;
      this.#hasEnded = true;
    });
    await this.#running;
  }

  async stop(): Promise<void> {
    this.#stop?.();
    await this.#running;
  }

  async #start(print: (line: string) => void): Promise<void> {
    const child = spawn(process.execPath, [this.#file, ...this.#args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: SOURCE,
    });
    let isStopped = false;
    this.#stop = () => {
      isStopped = true;
      child.kill('SIGTERM');
    };
    let last = '';
    const onText = (text: string) => {
      for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
        last = line;
        print(line);
      }
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onText);
    const ended = Promise.withResolvers<number | null>();
    child.on('error', () => ended.resolve(1));
    child.on('close', (code) => ended.resolve(code));
    // A process that the script started and left behind may keep the streams open.
    child.on('exit', (code) => setTimeout(() => ended.resolve(code), LAST_LINES_MS));
    if (child.pid !== undefined) lower(child.pid);
    const code = await ended.promise;
    this.#stop = undefined;
    if (isStopped) return;
    this.trouble = code === 0 ? undefined : last || `${this.#file} failed`;
    if (code === 0) for (const listener of this.#listeners) listener();
  }
}

/** What a clone prepares in the background: the console from its sources, and the offline STT when it is first needed. */
export interface Preparation {
  readonly console: ConsoleBuilding;
  /** Fetches the offline STT, once. Whether it is being fetched. */
  hear(): boolean;
}

/** `print` is for the person who started the service. */
export function makePreparation({ print, mayInstall }: PreparationOptions) {
  const build = new CloneScript('build-console.ts');
  const hearing = new CloneScript('setup.mjs', ['--hearing']);
  let isAsked = false;
  return {
    console: build,
    hear(): boolean {
      if (!mayInstall || !hearing.exists) return false;
      if (isAsked) return hearing.isUnderWay;
      isAsked = true;
      void hearing.run(print).then(() => {
        isAsked = hearing.trouble === undefined;
        if (hearing.trouble === undefined)
          print('The offline STT is installed: web calls in English are spoken from now on.');
        else print('The offline STT could not be downloaded: in web calls the contact types until it is.');
      });
      return true;
    },
    buildConsole: () => build.run(print),
    stop: () => Promise.all([build.stop(), hearing.stop()]),
  };
}

interface PreparationOptions {
  readonly print: (line: string) => void;
  readonly mayInstall: boolean;
}

function lower(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // It has ended already.
  }
}
