import { ApiFailure } from '../api/client.ts';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';

/** What went wrong while something was read, and what can be done. */
export function Trouble({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const failure = error instanceof ApiFailure ? error : undefined;
  // The API forbids some of what is another company's; who looks must not learn that it is there.
  const isAnothers = failure?.code === 'another_company';
  if (failure?.status === 404 || isAnothers) {
    return <Empty title="Not found">There is nothing here, or it belongs to another company.</Empty>;
  }
  if (failure?.status === 403) return <Empty title="Not for your role">{failure.message}</Empty>;
  return (
    <Empty
      title={failure?.isOffline ? 'Parley cannot be reached' : 'This could not be loaded'}
      action={onRetry && <Button onClick={onRetry}>Try again</Button>}
    >
      {error instanceof Error ? error.message : String(error)}
      {failure?.traceId && <span className="mt-1 block font-mono text-2xs">trace {failure.traceId}</span>}
    </Empty>
  );
}
