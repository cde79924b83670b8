import { MoreHorizontal, Plus } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { type ContactField, useCatalog } from '../../api/catalog.ts';
import { remove } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { Copy } from '../../components/copy.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { useFilters } from '../../components/filters.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Empty, LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { categoryWords } from '../contacts/contact-labels.tsx';
import { FieldDialog } from './field-dialog.tsx';
import { typeWords } from './field-draft.ts';

/** Everything a company may know of a contact, and who gets to see it. */
export function ContactFieldsPage() {
  const catalog = useCatalog();
  const mayWrite = useHasRole('member');
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
        <LoadError error={catalog.error} onRetry={() => void catalog.refetch()} />
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

/** One field of the catalog: how it is called, what it holds, where it goes. */
function FieldRow({ field, onEdit }: { readonly field: ContactField; readonly onEdit: () => void }) {
  const mayWrite = useHasRole('member');
  const confirm = useConfirm();
  const erase = useAction(() => remove('/contact-fields/{id}', { path: { id: field.id } }), {
    done: `${field.label} is deleted`,
    invalidates: [['contact-fields']],
  });
  const askDelete = async () => {
    const isSure = await confirm({
      title: `Delete ${field.label}?`,
      words: field.isCompanyOverride
        ? 'The field of the platform with this key comes back in its place. Values stay and are shown under it.'
        : 'Its values are hidden from every contact and agent. They come back when a field with this key is made again.',
      yes: 'Delete the field',
    });
    if (isSure) erase.run(undefined);
  };
  return (
    <li className="flex items-center gap-2 py-2 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 flex-col gap-x-4 gap-y-1 sm:flex-row sm:items-center">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-2">
            <span dir="auto" className="font-medium">
              {field.label}
            </span>
            <span className="text-xs text-soft">{typeWords[field.dataType]}</span>
            {field.isPii && <Badge tone="warn">Personal</Badge>}
            {field.isCompanyOverride && <Badge tone="accent">In place of the platform's</Badge>}
            {field.readOnly && <Badge>Set by the platform</Badge>}
          </div>
          <div dir="auto" className="text-xs text-soft">
            {field.description ?? reachOf(field)}
            {field.enumOptions !== undefined && field.enumOptions.length > 0 && (
              <span> · {field.enumOptions.join(', ')}</span>
            )}
          </div>
        </div>
        <Copy text={`{{contact.${field.key}}}`} label={`Copy the token of ${field.label}`} />
      </div>
      {mayWrite && !field.isSystem ? (
        <Menu
          trigger={<IconButton label={`More about ${field.label}`} icon={<MoreHorizontal size={16} />} />}
          items={[
            { words: 'Change…', onChoose: onEdit },
            { words: 'Delete…', isDanger: true, onChoose: () => void askDelete() },
          ]}
        />
      ) : (
        mayWrite && <span className="w-7" />
      )}
    </li>
  );
}

/** Who sees a value besides the people here. */
function reachOf(field: ContactField): string {
  if (field.readOnly) return 'Filled in on every call.';
  if (field.inEssentialPromptSet) return 'Agents know it in every call.';
  if (!field.isPii) return 'Agents can look it up in a call.';
  return field.allowPiiInContext
    ? 'Personal, and agents may look it up in a call.'
    : 'Kept from agents, unless their text has its token.';
}
