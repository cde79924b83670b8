import type { Said } from '../rules/talk.ts';

/** Whether something is so, by what was said: true or false with the words that say it, or not known, and why. */
export type Finding =
  | {
      readonly holds: boolean;
      readonly confidence: number;
      /** Absent only where the call itself is the evidence: how it ended. */
      readonly said?: Said;
      /** The part of the line that says it. */
      readonly words?: string;
      readonly reason: string;
    }
  | { readonly holds: undefined; readonly reason: string };

export type Known = Extract<Finding, { readonly holds: boolean }>;

export const isKnown = (finding: Finding): finding is Known => finding.holds !== undefined;

export const turned = (finding: Finding): Finding =>
  isKnown(finding) ? { ...finding, holds: !finding.holds } : finding;

/** All of them hold; false where one is known to be false. */
export function all(findings: readonly Finding[]): Finding {
  const known = findings.filter(isKnown);
  const against = known.filter(({ holds }) => !holds);
  if (against.length > 0) return surest(against);
  const unknown = findings.filter((finding) => !isKnown(finding));
  if (unknown.length > 0) return { holds: undefined, reason: reasonsOf(unknown) };
  return { ...leastSure(known), reason: reasonsOf(known) };
}

/** One of them holds; false where all are known to be false. */
export function any(findings: readonly Finding[]): Finding {
  const known = findings.filter(isKnown);
  const holding = known.filter(({ holds }) => holds);
  if (holding.length > 0) return surest(holding);
  const unknown = findings.filter((finding) => !isKnown(finding));
  if (unknown.length > 0) return { holds: undefined, reason: reasonsOf(unknown) };
  return { ...leastSure(known), reason: reasonsOf(known) };
}

/** What can be read in several ways is known where all readings come to the same. */
export function everyReading(findings: readonly Finding[]): Finding {
  const [first] = findings;
  if (first !== undefined && isKnown(first) && findings.every(({ holds }) => holds === first.holds))
    return first;
  return findings.find((finding) => !isKnown(finding)) ?? { holds: undefined, reason: reasonsOf(findings) };
}

const surest = (known: readonly Known[]): Known =>
  known.reduce((one, other) => (other.confidence > one.confidence ? other : one));
const leastSure = (known: readonly Known[]): Known =>
  known.reduce((one, other) => (other.confidence < one.confidence ? other : one));
const reasonsOf = (findings: readonly Finding[]): string =>
  [...new Set(findings.map(({ reason }) => reason))].join(' ');
