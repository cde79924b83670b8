import { useQuery } from '@tanstack/react-query';
import { get, type Reply } from '../../api/client.ts';

export type Price = NonNullable<Reply<'/statistics', 'get'>['price']>;

/** What a charged minute costs by the plan; null: the plan has no price; undefined: not known yet. */
export function usePrice(): Price | null | undefined {
  const { data } = useQuery({
    queryKey: ['statistics', 'price'],
    queryFn: ({ signal }) => get('/statistics', { query: { days: 1 }, signal }),
    staleTime: 60_000,
  });
  return data?.price;
}

/** Prices and costs have up to four. */
export const decimals = { maximumFractionDigits: 4 };

/** Of a column or a chart. */
export const costTitle = ({ unit }: Price): string => (unit === 'CREDITS' ? 'Credits' : `Cost, ${unit}`);

export const unitWords = (unit: string): string => (unit === 'CREDITS' ? 'credits' : unit);
