import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';

/** The one that all files of a run share (browser-server.ts): to close it closes one's own windows. */
export const sharedBrowser = (): Promise<Browser> => chromium.connect(inject('browserUrl'));
