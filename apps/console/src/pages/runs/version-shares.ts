/** A version of the agent that a run calls with, and its weight as it is typed. */
export interface VersionShare {
  readonly versionId: string;
  readonly weight: string;
}

/** What a new run sends: nothing (the version that is published at the launch), one version, or a split. */
export function versionsToSend(shares: readonly VersionShare[]) {
  const [first] = shares;
  if (first === undefined) return {};
  if (shares.length === 1) return { agentVersionId: first.versionId };
  return { split: shares.map(({ versionId, weight }) => ({ versionId, weight: Number(weight) })) };
}

/** The same as a change: nothing chosen takes away what was. */
export const versionsToSave = (shares: readonly VersionShare[]) =>
  shares.length === 0 ? { agentVersionId: null } : versionsToSend(shares);

/** What a run calls with, as it is typed. */
export const sharesOf = (versions: readonly { versionId: string; weight: number }[] = []): VersionShare[] =>
  versions.map(({ versionId, weight }) => ({ versionId, weight: String(weight) }));

/** The part of the contacts that a version calls; none while a weight is not one. */
export function shareWords(shares: readonly VersionShare[], { weight }: VersionShare): string | undefined {
  const weights = shares.map((one) => Number(one.weight));
  if (!weights.every((one) => Number.isInteger(one) && one >= 1 && one <= 100)) return undefined;
  const part = Number(weight) / weights.reduce((sum, one) => sum + one, 0);
  return `${Number((part * 100).toFixed(1))} % of the contacts`;
}
