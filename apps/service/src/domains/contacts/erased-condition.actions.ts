import type { Scope } from '../../storage/scope.ts';
import { findContact } from './contact.store.ts';
import { lockSegments } from './contact-segment.store.ts';
import {
  filterWithout,
  type IsOnly,
  identityOf,
  type Meaning,
  searchWithout,
} from './erased-condition.model.ts';
import {
  replaceFilter,
  replaceSettings,
  sharedMeanings,
  typedSegments,
  typedViews,
} from './erased-condition.store.ts';
import { lockViews } from './saved-view.store.ts';

/**
 * Takes the name, the number and the address of a contact that is being erased out of the conditions of segments and saved views,
 * unless another contact has the same. They select the same contacts as before, without the erased one. Answers how many were changed.
 */
export async function forgetInFilters(scope: Scope, contactId: string): Promise<number> {
  const contact = await findContact(scope, contactId);
  if (contact === undefined) return 0;
  const identity = identityOf(contact);
  const rewritten = async (isOnly: IsOnly) => {
    const [segments, views] = await Promise.all([typedSegments(scope), typedViews(scope)]);
    return {
      segments: segments.flatMap(({ id, filter }) => {
        const without = filterWithout(filter, identity, isOnly);
        return without === filter ? [] : [{ id, filter: without }];
      }),
      views: views.flatMap(({ id, settings }) => {
        const where = settings.where ?? {};
        const without = searchWithout(where, identity, isOnly);
        return without === where ? [] : [{ id, settings: { ...settings, where: without } }];
      }),
    };
  };
  const found: Meaning[] = [];
  await rewritten((meaning) => {
    found.push(meaning);
    return false;
  });
  // Nearly always: nothing is locked then.
  if (found.length === 0) return 0;
  const keyOf = ({ by, text }: Meaning): string => `${by} ${text}`;
  const shared = new Set((await sharedMeanings(scope, contactId, found)).map(keyOf));
  if (found.every((meaning) => shared.has(keyOf(meaning)))) return 0;
  // Somebody may be changing one of them: what they have read would be written back.
  await lockSegments(scope);
  await lockViews(scope);
  const { segments, views } = await rewritten((meaning) => !shared.has(keyOf(meaning)));
  for (const { id, filter } of segments) await replaceFilter(scope, id, filter);
  for (const { id, settings } of views) await replaceSettings(scope, id, settings);
  return segments.length + views.length;
}
