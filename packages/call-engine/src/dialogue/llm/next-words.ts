import type { Expectation, Intention } from '../dialogue-model.ts';

/**
 * What the conductor is likely to want said after a turn, as the model is told of it, so that understanding and words
 * come with one reply. Whether it is wanted the conductor decides; words for anything else are found elsewhere.
 */
const likely = {
  acknowledge:
    'they answered clearly, or what the section is about has been dealt with: a few words that show you listened. Ask nothing, the next question follows by itself',
  ask_again: 'the question was not answered: ask it once more, in other words',
  clarify: 'their answer is unclear: one short follow-up question',
  accept_refusal: 'they would rather not answer: that is all right',
  back_to_topic: 'they speak of something else: lead back, without asking anything yet',
  section: 'the section goes on: what you say next about it',
  take_message: 'they want a person: nobody is free, ask what to pass on',
  ask_callback_time: 'they want to be called later and named no time: ask when',
  respect_refusal: 'they are not interested: thank them and part',
  goodbye: 'they part: a short goodbye',
  give_moment: 'they need a moment: give it',
} as const satisfies Partial<Record<Intention['kind'], string>>;

type Likely = keyof typeof likely;

/** With `none`, for what is looked up or decided first: then nothing is said yet. */
export const nextNames = [...(Object.keys(likely) as Likely[]), 'none'] as const;

export const nextDescriptions: readonly string[] = [
  ...Object.entries(likely).map(([name, description]) => `${name}: ${description}.`),
  'none: they asked you something, or none of these. Leave "say" empty.',
];

/** Whether words that were found for what was likely are words for what is wanted now. */
export function isFitting(
  next: string,
  intention: Intention,
  { heard, expectation }: { readonly heard: string; readonly expectation: Expectation },
): boolean {
  if (next !== intention.kind) return false;
  switch (intention.kind) {
    case 'ask_again':
    case 'clarify':
      return expectation.kind === 'answer' && expectation.question.id === intention.question.id;
    case 'section':
      return expectation.kind === 'talk' && expectation.section.id === intention.section.id;
    case 'acknowledge':
      return heard === intention.heard;
    default:
      return true;
  }
}

/** What is worth a request of its own when nothing was found before; for the rest the rules have good words at once. */
export const isWorthAsking = ({ kind }: Intention): boolean =>
  kind === 'section' || kind === 'ask_again' || kind === 'clarify';
