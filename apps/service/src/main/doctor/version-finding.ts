import type { Finding } from './finding.ts';

const ANSWER_MS = 4000;
const PACKAGE = '@parley-calls/parley';
const VERSION = /^(\d+)\.(\d+)\.(\d+)(-[\w.-]+)?$/;

/** Whether the registry has a newer Parley. Nobody is asked without a registry: an installation makes no requests of its own. */
export async function versionFinding(registry: string | undefined, version: string): Promise<Finding[]> {
  if (registry === undefined) return [];
  const latest = await latestVersion(registry);
  if (latest instanceof Error)
    return [
      {
        state: 'note',
        words: `${new URL(registry).host} does not say whether there is a newer Parley: ${latest.message}.`,
        remedy: 'Check PARLEY_UPDATE_REGISTRY, or remove it.',
      },
    ];
  return [
    isNewer(latest, version)
      ? {
          state: 'note',
          words: `Parley ${latest} is available; this is ${version}.`,
          remedy: 'Read its changelog, and upgrade: docs/upgrade.md.',
        }
      : { state: 'ok', words: `No newer version than Parley ${version} is available.` },
  ];
}

async function latestVersion(registry: string): Promise<string | Error> {
  try {
    const url = `${registry.replace(/\/$/, '')}/${PACKAGE.replace('/', '%2f')}/latest`;
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (!response.ok) return new Error(`it answers ${response.status} for ${PACKAGE}`);
    const about = (await response.json().catch(() => null)) as { version?: unknown } | null;
    const version = about?.version;
    return typeof version === 'string' && VERSION.test(version)
      ? version
      : new Error(`it names no version of ${PACKAGE}`);
  } catch (error) {
    const { cause } = error as Error;
    return cause instanceof Error ? cause : (error as Error);
  }
}

function isNewer(latest: string, version: string): boolean {
  const [there, here] = [VERSION.exec(latest), VERSION.exec(version)];
  for (const part of [1, 2, 3]) {
    const difference = Number(there?.[part]) - Number(here?.[part]);
    if (difference !== 0) return difference > 0;
  }
  // 1.0.0 comes after 1.0.0-alpha.1.
  return there?.[4] === undefined && here?.[4] !== undefined;
}
