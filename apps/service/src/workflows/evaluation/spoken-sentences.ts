import { spokenTexts } from '@parley/call-engine/dialogue/speech-check/spoken-plan.ts';
import type { JournalEntry } from '@parley/call-engine/journal.ts';
import type { CallPlan, PlanSection } from '@parley/call-engine/plan.ts';
import { words } from '@parley/language/locale-tables.ts';

/** Every sentence that the agent says is checked by these; each returns the sentences that fail. */

const COMPLETE = /[.!?…。！？؟;][)\]"”»']*$/u;
const BROKEN = /[,;]\s*[.!?,;]|\(\s*\)|\s[.,](?!\p{L}|\p{N})|["“„«]\s*["”“»]/u;

/** Breaks off, ends with a word that joins it to another, or has a gap. What was interrupted is not the agent's fault. */
export const incompleteSentences = (journal: readonly JournalEntry[], { language }: CallPlan): string[] => {
  const { joint, or } = words[language];
  const lastWord = new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...joint, ...or].join('|')})[.!?…]*$`, 'iu');
  return wholeTexts(journal).filter(
    (text) => !COMPLETE.test(text) || BROKEN.test(text) || lastWord.test(text),
  );
};

/** Shorter ones may be said by chance. */
const TELLING_CHARACTERS = 16;
const QUOTED = /["“„«][^"”“»]*["”“»]/gu;

/** An instruction of the author, word for word. What it tells to say, between quotation marks, may be said. */
export function instructionsSaid(journal: readonly JournalEntry[], plan: CallPlan): string[] {
  const instructions = [
    ...plan.prompt.filter(({ kind }) => kind === 'instruction').map(({ text }) => text),
    ...promptsIn(plan.sections),
  ]
    .flatMap((text) => sentencesOf(text.replaceAll(QUOTED, ' ')))
    .map(plain)
    .filter((text) => text.length >= TELLING_CHARACTERS);
  const own = spokenTexts(plan).map(plain);
  return wholeTexts(journal).filter((text) => {
    const said = plain(text);
    return instructions.some((one) => said.includes(one) && !own.some((authored) => authored.includes(one)));
  });
}

const HEADING = /(?:^|\n)\s*(?:#{1,6}\s|[*-]\s)|\*\*/u;

/** A title of a section or a document, or a mark of one, where the flow itself does not say it. */
export function headingsSaid(journal: readonly JournalEntry[], plan: CallPlan): string[] {
  const own = spokenTexts(plan).join('\n');
  const titles = [...titlesIn(plan.sections), ...plan.knowledge.map(({ title }) => title)].filter(
    (title) => title.includes(' ') && !own.includes(title),
  );
  return wholeTexts(journal).filter(
    (text) => HEADING.test(text) || titles.some((title) => text.includes(title)),
  );
}

/** The same sentence twice in a row, though nobody asked to hear it again. */
export function repeatedSentences(journal: readonly JournalEntry[]): string[] {
  const repeated: string[] = [];
  let last = '';
  for (const entry of journal) {
    if (entry.kind === 'understood' && entry.understanding.wants.repeat) last = '';
    if (entry.kind !== 'said' || entry.text === '') continue;
    for (const sentence of sentencesOf(entry.text)) {
      if (plain(sentence) === last) repeated.push(sentence);
      last = plain(sentence);
    }
    // Who was interrupted begins again.
    if (!entry.isWhole) last = '';
  }
  return repeated;
}

const wholeTexts = (journal: readonly JournalEntry[]): string[] =>
  journal.flatMap((entry) =>
    entry.kind === 'said' && entry.isWhole && entry.text !== '' ? [entry.text] : [],
  );

const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?…])\s+|(?<=[。！？؟])/u).filter((sentence) => sentence.trim() !== '');

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const promptsIn = (sections: readonly PlanSection[]): string[] =>
  sections.flatMap((section) => {
    if (section.type === 'sequential') return [section.prompt];
    return section.type === 'conditional' ? section.branches.flatMap((one) => promptsIn(one.sections)) : [];
  });

const titlesIn = (sections: readonly PlanSection[]): string[] =>
  sections.flatMap((section) => [
    ...(section.title === undefined ? [] : [section.title]),
    ...(section.type === 'conditional' ? section.branches.flatMap((one) => titlesIn(one.sections)) : []),
  ]);
