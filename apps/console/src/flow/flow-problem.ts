import type { Flow } from './flow.model.ts';
import { blocksOf } from './flow-tree.ts';

/** Something that is wrong with a flow, or may be. */
export interface FlowProblem {
  readonly severity: 'error' | 'warning';
  /** The block that it is about; undefined when it is about the whole. */
  readonly blockId: string | undefined;
  /** The property of the block: `condition.description`, or empty. */
  readonly property: string;
  readonly message: string;
  /** Whether the message names what it is about; otherwise it lacks its subject: "must not be blank". */
  readonly isSentence: boolean;
}

/** Of a check, or of a refusal, whose problems lack their subject. */
type Finding =
  | { readonly severity: 'error' | 'warning'; readonly path?: string | undefined; readonly message: string }
  | { readonly path: string; readonly problem: string };

/**
 * Findings of the service at their blocks. They name paths of the flow that was sent; blocks are remembered by id,
 * so that a finding stays with its block when that is moved.
 */
export function problemsOf(flow: Flow, findings: readonly Finding[]): FlowProblem[] {
  const places = [
    { path: 'flow.firstMessage', id: flow.firstMessage.id },
    { path: 'flow.lastMessage', id: flow.lastMessage.id },
    ...blocksOf(flow).map(({ path, block }) => ({ path, id: block.id })),
  ].sort((one, other) => other.path.length - one.path.length);
  return findings.map((finding) => {
    const { path = '' } = finding;
    const place = places.find((one) => path === one.path || path.startsWith(`${one.path}.`));
    const where = { blockId: place?.id, property: place ? path.slice(place.path.length + 1) : path };
    return 'problem' in finding
      ? { ...where, severity: 'error', message: finding.problem, isSentence: false }
      : { ...where, severity: finding.severity, message: finding.message, isSentence: true };
  });
}
