import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@parley/service/main/config.ts';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { schemaViolations } from './kubernetes-schemas.ts';
import { type Manifest, podOf as podStartedBy, rendered } from './kustomize.ts';

const folder = join(import.meta.dirname, '../../deploy/kubernetes');
const manifests = rendered(folder);
const named = (kind: string, name: string): Manifest => {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined) throw new Error(`There is no ${kind} ${name}.`);
  return found;
};
const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
const podOf = (role: string) => podStartedBy(named('Deployment', `parley-${role}`));
const withPods = manifests.filter((one) => podStartedBy(one) !== undefined);
const settings = named('ConfigMap', 'parley-settings').data ?? {};
/** What docs/deploy.md puts into the secret, and what differs between pods, with values. */
const given = {
  DATABASE_URL: 'postgresql://parley:secret@db.example.com/parley',
  PARLEY_S3_ACCESS_KEY_ID: 'key',
  PARLEY_S3_SECRET_ACCESS_KEY: 'secret',
  PARLEY_TURN_SECRET: 'secret',
  POD_IP: '10.1.2.3',
};

interface Variable {
  readonly name: string;
  readonly value?: string;
}
const environment = (role: string): Record<string, string> =>
  Object.fromEntries(
    (podOf(role).spec.containers[0].env as Variable[]).flatMap(({ name, value }) =>
      value === undefined ? [] : [[name, value.replaceAll('$(POD_IP)', given.POD_IP)]],
    ),
  );

test.each(manifests.map((one) => [one.kind, one.metadata.name, one] as const))(
  'the %s %s is what the schemas of Kubernetes allow',
  (_kind, _name, manifest) => {
    expect(schemaViolations(manifest)).toEqual([]);
  },
);

test('a misspelt, a missing and a wrong field of a manifest are noticed', () => {
  const changed = (change: (spec: Manifest['spec']) => void) => {
    const copy = structuredClone(named('Deployment', 'parley-api'));
    change(copy.spec);
    return schemaViolations(copy).join();
  };
  expect(changed((spec) => (spec.template.spec.terminationGracePeriod = 5))).toContain(
    '/spec/template/spec/terminationGracePeriod is not a field',
  );
  expect(changed((spec) => delete spec.selector)).toContain('selector');
  expect(changed((spec) => (spec.replicas = 'two'))).toContain('replicas');
  expect(schemaViolations({ ...named('Service', 'parley-api'), kind: 'Servise' })).toHaveLength(1);
});

test('kustomization.yaml names every manifest, and gives the image a registry and a version', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml');
  const objects = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split(/^---$/m));
  expect(manifests).toHaveLength(objects.length);
  for (const one of withPods) {
    expect(one.metadata.namespace).toBe('parley');
    expect(podStartedBy(one).spec.containers[0].image).toMatch(/^[\w.-]+\/parley:\d+\.\d+\.\d+$/);
  }
});

test('every object that another one names exists', () => {
  const ports = (template: Manifest['spec']) =>
    template.spec.containers[0].ports.map(({ name }: { name: string }) => name);
  for (const { kind, spec } of manifests) {
    if (kind === 'HorizontalPodAutoscaler') named(spec.scaleTargetRef.kind, spec.scaleTargetRef.name);
    if (kind === 'PodDisruptionBudget')
      expect(deployments.map((one) => one.spec.template.metadata.labels)).toContainEqual(
        spec.selector.matchLabels,
      );
    if (kind === 'Service') {
      const { template } = named('Deployment', spec.selector.app).spec;
      expect(ports(template)).toContain(spec.ports[0].targetPort);
    }
    if (kind === 'Ingress') named('Service', spec.rules[0].http.paths[0].backend.service.name);
    if (kind === 'Deployment') expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  }
  for (const one of withPods) {
    const { containers, volumes } = podStartedBy(one).spec;
    for (const { persistentVolumeClaim: claim } of volumes)
      if (claim !== undefined) named('PersistentVolumeClaim', claim.claimName);
    const [{ envFrom, volumeMounts }] = containers;
    const volumeNames = volumes.map(({ name }: { name: string }) => name);
    for (const { name } of volumeMounts) expect(volumeNames).toContain(name);
    expect(envFrom).toEqual([
      { configMapRef: { name: named('ConfigMap', 'parley-settings').metadata.name } },
      { secretRef: { name: 'parley-secrets' } },
    ]);
  }
});

