import { SelectField, TextArea, TextField } from '../../../kit/field.tsx';
import { Section } from '../../../kit/page.tsx';
import { useSettingsDesk } from './settings-desk.ts';

/** How the agent sounds, and what a machine gets to hear. */
export function VoiceSettings() {
  const { values, set, errorAt } = useSettingsDesk();
  const { voice, voicemail } = values;
  return (
    <Section title="Voice and voicemail">
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label="Provider of the voice"
          hint="Empty: follows from the language."
          value={voice.provider}
          error={errorAt('voice.provider')}
          onChange={(event) => set({ voice: { ...voice, provider: event.target.value } })}
        />
        <TextField
          label="Voice"
          hint="As the provider names it."
          value={voice.voiceId}
          error={errorAt('voice.voiceId')}
          onChange={(event) => set({ voice: { ...voice, voiceId: event.target.value } })}
        />
        <TextField
          label="Speed"
          hint="0.5 to 2; 1 is natural."
          type="number"
          min={0.5}
          max={2}
          step={0.05}
          value={voice.speed}
          error={errorAt('voice.speed')}
          onChange={(event) => set({ voice: { ...voice, speed: event.target.value } })}
        />
        <SelectField
          label="When a machine answers"
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
              label="Message for the machine"
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
