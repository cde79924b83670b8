import type { Choice } from '../phrases/phrase.ts';
import type { Random } from '../random.ts';

/** What they think depends on the facts, how they put it on the words. */
type Agreement = (facts: Random, words: Random) => string;

const QUESTION_WORD = /^(what|which|when|where|who|whom|whose|why|how)\b/i;
const POLITE_REQUEST =
  /^(?!.*\b(tell me|let me know|ask)( you)? (if|whether)\b)(could|can|would|will|may|might|do) (you|i|we)( mind| please| also)*,? (ask|tell|telling|describe|give|share|explain|introduce|spell|let (me|us) know|walk)/i;
const AUXILIARY =
  /^(do|does|did|are|is|was|were|can|could|would|will|have|has|had|may|might|shall|should|am|any|anything)\b( (you|i|we|it|that|this|there)\b)?/i;
/** In front of the question itself. */
const PREAMBLE =
  /^((and|so|but|okay|ok|now|then|first|finally|also|great|thanks|thank you|please)\b[\s,]*)+/i;

/** Questions to which a helpful person says no. */
const DECLINED =
  /\banything (else|more|to add)\b|\b(any|other|more|further) questions\b|\b(rather|like to|prefer to) (speak|talk) (to|with)\b|\bdisabilit|\bcriminal\b|\bsponsorship\b/i;

/** Questions to which they say yes, or there would be nothing to talk about. */
const CERTAIN = /\b(time|minutes?|moment|am i|correct|right|interested|recommend|continue|go on)\b/i;

const echoes: Readonly<Record<string, Choice>> = {
  'do you': ['Yes, I do.', 'Yes, sure.', 'I do, yes.', 'Yeah.'],
  'did you': ['Yes, I did.', 'I did, yes.'],
  'are you': ['Yes, I am.', 'I am, yes.', 'Yeah, definitely.'],
  'were you': ['Yes, I was.', 'Yes.'],
  'can you': ['Yes, I can.', 'Sure, yes.'],
  'could you': ['Yes, I could do that.', 'Yes, that would work.', 'Sure, that is possible.'],
  'would you': ['Yes, I would.', 'Yes, definitely.', 'I think so, yes.'],
  'will you': ['Yes, I will.', 'Yes, I will be there.'],
  'have you': ['Yes, I have.', 'Yes, a few times.'],
  'am i': ['Yes, speaking.', 'Yes, that is me.'],
  'is this': ['Yes, it is.', 'Yes, that is right.'],
  'is that': ['Yes, that is correct.', 'Yes, that is right.', 'Correct, yes.'],
  'is it': ['Yes, it is.', 'Yes, that is fine.'],
  'may we': ['Yes, of course.', 'Sure, go ahead.'],
  'may i': ['Yes, of course.', 'Sure.'],
  'can we': ['Yes, you can.', 'Sure, that is fine.'],
};
const yes: Choice = ['Yes.', 'Yes, sure.', 'Yeah.', 'Yes, that is right.'];
const no: Choice = ['No, not really.', 'No, I do not.', 'No, I am afraid not.'];
const nothing: Choice = [
  'No, thank you, that is all.',
  'No, I think that was everything.',
  'No, nothing else.',
];
const reasons: Choice = [
  'because it was always easy to work together',
  'because it simply works',
  'I like it',
];

/** How to answer, when the question is one that yes, no or one of two things answers. */
export function agreement(question: string): Agreement | undefined {
  const opening = opener(question);
  if (opening === undefined) return undefined;
  const choices = alternatives(question);
  if (choices) return (facts, words) => words.pick(frames).replace('%', facts.pick(choices));
  if (DECLINED.test(question)) return (_, words) => words.pick(nothing);
  return (facts, words) => {
    // Somebody helpful agrees more often than not.
    const isYes = CERTAIN.test(question) || facts.chance(0.85);
    const answer = words.pick(isYes ? (echoes[opening] ?? yes) : no);
    const isReasonWanted = /\bwhy\b/i.test(question) && isYes;
    return isReasonWanted ? `${answer.slice(0, -1)}, ${facts.pick(reasons)}.` : answer;
  };
}

const frames: Choice = ['%.', '%, please.', 'I think %.', 'Rather %.'];

/** The first words of the part that asks, lower case, when it asks for a yes or a no. */
function opener(question: string): string | undefined {
  for (const clause of question.split(/[,:;–]\s*/)) {
    const core = clause.trim().replace(PREAMBLE, '');
    if (QUESTION_WORD.test(core) || POLITE_REQUEST.test(core)) return undefined;
    const [opening] = AUXILIARY.exec(core) ?? [];
    if (opening) return opening.toLowerCase();
  }
  return undefined;
}

/** "Do you prefer mornings or evenings?" leaves two. */
function alternatives(question: string): Choice | undefined {
  const [, before, after] = /^(.*?),? or (?!not\b|so\b|more\b|less\b|any)([^?,]+)\?/i.exec(question) ?? [];
  if (before === undefined || after === undefined) return undefined;
  const last = before
    .split(/\b(?:prefer|rather|like|want|work|be|is|are|have|by|via|you|it|choose|take|:)\s+/i)
    .at(-1);
  const options = (last ?? '').split(/,\s*/).filter((option) => option !== '');
  const [first, ...rest] = [...options, after].map((option) => option.trim().replace(SUBJECT, ''));
  return first === undefined ? undefined : [first, ...rest];
}

/** "Is the roof yours, or do you rent?" is answered by "yours" or "rent". */
const SUBJECT = /^(?:(?:do|did|are|would|will|have) (?:you|we) |(?:the|your|this|that) \w+ (?=\w))/i;
