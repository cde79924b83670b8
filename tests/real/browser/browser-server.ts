import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programs } from '@parley/testing/programs.ts';
import { type BrowserServer, chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchOptions } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one browser of all tests listens; empty: there is none. */
    browserUrl: string;
    /** For what ends with its worker and cannot tidy up. */
    scratchFolder: string;
  }
}

let server: BrowserServer | undefined;
let scratchFolder: string | undefined;

/** One Chromium for all tests: each has a window of its own in it. */
export async function setup(project: TestProject): Promise<void> {
  buildConsole();
  if (!programs.chromium.isMissing) server = await chromium.launchServer(launchOptions);
  project.provide('browserUrl', server?.wsEndpoint() ?? '');
  scratchFolder = await mkdtemp(join(tmpdir(), 'parley-console-'));
  project.provide('scratchFolder', scratchFolder);
}

export async function teardown(): Promise<void> {
  await server?.close();
  if (scratchFolder !== undefined) await rm(scratchFolder, { recursive: true, force: true });
}

/** What is served must be what is written. Does nothing when it is. */
function buildConsole(): void {
  const script = join(import.meta.dirname, '../../../scripts/build-console.ts');
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The console could not be built: ${stderr}`);
}
