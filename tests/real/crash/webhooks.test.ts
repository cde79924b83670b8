import { cloneDatabase } from '@parley/testing/database.ts';
import { crashDeliveries } from '@parley/testing/webhook-crash.ts';
import { expect, test } from 'vitest';

/** The whole of it: npx node scripts/crash-webhooks.ts. */
test('a service killed during webhook deliveries loses none and keeps their order and ids', async () => {
  const clone = await cloneDatabase();
  try {
    const report = await crashDeliveries({
      databaseUrl: clone.url,
      kills: 3,
      events: 60,
      random: Math.random,
    });
    expect(report).toMatchObject({ events: 60, lost: [], disordered: [], renamed: [] });
    expect(report.requests).toBeGreaterThanOrEqual(60);
  } finally {
    await clone.drop();
  }
}, 180_000);
