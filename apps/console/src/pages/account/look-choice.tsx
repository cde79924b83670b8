import { useState } from 'react';
import { SelectField } from '../../kit/field.tsx';
import { type Look, readLook, setLook } from '../../shell/look.ts';

/** Colours and direction, kept in this browser. */
export function LookChoice() {
  const [look, keep] = useState(readLook);
  const change = (to: Look) => {
    setLook(to);
    keep(to);
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Colours"
        value={look.theme}
        choices={[
          { value: 'system', words: 'As the system has them' },
          { value: 'light', words: 'Light' },
          { value: 'dark', words: 'Dark' },
        ]}
        onChange={({ target }) => change({ ...look, theme: target.value as Look['theme'] })}
      />
      <SelectField
        label="Direction"
        value={look.direction}
        choices={[
          { value: 'ltr', words: 'Left to right' },
          { value: 'rtl', words: 'Right to left' },
        ]}
        onChange={({ target }) => change({ ...look, direction: target.value as Look['direction'] })}
      />
    </div>
  );
}
