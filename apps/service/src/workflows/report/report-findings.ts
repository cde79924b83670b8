import type { ReactElement, ReactNode } from 'react';
import type { Evidence, ReportContent, ReportCorrection } from '../../domains/analysis/report.model.ts';
import { box, colors, type Look, row, scoreColor, section, text, timeAtEnd, whole } from './report-look.ts';

/** How much of each part is printed; less when the report would become too long. */
export interface Measure {
  readonly mostItems: number;
  readonly mostLetters: number;
}

export const shortened = (words: string, most: number): string => {
  const letters = [...words];
  return letters.length <= most ? words : `${letters.slice(0, most).join('').trimEnd()}…`;
};

/** The call in a few words: what a reader in a hurry reads. */
export function assessment(look: Look, { analysis }: ReportContent, measure: Measure): ReactNode[] {
  const { words } = look;
  const { general, analytics } = analysis;
  const evaluation = analytics?.evaluation;
  const summary = analytics?.summary ?? general.evaluation.join(' ');
  const remark = general.scoringIncompleteReason;
  return [
    section(look, words.summary, [
      ...paragraphs(look, [summary], 2 * measure.mostLetters),
      ...(remark === null ? [] : [note(look, shortened(remark, measure.mostLetters))]),
    ]),
    sides(
      look,
      list(look, words.strengths, evaluation?.strengths ?? general.strongPoints, colors.good, measure),
      list(look, words.concerns, evaluation?.concerns ?? general.weakPoints, colors.fair, measure),
    ),
  ];
}

/** What was found out about the contact, each with what shows it. */
export function findings(look: Look, { analysis }: ReportContent, measure: Measure): ReactNode[] {
  const { words } = look;
  const { specific, analytics } = analysis;
  return [
    section(
      look,
      words.scores,
      scoresOf(look, analysis)
        .slice(0, measure.mostItems)
        .map((one) => scoreBar(look, one, measure)),
    ),
    section(
      look,
      words.goals,
      (analytics?.outcomes ?? [])
        .slice(0, measure.mostItems)
        .map((one) =>
          finding(
            look,
            one.label,
            one.unknown ? words.unknown : one.met ? words.yes : words.no,
            one.unknown ? colors.fair : one.met ? colors.good : colors.poor,
            one,
            measure,
            one.correction,
          ),
        ),
    ),
    section(
      look,
      words.answers,
      (analytics?.qa ?? [])
        .slice(0, measure.mostItems)
        .map((one) =>
          finding(
            look,
            one.question,
            one.answer ?? words.unanswered,
            one.answer === null ? colors.muted : colors.ink,
            one,
            measure,
            one.correction,
          ),
        ),
    ),
    section(
      look,
      words.facts,
      factsOf(look, analysis)
        .slice(0, measure.mostItems)
        .map(({ label, value, said, correction }) =>
          finding(look, label, value, colors.ink, said, measure, correction),
        ),
    ),
    specific?.pronunciationAssessment
      ? section(
          look,
          words.pronunciation,
          paragraphs(look, [specific.pronunciationAssessment], measure.mostLetters),
        )
      : null,
  ];
}

const paragraphs = (look: Look, texts: readonly string[], most: number): ReactElement[] =>
  texts
    .filter((words) => words !== '')
    .map((words) => text(look, { fontSize: 9.5, lineHeight: 1.55 }, shortened(words, most)));

const note = (look: Look, words: string): ReactElement =>
  text(look, { fontSize: 8.5, color: colors.muted, marginTop: 4 }, words);

const sides = (look: Look, first: ReactNode, second: ReactNode): ReactNode =>
  first === null && second === null ? null : row(look, { marginTop: 18, gap: 18 }, first, second);

/** Side by side and not split across pages: both fit on one. */
const MOST_POINTS = 8;
const MOST_OF_A_POINT = 200;

function list(
  look: Look,
  heading: string,
  points: readonly string[],
  color: string,
  { mostItems, mostLetters }: Measure,
): ReactNode {
  if (points.length === 0) return null;
  const shown = points.slice(0, Math.min(mostItems, MOST_POINTS));
  return whole(
    { flex: 1 },
    text(look, { fontSize: 11, fontWeight: 700, color: colors.ink, marginBottom: 6 }, heading),
    ...shown.map((point) =>
      row(
        look,
        { gap: 6, marginBottom: 3 },
        box({ width: 5, height: 5, borderRadius: 2.5, backgroundColor: color, marginTop: 4 }),
        text(look, { flex: 1 }, shortened(point, Math.min(mostLetters, MOST_OF_A_POINT))),
      ),
    ),
  );
}

interface Score {
  readonly label: string;
  readonly score: number;
  readonly reasoning: string;
}

function scoresOf({ words }: Look, { specific, analytics }: ReportContent['analysis']): Score[] {
  const heard = specific?.pronunciationScores;
  const spoken = heard
    ? (['accuracy', 'fluency', 'prosody'] as const).map((key) => ({
        label: words[key],
        score: heard[key],
        reasoning: '',
      }))
    : [];
  return [...(analytics?.scoring?.items ?? []), ...spoken];
}

