import type { Change, ChangeView } from '@parley/contract/change.ts';
import type { Told } from '../events/event.model.ts';

/** What an event of the company means for who looks at a page. */
export function changesTold({ type, subjectId, data, occurredAt }: Told): ChangeView[] {
  const at = occurredAt.toISOString();
  return changesOf(type, subjectId, data).map((change) => ({ ...change, at }));
}

function changesOf(type: Told['type'], subjectId: string, data: Told['data']): Change[] {
  const [noun] = type.split('.');
  switch (noun) {
    case 'conversation':
      return [
        { kind: 'conversation', id: subjectId, ...statusIn(data) },
        ...idsIn(data, 'callAttemptId').map((id) => ({ kind: 'attempt' as const, id })),
        ...idsIn(data, 'runId').map((id) => ({ kind: 'run' as const, id })),
      ];
    case 'analysis':
      return [
        { kind: 'conversation', id: subjectId },
        ...idsIn(data, 'callAttemptId').map((id) => ({ kind: 'attempt' as const, id })),
      ];
    case 'sourcing':
    case 'enrich':
      return [{ kind: 'request', id: subjectId, status: type.endsWith('.failed') ? 'failed' : 'completed' }];
    case 'change':
      return idsIn(data, 'id').map((id) => ({
        kind: type.slice('change.'.length) as Change['kind'],
        id,
        ...statusIn(data),
      }));
    default:
      return [];
  }
}

const idsIn = (data: Told['data'], key: string): string[] =>
  typeof data[key] === 'string' ? [data[key]] : [];

const statusIn = ({ status }: Told['data']): { status?: string } =>
  // Not a state of anything: the conversation is SCHEDULED again.
  typeof status === 'string' ? { status: status === 'RESCHEDULED' ? 'SCHEDULED' : status } : {};
