import {
  type AnalyticsConfig,
  type Judged,
  type Judgement,
  MAX_KEY,
  type SentAnalyticsConfig,
} from '@parley/contract/analysis.ts';
import { searchable } from '@parley/kernel/text.ts';
import type { Static } from 'typebox';

/** The whole configuration: nothing is left out, and every entry has its key. */
export const completeAnalytics = (sent: SentAnalyticsConfig): AnalyticsConfig => ({
  extractionTargets: sent.extractionTargets ?? [],
  outcomes: keyed(sent.outcomes),
  tags: keyed(sent.tags),
});

const keyed = (entries: Static<typeof Judgement>[] = []): Static<typeof Judged>[] =>
  entries.map(({ key, ...entry }) => ({ key: key ?? snakeCase(entry.label), ...entry }));

/** "Möchte mehr wissen?" is mochte_mehr_wissen. Letters of every script stay, so that every label has a key. */
function snakeCase(label: string): string {
  const words =
    searchable(label)
      .normalize('NFC')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...words.join('_')].slice(0, MAX_KEY).join('');
}

/** Keys that two entries of a list share, or that a label could not give. */
export const analyticsViolations = (config: AnalyticsConfig): string[] =>
  (['extractionTargets', 'outcomes', 'tags'] as const).flatMap((list) => {
    const keys = config[list].map(({ key }) => key);
    return keys.flatMap((key, index) => {
      const path = `analyticsConfig.${list}[${index}].key`;
      if (key === '') return [`${path} is required: the label has no letter or digit to make it from`];
      return keys.indexOf(key) < index ? [`${path} is the key of another entry of ${list}`] : [];
    });
  });
