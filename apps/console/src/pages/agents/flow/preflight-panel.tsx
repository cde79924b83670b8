import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react';
import type { Reply } from '../../../api/client.ts';
import { IconButton } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import type { Flow } from '../../../flow/flow.model.ts';
import type { FlowProblem } from '../../../flow/flow-tree.ts';
import { blockName } from '../../../flow/flow-words.ts';
import { problemWords } from './block-frame.tsx';

export type Preflight = Reply<'/agents/{id}/preflight', 'post'>;

/** The findings of the preflight, each with a link to its block. */
export function FindingList({
  title,
  flow,
  problems,
  onGo,
  onClose,
}: {
  readonly title: string;
  readonly flow: Flow;
  readonly problems: readonly FlowProblem[];
  readonly onGo: (blockId: string) => void;
  readonly onClose?: () => void;
}) {
  const hasErrors = problems.some(({ severity }) => severity === 'error');
  return (
    <section
      aria-label={title}
      role="status"
      className={classNames(
        'rounded-lg border p-3',
        hasErrors
          ? 'border-bad/50 bg-bad-soft'
          : problems.length > 0
            ? 'border-warn/40 bg-warn-soft'
            : 'border-good/40 bg-good-soft',
      )}
    >
      <header className="flex items-center gap-2">
        {hasErrors ? (
          <CircleAlert size={16} aria-hidden className="text-bad" />
        ) : problems.length > 0 ? (
          <TriangleAlert size={16} aria-hidden className="text-warn" />
        ) : (
          <CircleCheck size={16} aria-hidden className="text-good" />
        )}
        <h2 className="me-auto font-medium">{title}</h2>
        {onClose && <IconButton label="Close" icon={<X size={14} />} onClick={onClose} />}
      </header>
      {problems.length > 0 && (
        <ul className="mt-1.5 flex flex-col gap-1 ps-6">
          {problems.map((problem) => (
            <li key={`${problem.blockId} ${problem.property} ${problem.message}`}>
              <span className={problem.severity === 'error' ? 'text-bad' : 'text-warn'}>
                {problem.severity === 'error' ? 'Error' : 'Warning'}
              </span>
              {': '}
              {problem.blockId === undefined ? (
                problemWords(problem)
              ) : (
                <button
                  type="button"
                  onClick={() => problem.blockId !== undefined && onGo(problem.blockId)}
                  className="rounded text-start underline decoration-dotted underline-offset-2 hover:decoration-solid"
                >
                  {whereWords(flow, problem.blockId)}
                  {problemWords(problem)}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const whereWords = (flow: Flow, blockId: string): string => {
  const name = blockName(flow, blockId);
  return name === '' ? '' : `${name}: `;
};

export function preflightTitle({ ok, problems }: Preflight): string {
  if (problems.length === 0) return 'Check passed';
  return ok ? 'Check passed with warnings' : 'Check failed: fix these problems';
}
