import { join } from 'node:path';
import { permissions } from '@parley/contract/api-key.ts';
import type autocannon from 'autocannon';
import { load } from './load.ts';
import { startProgram } from './process.ts';
import { median, type Ratio } from './ratio.ts';
import { withService } from './running-service.ts';

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 40;
const COMPANIES = 200;

const company = {
  name: 'Acme',
  description: 'Makes everything',
  timezone: 'Europe/Zurich',
  defaultCountry: 'CH',
  metadata: { crm: { id: 7, tags: ['a', 'b'] } },
};

/**
 * An authenticated, scoped and audited read by id, and a validated write, relative to a bare route with the same SQL on the
 * same database. Both are measured in turns, so that other load on the machine affects both equally.
 */
export async function run(): Promise<Ratio[]> {
  return withService(async ({ url, environment, newKey, post }) => {
    const { key, id: keyId } = await newKey({ type: 'ATS', scopes: permissions });
    const ids: string[] = [];
    for (let i = 0; i < COMPANIES; i++) ids.push((await post('/companies', key, company)).id);
    const script = join(import.meta.dirname, 'bare-server.ts');
    const bare = await startProgram([script], { ...environment, BENCH_KEY_ID: keyId }, /listening/);
    const bareUrl = `http://127.0.0.1:${bare.port}`;
    const authorization = `Bearer ${key}`;
    const headers = { authorization, 'content-type': 'application/json' };
    try {
      const reads = ids.map((id) => ({
        method: 'GET' as const,
        path: `/companies/${id}`,
        headers: { authorization },
      }));
      const writes = [
        { method: 'POST' as const, path: '/companies', headers, body: JSON.stringify(company) },
      ];
      return [
        {
          name: 'http: read by id, authenticated, scoped, audited',
          unit: 'requests/s',
          atLeast: 0.6,
          ...(await compare(url, bareUrl, reads)),
        },
        {
          name: 'http: validated write',
          unit: 'requests/s',
          atLeast: 0.6,
          ...(await compare(url, bareUrl, writes)),
        },
      ];
    } finally {
      await bare.stop();
    }
  });
}

async function compare(ourUrl: string, bareUrl: string, requests: autocannon.Request[]) {
  const rate = (url: string, seconds: number) => load(url, requests, { seconds, connections: CONNECTIONS });
  await rate(ourUrl, 2);
  await rate(bareUrl, 2);
  const ours: number[] = [];
  const reference: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await rate(ourUrl, SECONDS));
    reference.push(await rate(bareUrl, SECONDS));
  }
  return { ours: median(ours), reference: median(reference) };
}
