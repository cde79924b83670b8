import { MoreHorizontal } from 'lucide-react';
import { useAct } from '../../api/act.ts';
import type { ContactField } from '../../api/catalog.ts';
import { remove } from '../../api/client.ts';
import { useMay } from '../../api/me.ts';
import { Badge } from '../../kit/badge.tsx';
import { IconButton } from '../../kit/button.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { Copy } from '../../kit/copy.tsx';
import { Menu } from '../../kit/menu.tsx';
import { typeWords } from './field-draft.ts';

/** One field of the catalog: how it is called, what it holds, where it goes. */
export function FieldRow({ field, onEdit }: { readonly field: ContactField; readonly onEdit: () => void }) {
  const mayWrite = useMay('member');
  const confirm = useConfirm();
  const erase = useAct(() => remove('/contact-fields/{id}', { path: { id: field.id } }), {
    done: `${field.label} is deleted`,
    touches: [['contact-fields']],
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
