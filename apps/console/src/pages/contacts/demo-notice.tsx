import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useAction } from '../../api/action.ts';
import { get, post } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { contactWords } from './contact-query.ts';

/** Says which contacts came with the demo, and deletes them: they must not stand among one's own for ever. */
export function DemoNotice() {
  const confirm = useConfirm();
  const { data: ids = [] } = useQuery({
    queryKey: ['contacts', 'demo'],
    queryFn: async ({ signal }) => {
      const { data } = await get('/contacts', { query: { tag: 'demo', limit: 100 }, signal });
      // Somebody may use the tag for their own contacts: those are not deleted.
      return data.filter(({ metadata }) => metadata.isSample === true).map(({ id }) => id);
    },
  });
  const erase = useAction(() => post('/contacts/bulk-delete', { contactIds: ids }), {
    done: 'Demo contacts deleted',
    invalidates: [['contacts'], ['contact-tags']],
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Delete ${contactWords(ids.length)} of the demo?`,
      words: 'Their calls, with recordings and results, are deleted too. Your own contacts stay.',
      yes: 'Delete demo contacts',
    });
    if (isSure) erase.run(undefined);
  };
  if (ids.length === 0) return null;
  return (
    <Notice
      action={
        <Button size="small" icon={<Trash2 size={14} />} busy={erase.busy} onClick={() => void ask()}>
          Delete demo contacts
        </Button>
      }
    >
      {contactWords(ids.length)} with the tag “demo” came with Parley, to try calls: no telephone rings.
    </Notice>
  );
}
