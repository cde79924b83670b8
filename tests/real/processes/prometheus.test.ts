import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parley/testing/free-port.ts';
import { patience } from '@parley/testing/patience.ts';
import { programs } from '@parley/testing/programs.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOf, repository } from '../docs/document.ts';

const { isMissing, name, install } = programs.prometheus;
const observe = join(repository, 'deploy/observe');
const TOKEN = 'a-token-for-metrics-of-at-least-32-characters';

let service: TestService;
let prometheus: Awaited<ReturnType<typeof startPrometheus>>;

/** With the configuration that docs/deploy.md shows, which asks less often. */
async function startPrometheus() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-prometheus-'));
  const guide = await readFile(join(repository, 'docs/deploy.md'), 'utf8');
  const shown = blocksOf(guide).find(({ mark }) => mark?.text === 'prometheus.yml')?.text ?? '';
  const config = shown
    .replace(/targets: \[.*\]/, `targets: ['${new URL(service.url).host}']`)
    .replace('scrape_interval: 15s', 'scrape_interval: 1s\n  evaluation_interval: 1s');
  await writeFile(join(folder, 'prometheus.yml'), config);
  await writeFile(join(folder, 'parley-metrics-token'), `${TOKEN}\n`);
  await copyFile(join(observe, 'alerts.yaml'), join(folder, 'alerts.yaml'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = [
    '--config.file=prometheus.yml',
    '--storage.tsdb.path=data',
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const process = spawn('prometheus', args, { cwd: folder, stdio: 'ignore' });
  return {
    async ask(path: string) {
      const response = await fetch(`${url}/api/v1/${path}`);
      return (await response.json()) as { status: string; error?: string; data: Record<string, unknown> };
    },
    async stop() {
      process.kill();
      await once(process, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

describe.skipIf(isMissing)(
  `with Prometheus${isMissing ? ` (skipped: needs ${name}: ${install})` : ''}`,
  () => {
    beforeAll(async () => {
      service = await startTestService({ environment: { PARLEY_METRICS_TOKEN: TOKEN } });
      prometheus = await startPrometheus();
    });
    afterAll(async () => {
      await prometheus?.stop();
      await service?.stop();
    });

    test('Prometheus, configured as the guide says, scrapes a process and evaluates every alert', async () => {
      const targets = () => prometheus.ask('targets').catch(() => undefined);
      const up = { data: { activeTargets: [{ health: 'up', lastError: '' }] } };
      await expect.poll(targets, patience).toMatchObject(up);
      interface Rule {
        readonly name: string;
        readonly health: string;
        readonly state: string;
      }
      const rules = async () =>
        (
          (await prometheus.ask('rules')).data.groups as readonly { readonly rules: readonly Rule[] }[]
        ).flatMap((group) => group.rules);
      await expect
        .poll(async () => (await rules()).map(({ health }) => health), patience)
        .not.toContain('unknown');
      expect((await rules()).filter(({ health }) => health !== 'ok')).toEqual([]);
      expect((await rules()).length).toBeGreaterThan(15);
      // Nothing is wrong with a service that has just started, and has had no backup yet.
      expect((await rules()).filter(({ state }) => state === 'firing')).toEqual([]);
    });

    const dashboard = async () =>
      JSON.parse(await readFile(join(observe, 'grafana-dashboard.json'), 'utf8')) as {
        readonly panels: readonly {
          readonly title: string;
          readonly targets: readonly { readonly expr: string }[];
        }[];
      };

    test('every panel of the dashboard is a query that Prometheus can answer', async () => {
      const { panels } = await dashboard();
      const refused = await Promise.all(
        panels.flatMap(({ title, targets }) =>
          targets.map(async ({ expr }) => {
            const query = expr.replaceAll('$__rate_interval', '1m');
            const { status, error } = await prometheus.ask(`query?query=${encodeURIComponent(query)}`);
            return status === 'success' ? undefined : `${title}: ${error}`;
          }),
        ),
      );
      expect(refused.filter((one) => one !== undefined)).toEqual([]);
    });

    test("Prometheus' own linter finds nothing wrong with the metrics", async () => {
      const response = await fetch(`${service.url}/metrics`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      const linter = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] });
      let said = '';
      for (const stream of [linter.stdout, linter.stderr]) stream.on('data', (text) => (said += text));
      linter.stdin.end(await response.text());
      await once(linter, 'close');
      // Those of prom-client itself are as they are.
      const ours = said.split('\n').filter((line) => line !== '' && !/^parley_(nodejs|process)_/.test(line));
      expect(ours).toEqual([]);
    });
  },
);
