import { ApiFailure, post } from '../../api/client.ts';
import type { Candidate } from './candidate.ts';

/** What came of one candidate. */
export interface MadeContact {
  readonly profileId: string;
  readonly name: string;
  readonly contactId?: string;
  /** Why they are no contact. */
  readonly words?: string;
}

interface Common {
  readonly gdprExpiryDate: string;
  readonly jobIds?: string[];
}

/** One after the other: the first refusal does not stop the rest. */
export async function makeContacts(
  candidates: readonly Candidate[],
  common: Common,
  onMade: (made: readonly MadeContact[]) => void,
  signal: AbortSignal,
): Promise<readonly MadeContact[]> {
  const made: MadeContact[] = [];
  for (const { profileId, name } of candidates) {
    if (signal.aborted) break;
    try {
      const { id } = await post('/contacts', { profileId, ...common });
      made.push({ profileId, name, contactId: id });
    } catch (failure) {
      // Without a service, or without a session, all others would fail as well.
      if (!(failure instanceof ApiFailure) || failure.isOffline || failure.status === 401) throw failure;
      const words = failure.violations.map(({ message }) => message).join('; ');
      made.push({ profileId, name, words: words || failure.message });
    }
    onMade([...made]);
  }
  return made;
}
