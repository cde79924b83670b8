import { type PassageSearch, searchPassages } from '@parley/service/domains/documents/passage.actions.ts';
import { SealedPassages } from '@parley/service/domains/documents/sealed-passages.actions.ts';
import type { Scope } from '@parley/service/storage/scope.ts';

const PATIENT_MS = 5000;

/** What a call finds that begins now. Fails where the call would go on without something. */
export const searchedDocuments = (scope: Scope, search: Omit<PassageSearch, 'sealed' | 'miss'>) =>
  searchPassages(scope, {
    ...search,
    sealed:
      search.contactId === undefined ? undefined : new SealedPassages(scope, search.contactId, PATIENT_MS),
    miss: (why) => {
      throw new Error(why);
    },
  });