function scoreBar(look: Look, { label, score, reasoning }: Score, { mostLetters }: Measure): ReactElement {
  const share = Math.min(Math.max(score, 0), 100);
  return whole(
    { marginBottom: 7 },
    row(
      look,
      { alignItems: 'center', gap: 12 },
      text(look, { width: '44%', color: colors.ink }, shortened(label, mostLetters)),
      row(
        look,
        { flex: 1, height: 6, borderRadius: 3, backgroundColor: colors.line },
        box({ width: `${share}%`, height: 6, borderRadius: 3, backgroundColor: scoreColor(score) }),
      ),
      text(
        look,
        { width: 26, fontWeight: 700, color: colors.ink, textAlign: look.isRtl ? 'left' : 'right' },
        String(Math.round(score)),
      ),
    ),
    reasoning === ''
      ? null
      : text(look, { fontSize: 8, color: colors.muted, marginTop: 1 }, shortened(reasoning, mostLetters)),
  );
}

interface Fact {
  readonly label: string;
  readonly value: string;
  readonly said: Evidence;
  readonly correction?: ReportCorrection | undefined;
}

const unsaid: Evidence = { evidence: null, evidenceTime: null };

/** What is known besides the answers; fields without a value are left out. */
function factsOf(look: Look, { general, specific, analytics }: ReportContent['analysis']): Fact[] {
  const { words } = look;
  const plain: [string, string | null | undefined][] = [
    [words.fit, general.companyFitRating && words.fits[general.companyFitRating]],
    [words.mood, analytics && words.moods[analytics.sentiment.overall]],
    [words.education, general.education],
    [words.experience, general.experience],
    [words.grammar, specific?.grammar && `${specific.grammar.level} · ${specific.grammar.summary}`],
    [
      words.vocabulary,
      specific?.vocabulary && `${specific.vocabulary.level} · ${specific.vocabulary.summary}`,
    ],
  ];
  return [
    ...(analytics?.fields ?? [])
      .filter(({ value, correction }) => value !== null || correction !== undefined)
      .map((field) => ({
        label: field.label,
        value: valueInWords(look, field.value),
        said: field,
        correction: field.correction,
      })),
    // Tags are not printed; one that somebody set or removed is.
    ...(analytics?.tags ?? []).flatMap(({ label, applied, correction }) =>
      correction ? [{ label, value: valueInWords(look, applied), said: unsaid, correction }] : [],
    ),
    ...plain.flatMap(([label, value]) => (value ? [{ label, value, said: unsaid }] : [])),
  ];
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function valueInWords(look: Look, value: unknown): string {
  if (value === null || value === undefined) return look.words.unknown;
  if (typeof value === 'boolean') return value ? look.words.yes : look.words.no;
  if (typeof value === 'number') return look.number(value);
  if (Array.isArray(value)) return value.join(' · ');
  const words = String(value);
  return DAY.test(words) && !Number.isNaN(Date.parse(words)) ? look.day(words) : words;
}

/** The question, its result, and the contact's own words with their time. */
function finding(
  look: Look,
  label: string,
  value: string,
  color: string,
  { evidence, evidenceTime }: Evidence,
  { mostLetters }: Measure,
  correction?: ReportCorrection,
): ReactElement {
  // The same words twice say no more.
  const quoted = evidence !== null && bare(evidence) === bare(value) ? null : evidence;
  return whole(
    {
      flexDirection: look.row,
      gap: 12,
      borderTopWidth: 0.75,
      borderTopColor: colors.line,
      paddingVertical: 5,
    },
    text(look, { width: '44%' }, shortened(label, mostLetters)),
    box(
      { flex: 1 },
      text(look, { fontWeight: 700, color }, shortened(value, mostLetters)),
      ...(correction ? corrected(look, correction, mostLetters) : []),
      quoted === null ? null : quotation(look, shortened(quoted, mostLetters)),
    ),
    evidenceTime === null
      ? box({ width: 26 })
      : timeAtEnd(look, { fontSize: 8, color: colors.contact, marginTop: 1 }, evidenceTime),
  );
}

/** What the analysis had found, struck out, and who replaced it when. */
const corrected = (
  look: Look,
  { original, by, at }: ReportCorrection,
  mostLetters: number,
): ReactElement[] => [
  text(
    look,
    { fontSize: 8.5, color: colors.muted, marginTop: 2, textDecoration: 'line-through' },
    shortened(valueInWords(look, original), mostLetters),
  ),
  text(
    look,
    { fontSize: 8.5, color: colors.muted },
    [look.words.corrected, by.name, look.day(at.slice(0, 10))].filter((part) => part !== null).join(' · '),
  ),
];

/** Without the point at the end. */
const bare = (words: string): string => words.replace(/[.。]$/u, '');

/** The contact's own words, beside a line in the contact's colour. */
const quotation = (look: Look, words: string): ReactElement =>
  text(
    look,
    {
      fontSize: 8.5,
      color: colors.muted,
      marginTop: 2,
      borderColor: colors.contact,
      ...(look.isRtl ? { borderRightWidth: 1.5, paddingRight: 6 } : { borderLeftWidth: 1.5, paddingLeft: 6 }),
    },
    words,
  );
