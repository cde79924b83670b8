import { CheckField, TextArea } from '../../../kit/field.tsx';
import { Section } from '../../../kit/page.tsx';
import { LinesField } from './lines-field.tsx';
import { useSettingsDesk } from './settings-desk.ts';

/** What the agent knows, and what it keeps to. */
export function KnowledgeSettings() {
  const { values, set, errorAt } = useSettingsDesk();
  const { guardrails } = values;
  return (
    <Section title="Knowledge and rules">
      <div className="flex flex-col gap-4">
        <TextArea
          label="Instructions"
          hint="Background that the agent may refer to: opening hours, prices, who you are."
          rows={5}
          value={values.instructions}
          error={errorAt('instructions')}
          onChange={(event) => set({ instructions: event.target.value })}
        />
        <CheckField
          label="Knows the contact"
          hint="It is told the essential fields of the contact and may look up the others during the call."
          checked={values.contextConfig.useContactContext}
          onChange={(event) => set({ contextConfig: { useContactContext: event.target.checked } })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <LinesField
            label="Rules it keeps to"
            hint="One on each line, up to 50."
            lines={guardrails.rules}
            error={errorAt('guardrails.rules')}
            onChange={(rules) => set({ guardrails: { ...guardrails, rules } })}
          />
          <LinesField
            label="What it must not talk about"
            hint="One on each line, up to 50."
            lines={guardrails.forbiddenTopics}
            error={errorAt('guardrails.forbiddenTopics')}
            onChange={(forbiddenTopics) => set({ guardrails: { ...guardrails, forbiddenTopics } })}
          />
        </div>
      </div>
    </Section>
  );
}
