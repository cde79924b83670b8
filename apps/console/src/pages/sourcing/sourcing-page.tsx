import { Search } from 'lucide-react';
import { useState } from 'react';
import { useHasRole } from '../../api/me.ts';
import { Button } from '../../components/button.tsx';
import { useFilters } from '../../components/filters.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, NotAllowed } from '../../components/placeholder.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { PoolForm } from './pool-form.tsx';
import { PoolImport } from './pool-import.tsx';
import { RecentSearches, SearchForm } from './search-form.tsx';
import { SearchResults } from './search-results.tsx';

/** `/sourcing`: finds and scores candidates, and creates contacts. The address keeps the search. */
export function SourcingPage() {
  const mayWrite = useHasRole('member');
  const [{ tab = 'search', request, jobId }, setFilters] = useFilters();
  const [isAsking, setAsking] = useState(request === undefined);
  return (
    <Page title="Sourcing">
      <Tabs
        label="Sourcing"
        open={tab}
        onOpen={(next) => setFilters({ tab: next === 'search' ? undefined : next })}
        tabs={[
          {
            name: 'search',
            words: 'Search',
            content: (
              <div className="flex flex-col gap-5">
                {mayWrite && (
                  // Hidden while results are shown; it keeps what was typed.
                  <div hidden={!isAsking}>
                    <SearchForm
                      jobId={jobId}
                      onJob={(id) => setFilters({ jobId: id })}
                      onStarted={(id) => {
                        setFilters({ request: id });
                        setAsking(false);
                      }}
                    />
                  </div>
                )}
                <div className="flex flex-wrap items-center gap-2">
                  {mayWrite && !isAsking && (
                    <Button icon={<Search size={14} />} onClick={() => setAsking(true)}>
                      Search again
                    </Button>
                  )}
                  <RecentSearches open={request} onOpen={(id) => setFilters({ request: id })} />
                </div>
                {request === undefined && !mayWrite && (
                  <Empty title="No search is open">
                    Members search for candidates here. Open a link they share.
                  </Empty>
                )}
                {request !== undefined && <SearchResults key={request} requestId={request} jobId={jobId} />}
              </div>
            ),
          },
          {
            name: 'pool',
            words: 'Talent pool',
            content: mayWrite ? (
              <div className="flex flex-col gap-5">
                <PoolForm />
                <PoolImport />
              </div>
            ) : (
              <NotAllowed />
            ),
          },
        ]}
      />
    </Page>
  );
}
