import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';

const observe = join(import.meta.dirname, '../../deploy/observe');
const read = (name: string) => readFileSync(join(observe, name), 'utf8');

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}
interface Alerts {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
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
});
afterAll(() => service.stop());

/** A histogram is asked for by its buckets. */
function metricOf(name: string): { readonly labelNames?: readonly string[] } | undefined {
  const { registry } = service.services;
  // Its labels are not among its types.
  return (registry.getSingleMetric(name) ??
    registry.getSingleMetric(name.replace(/_(bucket|sum|count)$/, ''))) as object | undefined;
}

test.each(expressions)('%s asks for metrics and labels that exist', (_name, expr) => {
  const names = expr.match(/\bparley_\w+/g) ?? [];
  const metrics = names.map(metricOf);
  expect(names.filter((_, at) => metrics[at] === undefined)).toEqual([]);
  const known = [...ADDED, ...metrics.flatMap((metric) => metric?.labelNames ?? [])];
  const labels = [
    ...[...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(',')),
    ...[...expr.matchAll(/[{,]\s*(\w+)\s*(?:=|!)/g)].map(([, label = '']) => label),
  ].map((label) => label.trim());
  expect(labels.filter((label) => !known.includes(label))).toEqual([]);
});

test('there is something to look at and something to be woken by', () => {
  expect(dashboard.panels.length).toBeGreaterThan(8);
  expect(alerts.groups.flatMap(({ rules }) => rules).length).toBeGreaterThan(5);
});
