import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { get, type Reply } from '../../api/client.ts';
import { usePageList } from '../../api/page-list.ts';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/data-column.ts';
import { DataTable, ListTotal } from '../../components/data-table.tsx';
import { saveFile } from '../../components/file.tsx';
import { Page } from '../../components/page.tsx';
import { Empty } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';

type Receipt = Reply<'/erasure-receipts', 'get'>['data'][number];

const reasonWords = { DELETED: 'Contact erased', EXPIRED: 'Documents expired' } as const;

const columns: readonly Column<Receipt>[] = [
  {
    name: 'contact',
    words: 'Contact ID',
    width: 'minmax(9rem,1.5fr)',
    cell: ({ contactId }) => (
      <span dir="ltr" title={contactId}>
        {contactId}
      </span>
    ),
  },
  { name: 'reason', words: 'Reason', width: 'minmax(8rem,1fr)', cell: ({ reason }) => reasonWords[reason] },
  {
    name: 'erased',
    words: 'Erased',
    width: '8rem',
    isExtra: true,
    cell: ({ erasedAt }) => <Time at={erasedAt} />,
  },
  {
    name: 'files',
    words: 'Files erased',
    width: '8rem',
    isExtra: true,
    cell: ({ objectsErasedAt }) => (objectsErasedAt ? <Time at={objectsErasedAt} /> : 'Not yet'),
  },
  {
    name: 'receipt',
    words: 'Receipt',
    width: '7rem',
    hasParts: true,
    cell: (receipt) => (
      <Button
        size="small"
        icon={<Download size={14} />}
        onClick={() =>
          saveFile(
            `erasure-${receipt.contactId}.json`,
            `${JSON.stringify(receipt, null, 2)}\n`,
            'application/json',
          )
        }
      >
        Save
      </Button>
    ),
  },
];

/** `/contacts/erasures`: what was erased when, signed, and without the names of those whom it was about. */
export function ErasuresPage() {
  const list = usePageList<Receipt>(['erasure-receipts'], (paging, signal) =>
    get('/erasure-receipts', { query: paging, signal }),
  );
  return (
    <Page
      title="Erasure receipts"
      fills
      aside={<ListTotal of={list} />}
      trail={<Link to="/contacts">Contacts</Link>}
    >
      <DataTable
        label="Erasure receipts"
        columns={columns}
        list={list}
        empty={
          <Empty title="Nothing was erased yet">
            When a contact is erased, or its documents expire, a signed receipt of that appears here.
          </Empty>
        }
      />
    </Page>
  );
}
