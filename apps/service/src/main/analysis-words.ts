import type { AnalysisResult } from '../domains/conversations/call-analysis.model.ts';

type Analytics = NonNullable<AnalysisResult['analytics']>;

/** The results of a call, as lines for a terminal. Empty parts are left out. */
export const analysisWords = ({ analytics, ...rest }: AnalysisResult): string[] => [
  ...generalWords(rest),
  ...(analytics === null ? [] : analyticsWords(analytics)),
];

export function generalWords({ general, specific }: Omit<AnalysisResult, 'analytics'>): string[] {
  return [
    ...fact('Rating', general.overallRating === null ? null : `${general.overallRating} of 100`),
    ...fact('Not complete', general.scoringIncompleteReason),
    ...fact('Fit', general.companyFitRating),
    ...fact('Education', general.education),
    ...fact('Experience', general.experience),
    ...list('Speaks for it', general.strongPoints),
    ...list('Speaks against it', general.weakPoints),
    ...list('Evaluation', general.evaluation),
    ...(specific === null ? [] : fact('Language test', JSON.stringify(specific))),
  ];
}

export function analyticsWords(analytics: Analytics): string[] {
  const { summary, matchScore, fields, scoring, outcomes, tags, qa, sentiment } = analytics;
  const applied = tags.filter((tag) => tag.applied).map(({ label }) => label);
  return [
    ...fact('Summary', summary),
    ...fact('Match', matchScore === null ? null : String(matchScore)),
    ...fact('Score', scoring === null ? null : `${scoring.total} of 100`),
    ...(scoring?.items ?? []).map(
      ({ score, label, weightPercent, reasoning }) =>
        `  ${score}  ${label} (counts ${Math.round(weightPercent)} %): ${reasoning}`,
    ),
    ...list(
      'Found out',
      fields.map((field) => `${field.label}: ${said(field.value)}${quoted(field)}`),
    ),
    ...list(
      'Outcomes',
      outcomes.map(
        (outcome) =>
          `${outcome.unknown ? '?  ' : outcome.met ? 'yes' : 'no '}  ${outcome.label}${quoted(outcome)}`,
      ),
    ),
    ...fact('Tags', applied.length === 0 ? null : applied.join(', ')),
    ...list(
      'Questions',
      qa.map(({ question, answer }) => `${question}  ${answer ?? '(no answer)'}`),
    ),
    ...fact('Mood', `${sentiment.overall}, ${sentiment.trajectory}`),
  ];
}

const fact = (name: string, value: string | null): string[] =>
  value === null ? [] : [`${name.padEnd(13)} ${value}`];

const list = (name: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [name, ...items.map((item) => `  ${item}`)];

const said = (value: unknown): string =>
  value === null ? 'not said' : Array.isArray(value) ? value.join(', ') : String(value);

const quoted = ({ evidence, evidenceTime }: { evidence: string | null; evidenceTime: number | null }) =>
  evidence === null ? '' : `  "${evidence}"${evidenceTime === null ? '' : ` at ${clockTime(evidenceTime)}`}`;

/** Minutes and seconds since the answer. */
export const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
