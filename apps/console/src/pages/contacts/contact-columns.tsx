import { useMemo } from 'react';
import { type ContactField, useCatalog } from '../../api/catalog.ts';
import { Badge } from '../../components/badge.tsx';
import type { Column } from '../../components/data-column.ts';
import { dayOf, Time } from '../../components/time.tsx';
import { ContactStatus } from './contact-labels.tsx';
import type { ListedContact } from './contact-query.ts';

const name: Column<ListedContact> = {
  name: 'name',
  words: 'Name',
  width: 'minmax(8rem,2fr)',
  sort: 'name',
  cell: ({ firstName, lastName }) => (
    <span className="font-medium">
      {firstName} {lastName}
    </span>
  ),
};

/** The columns beside the name. */
const own: readonly Column<ListedContact>[] = [
  {
    name: 'phone',
    words: 'Phone',
    width: 'minmax(8rem,1fr)',
    sort: 'phoneNumber',
    cell: ({ phoneNumber }) => <span dir="ltr">{phoneNumber ?? '–'}</span>,
  },
  {
    name: 'email',
    words: 'E-mail',
    width: 'minmax(10rem,2fr)',
    isExtra: true,
    sort: 'email',
    cell: ({ email }) => email ?? '–',
  },
  {
    name: 'tags',
    words: 'Tags',
    width: 'minmax(7rem,1.5fr)',
    isExtra: true,
    hasParts: true,
    cell: ({ tags }) => <TagBadges tags={tags} />,
  },
  {
    name: 'status',
    words: 'Status',
    width: '6.5rem',
    sort: 'status',
    cell: ({ status }) => <ContactStatus of={status} />,
  },
  {
    name: 'rating',
    words: 'Rating',
    width: '4.5rem',
    isNumber: true,
    isExtra: true,
    sort: 'overallRating',
    cell: ({ overallRating }) => overallRating ?? '–',
  },
  {
    name: 'keepUntil',
    words: 'Documents deleted on',
    width: '8rem',
    isExtra: true,
    cell: ({ gdprExpiryDate }) => dayOf(gdprExpiryDate),
  },
  {
    name: 'created',
    words: 'Created',
    width: '8rem',
    isExtra: true,
    sort: 'createdAt',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    name: 'updated',
    words: 'Updated',
    width: '8rem',
    isExtra: true,
    sort: 'updatedAt',
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];

/** Shown until somebody chooses others. */
export const usualColumns: readonly string[] = ['phone', 'email', 'tags', 'status', 'created'];

function TagBadges({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return <>–</>;
  return (
    <span className="flex gap-1 overflow-hidden" title={tags.join(', ')}>
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </span>
  );
}

const fieldColumn = (field: ContactField): Column<ListedContact> => ({
  name: `fields.${field.key}`,
  words: field.label,
  width: 'minmax(6rem,1fr)',
  isExtra: true,
  isNumber: field.dataType === 'number',
  sort: `fields.${field.key}`,
  cell: ({ fields }) => fieldWords(field, (fields as Record<string, unknown>)[field.key]),
});

/** The value of a field as the list shows it. */
export function fieldWords({ dataType }: ContactField, value: unknown): string {
  if (value === undefined) return '–';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (dataType === 'date' && typeof value === 'string') return dayOf(value);
  return typeof value === 'number' ? value.toLocaleString() : String(value);
}

const none: readonly ContactField[] = [];

/** All columns that the list can show beside the name, and those that were chosen, in their order. */
export function useContactColumns(chosen: readonly string[]) {
  const { data: catalog = none } = useCatalog();
  return useMemo(() => {
    const all = [...own, ...catalog.filter(({ writable }) => writable).map(fieldColumn)];
    const shown = chosen.flatMap((one) => all.find((column) => column.name === one) ?? []);
    return { all, columns: [name, ...shown] };
  }, [catalog, chosen]);
}
