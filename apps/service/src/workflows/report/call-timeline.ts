import { Path, Rect, Svg } from '@react-pdf/renderer';
import { createElement as h, type ReactNode } from 'react';
import type { ReportContent, ReportLine } from '../../domains/analysis/report.model.ts';
import { box, clock, colors, columnWidth, type Look, row, section, text } from './report-look.ts';

const LANE = 13;
const GAP = 3;
const HEIGHT = 2 * LANE + GAP;
/** Fewer marks than this on the scale, so that their times never touch. */
const MOST_MARKS = 9;
const steps = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

/** Who spoke when: a lane for each, along the time of the call. */
export function callTimeline(look: Look, { transcript, durationSeconds }: ReportContent): ReactNode {
  const end = Math.max(durationSeconds, ...transcript.map(({ endTime }) => endTime));
  if (transcript.length === 0 || !(end > 0)) return null;
  const { words } = look;
  const scale = (seconds: number) => (seconds / end) * columnWidth;
  const agent = transcript.filter(({ speaker }) => speaker === 'AI');
  const contact = transcript.filter(({ speaker }) => speaker === 'CONTACT');
  return section(look, words.course, [
    box(
      {},
      row(
        look,
        { gap: 16, marginBottom: 6 },
        legend(look, colors.agent, words.agent, spoken(agent), spoken(transcript)),
        legend(look, colors.contact, words.contact, spoken(contact), spoken(transcript)),
      ),
      h(
        Svg,
        { width: columnWidth, height: HEIGHT, viewBox: `0 0 ${columnWidth} ${HEIGHT}` },
        lane(0),
        lane(LANE + GAP),
        h(Path, { d: blocks(agent, 0), fill: colors.agent }),
        h(Path, { d: blocks(contact, LANE + GAP), fill: colors.contact }),
      ),
      box({ height: 12, marginTop: 3 }, ...marks(end).map(mark)),
    ),
  ]);

  /** One shape for all that one of them said: hundreds of them would each take their time. */
  function blocks(lines: readonly ReportLine[], top: number): string {
    const drawn = lines.map(({ startTime, endTime }) => {
      const width = Math.max(scale(endTime - startTime), 0.6);
      const left = look.isRtl ? columnWidth - scale(startTime) - width : scale(startTime);
      return `M${left.toFixed(1)} ${top}h${width.toFixed(1)}v${LANE}h-${width.toFixed(1)}z`;
    });
    return drawn.join('') || 'M0 0';
  }

  function mark(seconds: number): ReactNode {
    const at = Math.min(scale(seconds), columnWidth - 24);
    const textAlign = look.isRtl ? 'right' : 'left';
    return box(
      { position: 'absolute', top: 0, width: 34, ...(look.isRtl ? { right: at } : { left: at }) },
      text(look, { fontSize: 7, color: colors.muted, textAlign }, clock(seconds)),
    );
  }
}

const lane = (top: number): ReactNode =>
  h(Rect, { x: 0, y: top, width: columnWidth, height: LANE, fill: colors.wash });

const spoken = (lines: readonly ReportLine[]): number =>
  lines.reduce((total, { startTime, endTime }) => total + Math.max(endTime - startTime, 0), 0);

const legend = (look: Look, color: string, who: string, seconds: number, all: number): ReactNode =>
  row(
    look,
    { gap: 5, alignItems: 'center' },
    box({ width: 7, height: 7, borderRadius: 1.5, backgroundColor: color }),
    text(look, { fontSize: 8.5 }, who),
    text(
      look,
      { fontSize: 8.5, color: colors.muted },
      all > 0 ? `${Math.round((seconds / all) * 100)} %` : '',
    ),
  );

function marks(end: number): number[] {
  const step = steps.find((seconds) => end / seconds < MOST_MARKS) ?? Math.ceil(end / MOST_MARKS);
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step);
}
