import { UNDO_DAYS } from '@parley/contract/contact-import.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { get, type Reply } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { usePageList } from '../../api/page-list.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, buttonClass } from '../../components/button.tsx';
import type { Column } from '../../components/data-column.ts';
import { BoxedList, DataTable } from '../../components/data-table.tsx';
import { Page, Section } from '../../components/page.tsx';
import { NotAllowed } from '../../components/placeholder.tsx';
import { Time, useClock } from '../../components/time.tsx';
import { ContactImport } from '../../csv/contact-import.tsx';
import { UndoImport } from '../../csv/import-undo.tsx';
import { isTooOldToUndo } from '../../csv/undo-age.ts';
import { CallImported, CallImportedDialog } from './call-imported.tsx';
import { ofImport } from './contact-query.ts';

type Import = Reply<'/contact-imports', 'get'>['data'][number];

const columns: readonly Column<Import>[] = [
  { name: 'name', words: 'File', width: 'minmax(8rem,2fr)', cell: ({ name }) => name },
  {
    name: 'created',
    words: 'Imported',
    width: '5rem',
    isNumber: true,
    cell: (one) => one.created.toLocaleString(),
  },
  {
    name: 'changed',
    words: 'Updated',
    width: '5rem',
    isNumber: true,
    isExtra: true,
    cell: (one) => (one.updated + one.merged).toLocaleString(),
  },
  {
    name: 'skipped',
    words: 'Skipped',
    width: '5rem',
    isNumber: true,
    isExtra: true,
    cell: (one) => one.skipped.toLocaleString(),
  },
  {
    name: 'at',
    words: 'When',
    width: '8rem',
    isExtra: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    name: 'undo',
    words: 'Undo',
    width: '8.5rem',
    hasParts: true,
    cell: (one) => <UndoCell of={one} />,
  },
];

const hasContacts = ({ created, updated, merged, skipped }: Import): boolean =>
  created + updated + merged + skipped > 0;

const calling = (onCall: (one: Import) => void): Column<Import> => ({
  name: 'call',
  words: 'Call',
  width: '10.5rem',
  hasParts: true,
  isExtra: true,
  cell: (one) =>
    one.status === 'OPEN' &&
    hasContacts(one) && (
      <Button size="small" onClick={() => onCall(one)}>
        Call these contacts
      </Button>
    ),
});

/** Only what the service still takes back is offered. */
function UndoCell({ of: { id, status, createdAt } }: { readonly of: Import }) {
  const isTooOld = useClock((nowMs) => Number(isTooOldToUndo(createdAt, nowMs))) === 1;
  if (status === 'UNDONE') return <Badge>Undone</Badge>;
  if (isTooOld) return <span className="text-soft">Too old to undo</span>;
  return <UndoImport importId={id} isSmall />;
}

/** The contacts that an import created or changed. */
const contactsOf = ({ id }: Import): string =>
  `/contacts?filter=${encodeURIComponent(JSON.stringify(ofImport(id).filter))}`;

/** `/contacts/import`: contacts out of a file. */
export function ImportPage() {
  const mayWrite = useHasRole('member');
  return (
    <Page title="Import contacts" trail={<Link to="/contacts">Contacts</Link>}>
      {mayWrite ? (
        <>
          <ContactImport
            next={({ contacts }, { importId, fileName }) => (
              <>
                {importId !== undefined && contacts.size > 0 && (
                  <CallImported importId={importId} fileName={fileName} />
                )}
                <Link to="/contacts" className={buttonClass()}>
                  View contacts
                </Link>
              </>
            )}
          />
          <EarlierImports />
        </>
      ) : (
        <NotAllowed />
      )}
    </Page>
  );
}

function EarlierImports() {
  const [called, setCalled] = useState<Import>();
  const list = usePageList<Import>(['contact-imports'], (paging, signal) =>
    get('/contact-imports', { query: { ...paging }, signal }),
  );
  if (list.rows.length === 0) return null;
  return (
    <Section title="Earlier imports">
      <p className="mb-3 text-soft">An import can be undone for {UNDO_DAYS} days.</p>
      <BoxedList>
        <DataTable
          label="Earlier imports"
          columns={[...columns.slice(0, -1), calling(setCalled), ...columns.slice(-1)]}
          list={list}
          hrefOf={contactsOf}
          empty={null}
        />
      </BoxedList>
      {/* Not in its row, which a click opens. */}
      {called && (
        <CallImportedDialog
          importId={called.id}
          fileName={called.name}
          onClose={() => setCalled(undefined)}
        />
      )}
    </Section>
  );
}
