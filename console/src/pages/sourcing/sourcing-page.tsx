import { useMay } from '../../api/me.ts';
import { useFilters } from '../../kit/filters.ts';
import { NotAllowed } from '../../kit/not-allowed.tsx';
import { Page } from '../../kit/page.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { PoolForm } from './pool-form.tsx';
import { PoolImport } from './pool-import.tsx';
import { RecentSearches } from './recent-searches.tsx';
import { SearchForm } from './search-form.tsx';
import { SearchResults } from './search-results.tsx';

/** `/sourcing`: people for a job, found, scored and made contacts. Which search is shown stands in the address. */
export function SourcingPage() {
  const mayWrite = useMay('member');
  const [{ tab = 'search', request, jobId }, setFilters] = useFilters();
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
                  <SearchForm
                    jobId={jobId}
                    onJob={(id) => setFilters({ jobId: id })}
                    onStarted={(id) => setFilters({ request: id })}
                  />
                )}
                <RecentSearches open={request} onOpen={(id) => setFilters({ request: id })} />
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
