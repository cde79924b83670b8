import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AudioMetrics } from '@parley/service/main/audio-metrics.ts';
import { TrunkMetrics } from '@parley/service/main/trunk-metrics.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { metricsPage } from './metrics-page.ts';

const observe = join(import.meta.dirname, '../../deploy/observe');
const read = (name: string) => readFileSync(join(observe, name), 'utf8');

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly gridPos: { readonly x: number; readonly y: number };
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}
interface Alerts {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string; readonly description: string };
    }[];
  }[];
}

const dashboard = JSON.parse(read('grafana-dashboard.json')) as Dashboard;
const alerts = parse(read('alerts.yaml')) as Alerts;
const expressions: [name: string, expr: string][] = [
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }): [string, string] => [title, expr]),
  ),
  ...alerts.groups.flatMap(({ rules }) => rules.map(({ alert, expr }): [string, string] => [alert, expr])),
];

/** Prometheus adds these by itself. */
const ADDED = ['instance', 'job', 'le'];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  // A worker with a trunk has these as well.
  new TrunkMetrics(service.services.registry);
  new AudioMetrics(service.services.registry);
});
afterAll(() => service.stop());

/** A histogram is asked for by its buckets. */
function metricOf(name: string): { readonly labelNames?: readonly string[] } | undefined {
  const { registry } = service.services;
  // Its labels are not among its types.
  return (registry.getSingleMetric(name) ??
    registry.getSingleMetric(name.replace(/_(bucket|sum|count)$/, ''))) as object | undefined;
}

test.each(expressions)(
  'the dashboard or alert expression %s queries metrics and labels that exist',
  (_name, expr) => {
    const names = expr.match(/\bparley_\w+/g) ?? [];
    const metrics = names.map(metricOf);
    expect(names.filter((_, at) => metrics[at] === undefined)).toEqual([]);
    const known = [...ADDED, ...metrics.flatMap((metric) => metric?.labelNames ?? [])];
    const labels = [
      ...[...expr.matchAll(/(?:by|ignoring|on) \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(',')),
      ...[...expr.matchAll(/[{,]\s*(\w+)\s*(?:=|!)/g)].map(([, label = '']) => label),
    ].map((label) => label.trim());
    expect(labels.filter((label) => !known.includes(label))).toEqual([]);
  },
);

test('docs/metrics.md has every metric, with its labels and what it means', async () => {
  await expect(metricsPage(service.services.registry)).toMatchFileSnapshot('../../docs/metrics.md');
});

test('the dashboard shows every panel once, in a place of its own', () => {
  const { panels } = dashboard;
  expect(panels.length).toBeGreaterThan(8);
  const places = panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`);
  for (const values of [panels.map(({ id }) => id), panels.map(({ title }) => title), places])
    expect(new Set<unknown>(values).size).toBe(panels.length);
});

const rules = alerts.groups.flatMap((group) => group.rules);

test('every alert has a severity, and says what is wrong and where to look', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, labels, annotations, expr } of rules) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)]);
    expect(annotations.summary.length).toBeGreaterThan(10);
    expect(annotations.description.length).toBeGreaterThan(10);
    // A label that the expression sums away would be shown as nothing.
    for (const [, label = ''] of annotations.summary.matchAll(/\$labels\.(\w+)/g))
      expect([alert, label, /\b(?:sum|max|min)\b/.test(expr) ? expr : `by (${label})`]).toEqual([
        alert,
        label,
        expect.stringMatching(new RegExp(`by \\([^)]*\\b${label}\\b`)),
      ]);
  }
});

test.each([
  ['a process is down', /^up\{/],
  ['a trunk is out of service', /parley_trunk_up/],
  ['nobody is dialled', /parley_dialling_stopped/],
  ['calls wait', /parley_calls_waiting_seconds/],
  ['the circuit of a webhook is open', /parley_webhook_circuits_open/],
  ['PostgreSQL runs out of connections', /parley_database_server_connections/],
  ['the disk is nearly full', /parley_disk_bytes/],
  ['the certificate expires', /parley_certificate_expiry_timestamp_seconds/],
  ['the last backup is old', /parley_last_backup_timestamp_seconds/],
])('an operator is alerted when %s', (_words, metric) => {
  expect(rules.map(({ expr }) => expr)).toContainEqual(expect.stringMatching(metric));
});
