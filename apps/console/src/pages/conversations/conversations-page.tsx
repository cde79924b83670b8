import { Link } from '@tanstack/react-router';
import { get } from '../../api/client.ts';
import { ROWS_A_PAGE, usePageList } from '../../api/page-list.ts';
import { Button, buttonClass } from '../../kit/button.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { Empty } from '../../kit/empty.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Page } from '../../kit/page.tsx';
import { columns, type Row } from './conversation-columns.tsx';
import { ConversationFilters, filterNames } from './conversation-filters.tsx';

/** A call that is on the line is watched; any other is read. */
const hrefOf = ({ id, isOnLine }: Row) => `/conversations/${id}${isOnLine ? '/live' : ''}`;

/** Everybody who was called, is called, or will be. */
export function ConversationsPage() {
  const [filters, setFilters] = useFilters();
  const chosen = Object.fromEntries(filterNames.map((name) => [name, filters[name]]));
  const isFiltered = filterNames.some((name) => filters[name] !== undefined);
  const list = usePageList<Row>(['conversations', chosen], (page, signal) =>
    get('/console/api/conversations', { query: { ...chosen, page, limit: ROWS_A_PAGE }, signal }),
  );
  const clear = () => setFilters(Object.fromEntries(filterNames.map((name) => [name, undefined])));
  return (
    <Page
      title="Conversations"
      fills
      aside={
        list.total !== undefined && (
          <span className="text-soft tabular-nums">{list.total.toLocaleString()}</span>
        )
      }
    >
      <ConversationFilters filters={filters} onChange={setFilters} onClear={isFiltered ? clear : undefined} />
      <DataTable
        label="Conversations"
        columns={columns}
        list={list}
        hrefOf={hrefOf}
        empty={
          isFiltered ? (
            <Empty title="Nothing matches" action={<Button onClick={clear}>Show all conversations</Button>}>
              No conversation is as these filters want it.
            </Empty>
          ) : (
            <Empty
              title="No conversations yet"
              action={
                <Link to="/runs" className={buttonClass('primary')}>
                  Go to runs
                </Link>
              }
            >
              A conversation is one agent calling one contact. Launch a run to call many, or create one
              through the API.
            </Empty>
          )
        }
      />
    </Page>
  );
}
