import { LinesField, SelectField } from '../../../components/field.tsx';
import { Section } from '../../../components/page.tsx';
import { useSettings } from './settings-form.ts';

const keys = [...'0123456789*#'].map((key) => ({ value: key, words: key }));

/** Keys of the telephone, pressed by the contact or by the agent. */
export function KeypadSettings() {
  const { values, set, errorAt } = useSettings();
  const { keypad } = values;
  return (
    <Section title="Telephone keys">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Key to never be called again"
          hint="Say so in the first message: “Press 9 to be removed from our list.”"
          choices={[{ value: '', words: 'None' }, ...keys]}
          value={keypad.optOut}
          error={errorAt('keypad.optOut')}
          onChange={(event) => set({ keypad: { ...keypad, optOut: event.target.value } })}
        />
        <LinesField
          label="Choices in telephone menus"
          hint="One per line, best first, such as “sales”. Otherwise the agent chooses the contact by name, or whatever leads to a person."
          lines={keypad.menu}
          error={errorAt('keypad.menu')}
          onChange={(menu) => set({ keypad: { ...keypad, menu } })}
        />
      </div>
    </Section>
  );
}
