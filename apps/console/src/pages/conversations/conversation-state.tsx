import { Badge } from '../../kit/badge.tsx';
import { Status } from '../../kit/status.tsx';

/** While a call is being placed its conversation still waits; people want to know that the telephone rings. */
export function ConversationState({
  status,
  isOnLine,
}: {
  readonly status: string;
  readonly isOnLine: boolean;
}) {
  return isOnLine && status === 'SCHEDULED' ? <Badge tone="live">Calling</Badge> : <Status of={status} />;
}
