import { Circle, Path, Svg } from '@react-pdf/renderer';
import { createElement as h, type ReactNode } from 'react';
import type { ReportContent } from '../../domains/analysis/report.model.ts';
import { box, clock, colors, type Look, row, scoreColor, text } from './report-look.ts';

/** Contact, agent, job and outcome. */
export function reportHead(look: Look, content: ReportContent): ReactNode[] {
  const { words } = look;
  const rating = ratingOf(content);
  return [
    row(
      look,
      { justifyContent: 'space-between', marginBottom: 14 },
      text(look, { fontSize: 8.5, fontWeight: 700, color: colors.agent }, content.companyName),
      text(
        look,
        { fontSize: 8.5, color: colors.muted },
        content.isSimulated ? `${words.title} · ${words.simulated}` : words.title,
      ),
    ),
    row(
      look,
      { justifyContent: 'space-between', alignItems: 'center', marginBottom: 14 },
      box(
        { flex: 1 },
        text(
          look,
          { fontSize: 23, lineHeight: 1.2, fontWeight: 700, color: colors.ink },
          content.contactName || words.contact,
        ),
        content.jobTitle === null
          ? null
          : text(look, { fontSize: 11, color: colors.muted, marginTop: 4 }, content.jobTitle),
      ),
      rating === null ? null : gauge(look, rating),
    ),
    row(
      look,
      { backgroundColor: colors.wash, borderRadius: 6, paddingVertical: 10, paddingHorizontal: 4 },
      ...factsOf(look, content).map(([label, value, width]) =>
        box(
          { width: `${width}%`, paddingHorizontal: 8 },
          text(look, { fontSize: 7.5, color: colors.muted, marginBottom: 2 }, label),
          text(look, { fontSize: 9, lineHeight: 1.3, fontWeight: 700, color: colors.ink }, value),
        ),
      ),
    ),
  ];
}

/** What the whole call was worth: the agent's own scale first, then the language test's, then the general one. */
const ratingOf = ({ analysis: { general, specific, analytics } }: ReportContent): number | null =>
  analytics?.matchScore ?? analytics?.scoring?.total ?? specific?.overallScore ?? general.overallRating;

const factsOf = (look: Look, content: ReportContent): [label: string, value: string, width: number][] => [
  [look.words.agent, content.agentName, 22],
  [look.words.date, look.dateTime(content.calledAt), 32],
  [look.words.duration, clock(content.durationSeconds), 14],
  [look.words.outcome, look.words.endings[content.ending], 32],
];

const SIZE = 62;
const RADIUS = 26;
const MIDDLE = SIZE / 2;

/** A ring that is closed at 100. */
function gauge(look: Look, rating: number): ReactNode {
  const share = Math.min(Math.max(rating / 100, 0), 1);
  const color = scoreColor(rating);
  return box(
    { alignItems: 'center', width: 110 },
    box(
      { width: SIZE, height: SIZE },
      h(
        Svg,
        { width: SIZE, height: SIZE, viewBox: `0 0 ${SIZE} ${SIZE}` },
        h(Circle, { cx: MIDDLE, cy: MIDDLE, r: RADIUS, stroke: colors.line, strokeWidth: 6, fill: 'none' }),
        share > 0 && share < 1
          ? h(Path, { d: arc(share), stroke: color, strokeWidth: 6, strokeLinecap: 'round', fill: 'none' })
          : null,
        share === 1
          ? h(Circle, { cx: MIDDLE, cy: MIDDLE, r: RADIUS, stroke: color, strokeWidth: 6, fill: 'none' })
          : null,
      ),
      box(
        { position: 'absolute', top: 0, left: 0, width: SIZE, height: SIZE, justifyContent: 'center' },
        text(
          look,
          { fontSize: 17, lineHeight: 1.1, fontWeight: 700, color: colors.ink, textAlign: 'center' },
          String(Math.round(rating)),
        ),
      ),
    ),
    text(look, { fontSize: 7.5, color: colors.muted, marginTop: 3, textAlign: 'center' }, look.words.rating),
  );
}

/** From the top, as a clock goes. */
function arc(share: number): string {
  const angle = share * 2 * Math.PI;
  const x = MIDDLE + RADIUS * Math.sin(angle);
  const y = MIDDLE - RADIUS * Math.cos(angle);
  return `M ${MIDDLE} ${MIDDLE - RADIUS} A ${RADIUS} ${RADIUS} 0 ${share > 0.5 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}`;
}
