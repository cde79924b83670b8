import {
  MAX_SEGMENTS,
  type NewSegment,
  type SegmentChanges,
  type SegmentView,
} from '@parley/contract/contact-segment.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { conflict, invalid, notFound } from '@parley/kernel/failure.ts';
import type { ListOrder } from '../../http/cursor.ts';
import { cut, pagedBy } from '../../http/pagination.ts';
import type { Scope } from '../../storage/scope.ts';
import { filterViolations, tidyFilter } from './contact-condition.model.ts';
import {
  countSegments,
  deleteSegment,
  findSegment,
  isNameTaken,
  listSegments,
  lockSegments,
  type Segment,
  saveSegment,
} from './contact-segment.store.ts';

const byName: ListOrder<{ readonly name: string }> = {
  name: 'segments',
  kinds: ['text'],
  placeOf: ({ name }) => [name],
};

export async function listCompanySegments(scope: Scope, query: Paging) {
  const [total, segments] = await Promise.all([
    countSegments(scope),
    listSegments(scope, cut(query, byName)),
  ]);
  return pagedBy(byName, query, total, segments, view);
}

export async function getSegment(scope: Scope, id: string): Promise<Segment> {
  const segment = await findSegment(scope, id);
  if (!segment) throw notFound('Contact segment');
  return segment;
}

export const readSegment = async (scope: Scope, id: string): Promise<SegmentView> =>
  view(await getSegment(scope, id));

export function createSegment(scope: Scope, { name, filter }: NewSegment): Promise<SegmentView> {
  const now = scope.now();
  return scope.transaction(async (inside) => {
    await lockSegments(inside);
    if ((await countSegments(inside)) >= MAX_SEGMENTS)
      throw conflict(`A company has at most ${MAX_SEGMENTS} segments: delete one first`);
    return save(inside, { id: inside.newId(), name, filter, createdAt: now, updatedAt: now });
  });
}

export function changeSegment(scope: Scope, id: string, changes: SegmentChanges): Promise<SegmentView> {
  return scope.transaction(async (inside) => {
    await lockSegments(inside);
    const segment = await getSegment(inside, id);
    return save(inside, { ...segment, ...changes, updatedAt: inside.now() });
  });
}

async function save(scope: Scope, wanted: Segment): Promise<SegmentView> {
  const violations = filterViolations(wanted.filter, 'filter');
  if (violations.length > 0) throw invalid(violations);
  const name = wanted.name.trim();
  if (await isNameTaken(scope, name, wanted.id))
    throw conflict(`There is a segment named "${name}" already: choose another name`);
  const segment = { ...wanted, name, filter: tidyFilter(wanted.filter) };
  await saveSegment(scope, segment);
  return view(segment);
}

export async function removeSegment(scope: Scope, id: string): Promise<void> {
  if ((await deleteSegment(scope, id)) === 0) throw notFound('Contact segment');
}

const view = ({ createdAt, updatedAt, ...segment }: Segment): SegmentView => ({
  ...segment,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
