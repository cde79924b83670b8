import { Badge, type Tone } from '../../kit/badge.tsx';
import type { ApiKey } from './key-draft.ts';

const states: Readonly<Record<ApiKey['status'], readonly [words: string, tone: Tone]>> = {
  ACTIVE: ['Active', 'good'],
  SUSPENDED: ['Suspended', 'warn'],
  EXPIRED: ['Expired', 'warn'],
  REVOKED: ['Revoked', 'bad'],
};

export function KeyState({ status }: { readonly status: ApiKey['status'] }) {
  const [words, tone] = states[status];
  return <Badge tone={tone}>{words}</Badge>;
}
