import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type ContactField, useCatalog } from '../../api/catalog.ts';
import { useMay } from '../../api/me.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Page, Section } from '../../kit/page.tsx';
import { SearchBox } from '../../kit/search-box.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { Trouble } from '../../kit/trouble.tsx';
import { categoryWords } from '../contacts/category.ts';
import { FieldDialog } from './field-dialog.tsx';
import { FieldRow } from './field-row.tsx';

/** Everything a company may know of a contact, and who gets to see it. */
export function ContactFieldsPage() {
  const catalog = useCatalog();
  const mayWrite = useMay('member');
  const [{ search = '' }, setFilters] = useFilters();
  const [editing, setEditing] = useState<ContactField | 'new'>();
  const fields = (catalog.data ?? []).filter((field) => fits(field, search));
  // A person looks for their own first.
  const categories = [...new Set(fields.map(({ category }) => category))].sort(
    (a, b) => Number(b === 'custom') - Number(a === 'custom'),
  );
  const own = catalog.data?.filter(({ isSystem }) => !isSystem).length ?? 0;
  const create = mayWrite && (
    <Button look="primary" icon={<Plus size={14} />} onClick={() => setEditing('new')}>
      New field
    </Button>
  );
  return (
    <Page title="Contact fields" actions={create}>
      <p className="max-w-2xl text-soft">
        What can be known of a contact. An agent says a value where its text has the token, such as{' '}
        <code className="font-mono text-xs">{'{{contact.job_title}}'}</code>. Personal fields stay out of
        logs, and agents see them only where you allow it.
      </p>
      <SearchBox label="Search fields" value={search} onSearch={(text) => setFilters({ search: text })} />
      {catalog.error ? (
        <Trouble error={catalog.error} onRetry={() => void catalog.refetch()} />
      ) : catalog.isPending ? (
        <SkeletonLines lines={10} />
      ) : (
        <>
          {own === 0 && search === '' && (
            <Section title="Your own fields">
              <Empty title="None yet" action={create}>
                The platform's fields are below. Add your own for what only your company knows.
              </Empty>
            </Section>
          )}
          {fields.length === 0 && <Empty title="No field fits">Search for something else.</Empty>}
          {categories.map((category) => (
            <Section key={category} title={categoryWords(category)}>
              <ul className="flex flex-col divide-y divide-line/60">
                {fields
                  .filter((field) => field.category === category)
                  .map((field) => (
                    <FieldRow key={field.id} field={field} onEdit={() => setEditing(field)} />
                  ))}
              </ul>
            </Section>
          ))}
        </>
      )}
      <FieldDialog of={editing} onClose={() => setEditing(undefined)} />
    </Page>
  );
}

const fits = ({ key, label, description }: ContactField, search: string): boolean =>
  `${key} ${label} ${description ?? ''}`.toLowerCase().includes(search.trim().toLowerCase());
