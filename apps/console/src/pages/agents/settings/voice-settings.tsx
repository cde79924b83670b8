import { SelectField, TextArea, TextField } from '../../../components/field.tsx';
import { Section } from '../../../components/page.tsx';
import { useSettings } from './settings-form.ts';
import { VoicePicker } from './voice-picker.tsx';

/** The voice, and what happens on voicemail. */
export function VoiceSettings() {
  const { values, set, errorAt } = useSettings();
  const { voice, voicemail } = values;
  return (
    <Section title="Voice and voicemail">
      <div className="grid gap-4 sm:grid-cols-3">
        <VoicePicker />
        <TextField
          label="Speed"
          hint="0.5 to 2; 1 is normal speed."
          type="number"
          min={0.5}
          max={2}
          step={0.05}
          value={voice.speed}
          error={errorAt('voice.speed')}
          onChange={(event) => set({ voice: { ...voice, speed: event.target.value } })}
        />
        <SelectField
          label="When voicemail answers"
          choices={[
            { value: 'HANG_UP', words: 'Hang up' },
            { value: 'LEAVE_MESSAGE', words: 'Leave a message' },
          ]}
          value={voicemail.action}
          error={errorAt('voicemail.action')}
          onChange={(event) =>
            set({ voicemail: { ...voicemail, action: event.target.value as typeof voicemail.action } })
          }
        />
        {voicemail.action === 'LEAVE_MESSAGE' && (
          <div className="sm:col-span-2">
            <TextArea
              label="Voicemail message"
              placeholder="Hello {{contact.first_name}}, we will call again."
              rows={2}
              value={voicemail.message}
              error={errorAt('voicemail.message')}
              onChange={(event) => set({ voicemail: { ...voicemail, message: event.target.value } })}
            />
          </div>
        )}
      </div>
    </Section>
  );
}
