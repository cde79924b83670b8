import type { TestService } from '@parley/testing/service.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Which of them there are depends on the system. */
const ofNode = /^parley_(?:process|nodejs)_/;

/** What the registry lists are the metrics themselves, with more than its types promise. */
interface Metric {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

const asCode = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

/** The page docs/metrics.md: whatever a process can have in /metrics. */
export function metricsPage(registry: TestService['services']['registry']): string {
  const metrics = (registry.getMetricsAsArray() as readonly Metric[]).toSorted((a, b) =>
    a.name.localeCompare(b.name),
  );
  const rows = metrics
    .filter(({ name }) => !ofNode.test(name))
    .map(
      (metric) =>
        `| \`${metric.name}\` | ${metric.constructor.name.toLowerCase()} | ${asCode(metric.labelNames ?? [])} | ${cell(metric.help)} |`,
    );
  return `# Metrics

\`/metrics\` of every process, in the format of Prometheus and without personal data. [Alerts](deploy.md#alerts) says how to
scrape it, and which alert rules and dashboard there are. A process has the metrics of its own work: calls and trunks are those of a
\`worker\`, and what concerns the whole installation (what waits, the last backup) is the same in every process: take the
maximum of it, not the sum. A histogram has \`_bucket\`, \`_sum\` and \`_count\`.

<!-- Written by npx vitest run --project deterministic tests/deploy/observe.test.ts --update from the metrics themselves. -->

| Metric | Type | Labels | Meaning |
|---|---|---|---|
${rows.join('\n')}

\`parley_process_…\` and \`parley_nodejs_…\` are of the process and of Node.js, as the library prom-client has them.
`;
}
