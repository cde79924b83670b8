import type { Passage } from './dialogue/dialogue-model.ts';
import type { PlanDocument } from './plan.ts';

/** About what can be said in half a minute, and more than an answer needs. */
const LONGEST = 600;

/**
 * Splits a document into passages that can be understood alone: paragraphs with their heading, long ones split at the
 * end of a line or a sentence.
 */
export function passagesOf({ id, title, text }: PlanDocument): Passage[] {
  const passages: Passage[] = [];
  let heading = '';
  for (const block of text.replaceAll('\r\n', '\n').split(/\n\s*\n/)) {
    const lines = block.split('\n').map((line) => line.trim());
    while (lines[0] !== undefined && HEADING.test(lines[0]))
      heading = (lines.shift() ?? '').replace(HEADING, '$1').trim();
    const body = lines.filter((line) => line !== '').join('\n');
    if (body === '') continue;
    const under = heading === '' || heading === title ? title : `${title}: ${heading}`;
    passages.push(...parted(body).map((part) => ({ title: under, text: part })));
  }
  return passages.map((passage, index) => ({ ...passage, source: `${id}#${index + 1}` }));
}

const HEADING = /^#{1,6}\s+(.*?)\s*#*$/;

/** Whole lines and sentences as long as they fit; one that is too long by itself is cut between words. */
function parted(body: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const piece of body.match(PIECE) ?? []) {
    if (part !== '' && part.length + piece.length > LONGEST) {
      parts.push(part.trim());
      part = '';
    }
    part += piece;
  }
  return [...parts, part.trim()].filter((one) => one !== '');
}

/** Up to the end of a line or a sentence, or as much as fits. */
const PIECE = new RegExp(
  `[^\\n]{1,${LONGEST}}?(?:\\n|$|(?<=[.!?。！？؟…])\\s+|(?<=[。！？]))|[^\\n]{1,${LONGEST - 1}}(?:\\s|$)|[^\\n]{1,${LONGEST}}`,
  'gu',
);
