import {
  MAX_VIEWS,
  type NewSavedView,
  type SavedView,
  type SavedViewChanges,
} from '@parley/contract/saved-view.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { conflict, notFound } from '@parley/kernel/failure.ts';
import type { ListOrder } from '../../http/cursor.ts';
import { cut, pagedBy } from '../../http/pagination.ts';
import type { Scope } from '../../storage/scope.ts';
import { requireSearch } from './contact-list.actions.ts';
import {
  countViews,
  deleteView,
  findView,
  isViewNameTaken,
  listViews,
  lockViews,
  type StoredView,
  saveView,
} from './saved-view.store.ts';

const byName: ListOrder<{ readonly name: string }> = {
  name: 'views',
  kinds: ['text'],
  placeOf: ({ name }) => [name],
};

export async function listSavedViews(scope: Scope, query: Paging) {
  const [total, views] = await Promise.all([countViews(scope), listViews(scope, cut(query, byName))]);
  return pagedBy(byName, query, total, views, shown);
}

export function createSavedView(scope: Scope, { name, ...settings }: NewSavedView): Promise<SavedView> {
  const now = scope.now();
  return scope.transaction(async (inside) => {
    await lockViews(inside);
    if ((await countViews(inside)) >= MAX_VIEWS)
      throw conflict(`A company has at most ${MAX_VIEWS} views: delete one first`);
    return save(inside, { id: inside.newId(), name, settings, createdAt: now, updatedAt: now });
  });
}

export function changeSavedView(
  scope: Scope,
  id: string,
  { name, ...changes }: SavedViewChanges,
): Promise<SavedView> {
  return scope.transaction(async (inside) => {
    await lockViews(inside);
    const view = await findView(inside, id);
    if (!view) throw notFound('Contact view');
    return save(inside, {
      ...view,
      name: name ?? view.name,
      settings: { ...view.settings, ...changes },
      updatedAt: inside.now(),
    });
  });
}

async function save(scope: Scope, wanted: StoredView): Promise<SavedView> {
  await requireSearch(scope, wanted.settings.where ?? {});
  const name = wanted.name.trim();
  if (await isViewNameTaken(scope, name, wanted.id))
    throw conflict(`There is a view named "${name}" already: choose another name`);
  await saveView(scope, { ...wanted, name });
  return shown({ ...wanted, name });
}

export async function removeSavedView(scope: Scope, id: string): Promise<void> {
  if ((await deleteView(scope, id)) === 0) throw notFound('Contact view');
}

const shown = ({ settings, createdAt, updatedAt, ...view }: StoredView): SavedView => ({
  ...view,
  ...settings,
  where: settings.where ?? {},
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