describe.each(['api', 'worker', 'media'])('pods of the role %s', (role) => {
  const { spec: pod, metadata } = podOf(role);
  const [container] = pod.containers;

  test('have settings that the service accepts, and no secret among them', () => {
    const { config, unknown } = loadConfig({ ...given, ...settings, ...environment(role) }, {});
    expect(unknown).toEqual([]);
    expect(config.PARLEY_INTERNAL_URL).toBe(`http://10.1.2.3:${config.PORT}`);
    expect(container.ports[0]).toMatchObject({ name: 'http', containerPort: config.PORT });
    expect(metadata.annotations['prometheus.io/port']).toBe(String(config.PORT));
    for (const name of Object.keys({ ...settings, ...environment(role) }))
      expect(name).not.toMatch(/PASSWORD|SECRET|PEPPER|_KEY|DATABASE_URL|TOKEN/);
  });

  test('let calls end before they are killed, longer than an agent talks by default', () => {
    const drain = Number(settings.PARLEY_DRAIN_SECONDS);
    const [, pause] = container.lifecycle.preStop.exec.command;
    // The process gives itself a minute beyond the drain.
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drain + Number(pause) + 60);
    expect(drain).toBeGreaterThan(15 * 60);
  });

  test('are replaced one at a time by an upgrade, so that the role never stops', () => {
    const { strategy, replicas } = named('Deployment', `parley-${role}`).spec;
    // Two pods of workers and media cannot have the same ports of a node.
    expect(strategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: role === 'api' ? { maxUnavailable: 0, maxSurge: 1 } : { maxUnavailable: 1, maxSurge: 0 },
    });
    const atLeast = replicas ?? named('HorizontalPodAutoscaler', `parley-${role}`).spec.minReplicas;
    expect(atLeast).toBeGreaterThan(1);
  });

  test('are probed on the port that they serve, without root and with a read-only file system', () => {
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(container[probe].httpGet.port).toBe('http');
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(Object.keys(container.resources.requests)).toEqual(['cpu', 'memory']);
    expect(container.resources.limits.memory).toBeDefined();
    const written = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
    expect(written).toEqual(['/data', '/tmp']);
  });

  test('are not all evicted at once', () => {
    const budget = named('PodDisruptionBudget', `parley-${role}`).spec;
    expect(budget).toEqual({ maxUnavailable: 1, selector: { matchLabels: { app: `parley-${role}` } } });
  });
});

describe.each(['worker', 'media'])('pods of the role %s', (role) => {
  const { spec: pod } = podOf(role);

  test("take the UDP ports of audio on their node's own address", () => {
    expect(pod).toMatchObject({ hostNetwork: true, dnsPolicy: 'ClusterFirstWithHostNet' });
    const { config } = loadConfig({ ...given, ...settings, ...environment(role) }, {});
    const range = role === 'worker' ? config.PARLEY_RTP_PORTS : config.PARLEY_WEBRTC_PORTS;
    // Two ports for each telephone call; a retransmission of the last one may still be on its way.
    expect((range?.to ?? 0) - (range?.from ?? 0)).toBeGreaterThan(2 * config.PARLEY_MAX_CALLS);
  });

  test('are not given up by an upgrade while they wait for the last call of the pod before', () => {
    const { progressDeadlineSeconds } = named('Deployment', `parley-${role}`).spec;
    expect(progressDeadlineSeconds).toBeGreaterThan(pod.terminationGracePeriodSeconds);
  });

  test('scale with the processor, and down by one pod in the time of a drain', () => {
    const { spec } = named('HorizontalPodAutoscaler', `parley-${role}`);
    expect(spec.scaleTargetRef.name).toBe(`parley-${role}`);
    expect(spec.metrics[0].resource.name).toBe('cpu');
    const [policy] = spec.behavior.scaleDown.policies;
    expect(policy).toMatchObject({ type: 'Pods', value: 1 });
    expect(policy.periodSeconds).toBeGreaterThanOrEqual(Number(settings.PARLEY_DRAIN_SECONDS));
    expect(policy.periodSeconds).toBeLessThanOrEqual(1800);
  });
});

test('the guide that stops every pod starts those again of which the manifests do not say how many there are', () => {
  const guide = readFileSync(join(folder, '../../docs/upgrade.md'), 'utf8');
  const [, stopped = '', started = ''] =
    /((?:^kubectl .*\n)*)^kubectl apply -k deploy\/kubernetes &&\n^(kubectl .*)$/m.exec(guide) ?? [];
  for (const { metadata, spec } of deployments) {
    expect(stopped).toMatch(new RegExp(`scale deployment .*${metadata.name}\\b.* --replicas=0`));
    if (spec.replicas === undefined)
      expect(started).toMatch(new RegExp(`scale deployment .*${metadata.name}\\b.* --replicas=2`));
  }
});

test('the job that backs up runs the command of compose.yaml, one at a time, on a volume that stays', () => {
  const { services } = parse(readFileSync(join(folder, '../compose.yaml'), 'utf8'), { merge: true });
  const job = named('CronJob', 'parley-backup');
  const { containers, volumes } = podStartedBy(job).spec;
  expect(containers[0].args).toEqual(services.backup.command);
  expect(job.spec.concurrencyPolicy).toBe('Forbid');
  expect(volumes.find(({ name }: { name: string }) => name === 'backups')).toHaveProperty(
    'persistentVolumeClaim',
  );
});

test('roles that share the network of a node share none of its ports', () => {
  const ports = ['worker', 'media'].flatMap((role) =>
    podOf(role).spec.containers[0].ports.map(
      ({ containerPort, protocol = 'TCP' }: { containerPort: number; protocol?: string }) =>
        `${containerPort} ${protocol}`,
    ),
  );
  expect(new Set(ports).size).toBe(ports.length);
  expect(ports).toEqual(expect.arrayContaining(['5060 UDP', '5060 TCP']));
  const [rtp = '', webRtc = ''] = [settings.PARLEY_RTP_PORTS, settings.PARLEY_WEBRTC_PORTS];
  expect(Number(rtp.split('-')[1])).toBeLessThan(Number(webRtc.split('-')[0]));
});
