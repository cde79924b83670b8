import { Section } from '../../../kit/page.tsx';
import { JudgementList } from './judgement-list.tsx';
import { useSettingsDesk } from './settings-desk.ts';
import { TargetList } from './target-list.tsx';

/** What is to be found in a call when it is over. */
export function AnalyticsSettings() {
  const { values, set } = useSettingsDesk();
  const { analyticsConfig } = values;
  return (
    <Section title="What to find out">
      <div className="flex flex-col gap-6">
        <TargetList
          targets={analyticsConfig.extractionTargets}
          onChange={(extractionTargets) =>
            set({ analyticsConfig: { ...analyticsConfig, extractionTargets } })
          }
        />
        <JudgementList
          title="Outcomes"
          hint="Yes or no for the whole call."
          one="outcome"
          path="analyticsConfig.outcomes"
          judgements={analyticsConfig.outcomes}
          onChange={(outcomes) => set({ analyticsConfig: { ...analyticsConfig, outcomes } })}
        />
        <JudgementList
          title="Tags"
          hint="Labels that apply to a call or not."
          one="tag"
          path="analyticsConfig.tags"
          judgements={analyticsConfig.tags}
          onChange={(tags) => set({ analyticsConfig: { ...analyticsConfig, tags } })}
        />
      </div>
    </Section>
  );
}
