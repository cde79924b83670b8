import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext } from 'playwright-core';
import type { RunningService } from './running-service.ts';

const size = { width: 1280, height: 800 };

/** Opens windows of a signed-in user in one company, each in a fresh browser context. */
export type OpenWindow = () => Promise<BrowserContext>;

export async function enter(
  browser: Browser,
  { url, environment }: RunningService,
  companyId: string,
): Promise<OpenWindow> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../apps/service/bin/parley.js'), 'sign-in-link'],
    { env: { ...process.env, ...environment } },
  );
  const token = stdout.trim().split('#')[1] ?? '';
  const context = await browser.newContext({ baseURL: url, viewport: size });
  const headers = { 'x-parley-console': '1' };
  const entered = await context.request.post('/console/api/sign-in-links/redeem', {
    data: { token },
    headers,
  });
  const chosen = await context.request.put('/console/api/me/company', { data: { companyId }, headers });
  if (!entered.ok() || !chosen.ok())
    throw new Error(`Nobody could sign in: ${entered.status()}, ${chosen.status()} ${await chosen.text()}`);
  const storageState = await context.storageState();
  await context.close();
  return () => browser.newContext({ baseURL: url, viewport: size, storageState });
}
