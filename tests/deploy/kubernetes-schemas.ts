import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import type { Manifest } from './kustomize.ts';

const models = [
  ConfigMap,
  CronJob,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Namespace,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
];

/** What the schemas of Kubernetes have against a manifest: wrong, missing and unknown fields. */
export function schemaViolations(manifest: Manifest): string[] {
  const { apiVersion, kind } = manifest;
  const model = models.find((one) => one.kind === kind && one.apiVersion === apiVersion);
  if (model === undefined) return [`no schema of ${apiVersion} ${kind} is imported`];
  const unread = new Set<string>();
  try {
    model.prototype.validate.call(watched(manifest, '', unread));
  } catch (error) {
    return [String(error)];
  }
  return [...unread].map((path) => `${path} is not a field of ${kind}`);
}

/**
 * The validators accept fields that no schema has, but the API server refuses them. They read every field that a schema has: what
 * stays unread is unknown.
 */
function watched<T extends object>(value: T, path: string, unread: Set<string>): T {
  const pathOf = (key: string) => `${path}/${key}`;
  const children = new Map<string, unknown>();
  for (const [key, child] of Object.entries(value)) {
    if (!Array.isArray(value)) unread.add(pathOf(key));
    children.set(
      key,
      typeof child === 'object' && child !== null ? watched(child, pathOf(key), unread) : child,
    );
  }
  return new Proxy(value, {
    get(target, key) {
      if (typeof key !== 'string' || !children.has(key)) return Reflect.get(target, key);
      unread.delete(pathOf(key));
      return children.get(key);
    },
  });
}
