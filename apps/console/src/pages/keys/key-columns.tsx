import type { Column } from '../../components/data-column.ts';
import { Time } from '../../components/time.tsx';
import { type ApiKey, KeyState } from './key.tsx';

/** Columns of both lists of keys: the one of all companies, and the one that a company's owners see. */
export const keyName: Column<ApiKey> = {
  name: 'name',
  words: 'Name',
  width: 'minmax(6rem,1.5fr)',
  cell: ({ name }) => <span className="font-medium">{name}</span>,
};

export const keyStatus: Column<ApiKey> = {
  name: 'status',
  words: 'Status',
  width: '7rem',
  cell: ({ status }) => <KeyState status={status} />,
};

export const keyEnvironment: Column<ApiKey> = {
  name: 'environment',
  words: 'Calls',
  width: '6rem',
  cell: ({ environment }) => (environment === 'test' ? 'Simulated' : 'Live'),
};

export const keyDates: readonly Column<ApiKey>[] = [
  {
    name: 'expires',
    words: 'Expires',
    width: '8rem',
    isExtra: true,
    cell: ({ expiresAt }) =>
      expiresAt === null ? <span className="text-soft">Never</span> : <Time at={expiresAt} isPlanned />,
  },
  {
    name: 'created',
    words: 'Created',
    width: '8rem',
    isExtra: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];
