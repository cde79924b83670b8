import { programs } from '@parley/testing/programs.ts';
import { type BrowserServer, chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchOptions } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one browser of all console tests listens; empty: there is none. */
    browserUrl: string;
  }
}

let server: BrowserServer | undefined;

/** One Chromium for all tests of the console: each test has a window of its own in it. */
export async function setup(project: TestProject): Promise<void> {
  if (!programs.chromium.isMissing) server = await chromium.launchServer(launchOptions);
  project.provide('browserUrl', server?.wsEndpoint() ?? '');
}

export async function teardown(): Promise<void> {
  await server?.close();
}
