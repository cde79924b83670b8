import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/** An object of Kubernetes, as far as every kind has it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: the schemas of Kubernetes check it
  readonly spec?: any;
  readonly data?: Readonly<Record<string, string>>;
}

interface Kustomization {
  readonly namespace: string;
  readonly labels: readonly { readonly pairs: Readonly<Record<string, string>> }[];
  readonly images: readonly { readonly name: string; readonly newName: string; readonly newTag: string }[];
  readonly resources: readonly string[];
}

/** Kinds that belong to the cluster, not to a namespace. */
const CLUSTER_WIDE = ['Namespace'];
/** What kustomization.yaml uses, and this file therefore knows. */
const KNOWN = ['apiVersion', 'kind', 'namespace', 'labels', 'images', 'resources'];

/**
 * What `kubectl apply -k` sends to the cluster. It knows what our kustomization.yaml uses, and refuses everything else instead
 * of rendering it wrongly.
 */
export function rendered(folder: string): Manifest[] {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const kustomization = parse(read('kustomization.yaml')) as Kustomization;
  const unknown = Object.keys(kustomization).filter((key) => !KNOWN.includes(key));
  if (unknown.length > 0) throw new Error(`tests/deploy/kustomize.ts does not render ${unknown.join(', ')}.`);
  const labels = Object.assign({}, ...kustomization.labels.map(({ pairs }) => pairs));
  const objects = kustomization.resources.flatMap((name) =>
    parseAllDocuments(read(name)).map((document): Manifest => {
      if (document.errors.length > 0) throw new Error(`${name}: ${document.errors.join(', ')}`);
      return document.toJS();
    }),
  );
  return objects.map((one) => ({
    ...withImages(one, kustomization.images),
    metadata: {
      ...one.metadata,
      ...(CLUSTER_WIDE.includes(one.kind) ? {} : { namespace: kustomization.namespace }),
      labels: { ...one.metadata.labels, ...labels },
    },
  }));
}

/** The pods that an object starts, a CronJob by way of its jobs. */
export const podOf = ({ spec }: Manifest): Manifest['spec'] => (spec?.jobTemplate?.spec ?? spec)?.template;

function withImages(manifest: Manifest, images: Kustomization['images']): Manifest {
  const copy = structuredClone(manifest);
  for (const container of podOf(copy)?.spec?.containers ?? []) {
    const image = images.find(({ name }) => name === container.image);
    if (image) container.image = `${image.newName}:${image.newTag}`;
  }
  return copy;
}
