import { useState } from 'react';
import { type Choice, SelectField, TextField } from './field.tsx';

/** The value of the option with which something else is typed. */
const OTHER = '\u0000other';

/** A choice by label. What is not among the options is shown as text and can be typed. */
export function ChoiceOrText({
  label,
  choices,
  other,
  textLabel,
  placeholder,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly choices: readonly Choice[];
  /** The option for something else: "Another path…" */
  readonly other: string;
  readonly textLabel: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string, isTyped: boolean) => void;
}) {
  const [wantsText, setWantsText] = useState(false);
  const isKnown = choices.some((one) => one.value === value);
  const isText = wantsText || (value !== '' && !isKnown);
  return (
    <>
      <SelectField
        label={label}
        choices={[
          ...(value === '' && !isText && !isKnown ? [{ value: '', words: 'Choose…' }] : []),
          ...choices,
          { value: OTHER, words: other },
        ]}
        value={isText ? OTHER : value}
        error={isText ? undefined : error}
        onChange={({ target }) => {
          setWantsText(target.value === OTHER);
          if (target.value !== OTHER) onChange(target.value, false);
        }}
      />
      {isText && (
        <TextField
          label={textLabel}
          spellCheck={false}
          {...(placeholder !== undefined && { placeholder })}
          value={value}
          error={error}
          onChange={({ target }) => onChange(target.value, true)}
        />
      )}
    </>
  );
}
