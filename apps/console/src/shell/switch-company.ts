import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useAction } from '../api/action.ts';
import { readMe, switchCompany, takeMe } from '../api/me.ts';
import { notifyWindows } from '../api/session-signals.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Which change of company went there. */
    lookAt?: string;
  }
}

/** Looks at another company: from then on every page is about it, and nothing of the one before is left. */
export function useSwitchCompany() {
  const queries = useQueryClient();
  const router = useRouter();
  const choose = useAction(async (companyId: string) => {
    await switchCompany(companyId);
    // The shell begins anew with the other company, its live changes too.
    takeMe(queries, await readMe());
    notifyWindows();
  });
  const run = async (companyId: string) => {
    // The page is left first: it may be about something that the other company does not have, and it may ask
    // whether it may be left. Who stays there stays with the company too; what is waited for then ends with whatever
    // way is gone next.
    const lookAt = crypto.randomUUID();
    await router.navigate({ to: '/', state: { lookAt } });
    if (router.history.location.state.lookAt === lookAt) choose.run(companyId);
  };
  return { run: (companyId: string) => void run(companyId), busy: choose.busy };
}
