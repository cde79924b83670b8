import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../api/action.ts';
import { type ContactField, useCatalog } from '../../api/catalog.ts';
import { remove } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Copy } from '../../components/copy.tsx';
import { useConfirm } from '../../components/dialog.tsx';
import { SearchFilter, useFilters } from '../../components/filters.tsx';
import { MoreMenu } from '../../components/menu.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Empty, LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { categoryWords } from '../contacts/contact-labels.tsx';
import { FieldDialog, typeWords } from './field-dialog.tsx';

/** The catalog of contact fields. */
export function ContactFieldsPage() {
  const catalog = useCatalog();
  const mayWrite = useHasRole('member');
  const [{ search = '' }] = useFilters();
  const [editing, setEditing] = useState<ContactField | 'new'>();
  const fields = (catalog.data ?? []).filter((field) => fits(field, search));
  // Custom fields first.
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
        Fields store what you know about a contact. Agents use a value where their text contains its token,
        such as <code className="font-mono text-xs">{'{{contact.job_title}}'}</code>. Personal fields are
        masked in logs, and agents see them only if you allow it.
      </p>
      <SearchFilter label="Search fields" />
      {catalog.error ? (
        <LoadError error={catalog.error} onRetry={() => void catalog.refetch()} />
      ) : catalog.isPending ? (
        <SkeletonLines lines={10} />
      ) : (
        <>
          {own === 0 && search === '' && (
            <Section title="Custom fields">
              <Empty title="No custom fields yet" action={create}>
                Built-in fields are listed below. Add custom fields for what only your company knows.
              </Empty>
            </Section>
          )}
          {fields.length === 0 && <Empty title="No fields found">Search for something else.</Empty>}
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

/** One field of the catalog. */
function FieldRow({ field, onEdit }: { readonly field: ContactField; readonly onEdit: () => void }) {
  const mayWrite = useHasRole('member');
  const confirm = useConfirm();
  const erase = useAction(() => remove('/contact-fields/{id}', { path: { id: field.id } }), {
    done: `${field.label} deleted`,
    invalidates: [['contact-fields']],
  });
  const askDelete = async () => {
    const isSure = await confirm({
      title: `Delete ${field.label}?`,
      words: field.isCompanyOverride
        ? 'The built-in field with this key takes its place again. Values are kept and shown under it.'
        : 'Its values are hidden from contacts and agents. They reappear if you create a field with this key again.',
      yes: 'Delete field',
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
            {field.isCompanyOverride && <Badge tone="accent">Overrides built-in</Badge>}
            {field.readOnly && <Badge>Read-only</Badge>}
          </div>
          <div dir="auto" className="text-xs text-soft">
            {field.description ?? reachOf(field)}
            {field.enumOptions !== undefined && field.enumOptions.length > 0 && (
              <span> · {field.enumOptions.join(', ')}</span>
            )}
          </div>
        </div>
        <Copy text={`{{contact.${field.key}}}`} label={`Copy token of ${field.label}`} />
      </div>
      {mayWrite && !field.isSystem ? (
        <MoreMenu
          of={field.label}
          items={[
            { words: 'Edit field…', onChoose: onEdit },
            { words: 'Delete field…', isDanger: true, onChoose: () => void askDelete() },
          ]}
        />
      ) : (
        mayWrite && <span className="w-7" />
      )}
    </li>
  );
}

/** Who sees the value besides the team. */
function reachOf(field: ContactField): string {
  if (field.readOnly) return 'Filled in automatically on every call.';
  if (field.inEssentialPromptSet) return 'Agents always know it.';
  if (!field.isPii) return 'Agents can look it up in a call.';
  return field.allowPiiInContext
    ? 'Personal, and agents may look it up in a call.'
    : 'Hidden from agents, unless their text contains its token.';
}
