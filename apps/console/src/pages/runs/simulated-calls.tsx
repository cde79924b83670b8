import { useFilters } from '../../components/filters.tsx';
import { Notice } from '../../components/notice.tsx';
import type { Run } from './run.ts';
import { useRunCalls } from './run-calls.ts';
import { simulatedWords } from './simulated-words.ts';

/** Says that nobody was called. The results say it of the part of the run that they show. */
export function SimulatedCalls({ run }: { readonly run: Run }) {
  const [{ tab }] = useFilters();
  const { data } = useRunCalls(run);
  const words = data && simulatedWords(data);
  return words && tab !== 'results' && <Notice tone="warn">{words}</Notice>;
}
