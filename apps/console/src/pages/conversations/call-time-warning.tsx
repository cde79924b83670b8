import { useQuery } from '@tanstack/react-query';
import { get } from '../../api/client.ts';
import { Notice } from '../../components/notice.tsx';

/** Says that the law of the contact's country allows no call at the chosen time, which is the value of a `datetime-local` field. */
export function CallTimeWarning({ contactId, time }: { readonly contactId: string; readonly time: string }) {
  const at = Number.isNaN(Date.parse(time)) ? undefined : new Date(time).toISOString();
  const { data } = useQuery({
    queryKey: ['contact', contactId, 'call-time', at],
    queryFn: ({ signal }) =>
      get('/console/api/contacts/{id}/call-time', {
        path: { id: contactId },
        query: { at: at ?? '' },
        signal,
      }),
    enabled: at !== undefined,
  });
  return data?.warning ? <Notice tone="warn">{data.warning}</Notice> : null;
}
