import type { CorrectedKind, CorrectedValue } from '@parley/contract/correction.ts';
import type { Reply } from '../../api/client.ts';
import type { Analytics } from './conversation.tsx';

type Mark = NonNullable<Analytics['outcomes'][number]['correction']>;

/** One result of the conversation, as it can be corrected. */
export interface Correctable {
  readonly kind: CorrectedKind;
  readonly key: string;
  readonly label: string;
  readonly value: CorrectedValue;
  /** Of an extracted value. */
  readonly type?: string;
  readonly correction: Mark | undefined;
}

type Author = Reply<'/conversations/{id}/comments', 'get'>['data'][number]['by'];

export const authorWords = ({ kind, name }: Author): string =>
  name ?? (kind === 'api-key' ? 'A deleted key' : kind === 'user' ? 'A former user' : 'Parley');

export function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'Not known';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
