import { queryOptions } from '@tanstack/react-query';
import { get, type Reply } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';

export type Trunk = Reply<'/trunks/{id}', 'get'>;
export type TrunkHealth = Reply<'/trunks/{id}/health', 'get'>;

export const trunkQuery = (id: string) =>
  queryOptions({
    queryKey: ['trunk', id],
    queryFn: ({ signal }) => get('/trunks/{id}', { path: { id }, signal }),
  });

export const healthQuery = (id: string, hours = 24) =>
  queryOptions({
    queryKey: ['trunk-health', id, hours],
    queryFn: ({ signal }) => get('/trunks/{id}/health', { path: { id }, query: { hours }, signal }),
  });

export const addressOf = ({ host, port, transport }: Trunk): string =>
  `${host}${port === null ? '' : `:${port}`} ${transport}`;

export const percent = (share: number | null): string =>
  share === null ? 'No calls' : `${Math.round(share * 100)} %`;

/** Whether calls go through a trunk. */
export function TrunkState({
  trunk,
  health,
}: {
  readonly trunk: Trunk;
  readonly health?: TrunkHealth | undefined;
}) {
  if (!trunk.isActive) return <Badge tone="warn">Disabled</Badge>;
  if (health?.problem) return <Badge tone="bad">Down</Badge>;
  return <Badge tone="good">Active</Badge>;
}
