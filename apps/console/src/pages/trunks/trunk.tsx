import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { get, type Reply } from '../../api/client.ts';
import { useHasRole, useMe } from '../../api/me.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Skeleton } from '../../components/placeholder.tsx';

export type Trunk = Reply<'/trunks/{id}', 'get'>;
export type TrunkHealth = Reply<'/trunks/{id}/health', 'get'>;

/** Whose trunks: the company's own, or those that the operator shares with all. */
interface TrunkPlaces {
  readonly title: string;
  /** Their pages. */
  readonly page: '/trunks' | '/shared-trunks';
  readonly list: '/trunks' | '/shared-trunks';
  readonly one: '/trunks/{id}' | '/shared-trunks/{id}';
  readonly test: '/trunks/{id}/test' | '/shared-trunks/{id}/test';
  readonly health: '/trunks/{id}/health' | '/shared-trunks/{id}/health';
  readonly listKey: readonly string[];
  readonly isShared: boolean;
}

const ownTrunks: TrunkPlaces = {
  title: 'Trunks',
  page: '/trunks',
  list: '/trunks',
  one: '/trunks/{id}',
  test: '/trunks/{id}/test',
  health: '/trunks/{id}/health',
  listKey: ['trunks'],
  isShared: false,
};

export const sharedTrunks: TrunkPlaces = {
  title: 'Shared trunks',
  page: '/shared-trunks',
  list: '/shared-trunks',
  one: '/shared-trunks/{id}',
  test: '/shared-trunks/{id}/test',
  health: '/shared-trunks/{id}/health',
  listKey: ['shared-trunks'],
  isShared: true,
};

const Places = createContext(ownTrunks);
export const TrunkPlacesProvider = Places.Provider;
export const useTrunkPlaces = () => useContext(Places);
/** Owners change those of their company, staff the shared ones. */
export function useMayChangeTrunks(): boolean {
  const isOwner = useHasRole('owner');
  const { isStaff } = useMe();
  return useTrunkPlaces().isShared ? isStaff : isOwner;
}

export function useTrunk(id: string) {
  const { one } = useTrunkPlaces();
  return useQuery({
    queryKey: ['trunk', id],
    queryFn: ({ signal }): Promise<Trunk> => get(one, { path: { id }, signal }),
  });
}

export function useTrunkHealth(id: string, hours = 24) {
  const { health } = useTrunkPlaces();
  return useQuery({
    queryKey: ['trunk-health', id, hours],
    queryFn: ({ signal }): Promise<TrunkHealth> => get(health, { path: { id }, query: { hours }, signal }),
  });
}

export const addressOf = ({ host, port, transport }: Trunk): string =>
  `${host}${port === null ? '' : `:${port}`} ${transport}`;

export const percent = (share: number | null): string =>
  share === null ? 'No calls' : `${Math.round(share * 100)} %`;

export const answeredWords = ({ answerSeizureRatio, calls }: TrunkHealth): string =>
  answerSeizureRatio === null ? 'No calls' : `${percent(answerSeizureRatio)} of ${calls}`;

/** Whether calls go through a trunk. */
export function TrunkState({
  trunk,
  health,
}: {
  readonly trunk: Trunk;
  readonly health?: TrunkHealth | undefined;
}) {
  if (!trunk.isActive) return <Badge tone="warn">Disabled</Badge>;
  return health === undefined ? <Skeleton className="h-5 w-20" /> : <HealthState health={health} />;
}

export function HealthState({ health }: { readonly health: TrunkHealth }) {
  const [words, tone] = states[health.state];
  return <Badge tone={tone}>{words}</Badge>;
}

const states: Readonly<Record<TrunkHealth['state'], readonly [words: string, tone: Tone]>> = {
  WORKING: ['Working', 'good'],
  ANSWERING: ['Answering', 'neutral'],
  NOT_KNOWN: ['Not known', 'neutral'],
  DOWN: ['Down', 'bad'],
};

/** What was seen of a trunk, in a sentence. */
export const stateWords: Readonly<Record<TrunkHealth['state'], string>> = {
  WORKING: 'A call went through in the last 24 hours.',
  ANSWERING: 'The trunk answers, but no call has gone through in the last 24 hours.',
  NOT_KNOWN: 'Nothing shows yet whether it works. Test the trunk, or place a call.',
  DOWN: 'Calls wait, or use another trunk.',
};

export const registrationWords: Readonly<Record<NonNullable<TrunkHealth['registration']>['state'], string>> =
  {
    REGISTERED: 'Registered',
    REFUSED: 'Refused',
    UNREACHABLE: 'No response',
  };

const codeWords: Readonly<Record<number, string>> = {
  200: 'OK',
  401: 'user or password refused',
  402: 'no credit left',
  403: 'calls are forbidden',
  404: 'number not known',
  407: 'user or password refused',
  408: 'timeout',
  480: 'not available',
  484: 'number incomplete',
  486: 'busy',
  487: 'cancelled by Parley',
  488: 'no common codec',
  500: 'server error',
  503: 'no capacity',
  603: 'declined',
};

/** A SIP status in plain words. */
export const responseWords = (code: number | null): string =>
  code === null ? 'No response' : `${code}${codeWords[code] ? ` (${codeWords[code]})` : ''}`;
