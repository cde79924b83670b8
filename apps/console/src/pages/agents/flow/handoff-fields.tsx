import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../../components/button.tsx';
import { TextField } from '../../../components/field.tsx';
import type { Destination, HandoffSection } from '../../../flow/flow.model.ts';
import { useBlock, useEditorTools } from './editor-context.ts';
import { TokenArea } from './token-area.tsx';

/** Whom a call is passed on to. */
export function HandoffFields({ section }: { readonly section: HandoffSection }) {
  const { isReadOnly } = useEditorTools();
  const { set, errorAt } = useBlock<HandoffSection>(section);
  const { destinations } = section;
  const change = (index: number, changes: Partial<Destination>, mark: string) =>
    set(
      { destinations: destinations.map((one, at) => (at === index ? { ...one, ...changes } : one)) },
      `${mark}-${index}`,
    );
  const errorOf = (index: number, property: string) =>
    errorAt(`destinations[${index}].${property}`) ?? (index === 0 ? errorAt(property) : undefined);
  return (
    <>
      <TokenArea
        label="Message before the handoff"
        placeholder="I will put you through to a colleague."
        value={section.message}
        error={errorAt('message')}
        onChange={(message) => set({ message }, 'message')}
      />
      {destinations.map((destination, index) => (
        <div key={index} className="flex items-start gap-2">
          <div className="grid flex-1 gap-2 sm:grid-cols-2">
            <TextField
              label={destinations.length > 1 ? 'Label: the agent chooses by it' : 'Label'}
              placeholder="Sales"
              value={destination.label}
              error={errorOf(index, 'label')}
              onChange={(event) => change(index, { label: event.target.value }, 'label')}
            />
            <TextField
              label="Telephone number"
              type="tel"
              dir="ltr"
              placeholder="+41 44 668 18 00"
              value={destination.phoneNumber}
              error={errorOf(index, 'phoneNumber')}
              onChange={(event) => change(index, { phoneNumber: event.target.value }, 'phoneNumber')}
            />
          </div>
          {destinations.length > 1 && !isReadOnly && (
            <IconButton
              label={`Remove ${destination.label || 'the number'}`}
              icon={<X size={14} />}
              onClick={() => set({ destinations: destinations.toSpliced(index, 1) })}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <div>
          <Button
            size="small"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => set({ destinations: [...destinations, { label: '', phoneNumber: '' }] })}
          >
            Add number
          </Button>
        </div>
      )}
    </>
  );
}
