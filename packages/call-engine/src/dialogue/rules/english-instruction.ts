import { directQuestion } from './direct-question.ts';
import { instructionsOf, THEM } from './instruction-clause.ts';
import { CONTACT, turned } from './person-turning.ts';
import { lifted, QUOTATION, restored } from './quotation.ts';
import {
  about,
  asked,
  closed,
  eachQuestion,
  fact,
  hasVerb,
  LONGEST,
  lowerFirst,
  mention,
  question,
  request,
  type Spoken,
  statement,
  told,
  topic,
} from './spoken-sentence.ts';

/** Who speaks to whom, and about what: all that an instruction may need beside its own words. */
export interface Scene {
  readonly firstName: string;
  /** Says who is calling. */
  readonly introduction: string;
  readonly title: string | undefined;
}

/** Longer prompts are handbooks; what is to be said stands at their beginning. */
const MAX_PROMPT = 4000;
const MAX_SENTENCES = 3;

/**
 * What an English description of a section comes to in speech: statements, then questions, three sentences at
 * most. Empty when nothing in it was understood: an instruction is never read aloud.
 */
export function spokenInstructions(prompt: string, scene: Scene): string {
  const { text, quotations } = lifted(prompt.slice(0, MAX_PROMPT));
  const spoken = instructionsOf(text)
    .flatMap((instruction) => performed(instruction, scene))
    .map(({ text: said, isAsked }) => {
      const whole = closed(restored(said, quotations).replaceAll('\u2024', '.'));
      return { text: whole, isAsked: isAsked || whole.endsWith('?') };
    })
    .filter(({ text: said }) => said.length <= LONGEST && !claimsToBeHuman(said));
  const questions = spoken.filter(({ isAsked }) => isAsked);
  const statements = spoken.filter(({ isAsked }) => !isAsked);
  const told = statements.slice(0, questions.length > 0 ? MAX_SENTENCES - 1 : MAX_SENTENCES);
  const chosen = [...told, ...questions.slice(0, MAX_SENTENCES - told.length)].map(({ text: said }) => said);
  return [...new Set(chosen)].join(' ');
}

/** Whatever a flow asks for, a machine does not pass itself off as a person. */
export const claimsToBeHuman = (text: string): boolean =>
  /\b(?:I am|I['’]m|this is|you are (?:talking|speaking) (?:to|with))\s+(?:indeed |really )?(?:not an? (?:AI|bot|robot|machine|computer)|(?:an? )?(?:real |actual |live |living )?(?:human|person|man|woman)\b)/i.test(
    text,
  );

function performed(instruction: string, scene: Scene): Spoken[] {
  for (const [pattern, perform] of performances) {
    const match = pattern.exec(instruction);
    if (match !== null)
      return perform(
        match.slice(1).map((group) => group?.trim() ?? ''),
        scene,
      );
  }
  return [];
}

type Perform = (groups: readonly string[], scene: Scene) => Spoken[];

const whole = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll('THEM', THEM).replaceAll('ASK', ASK).replaceAll('SAY', SAY)}$`, 'iu');

const ASK =
  '(?:ask|enquire|inquire|find out|check|see|learn|determine|establish|verify|confirm|clarify|figure out|understand)(?: with| from)?';
const SAY =
  '(?:explain|mention|say|state|point out|stress|emphasi[sz]e|clarify|announce|add|make (?:it )?clear|repeat|highlight|underline)';
const QUOTE = QUOTATION.replace('(', '(?:');
/** Between "say" and the words in quotation marks. */
const EXACTLY =
  '(?:\\s*[,:]|\\s+(?:THEM|with|by saying|saying|something like|this|these words|exactly|word for word|the following|out|that|the (?:phrase|sentence|question|words?)))*';

const performances: readonly (readonly [RegExp, Perform])[] = [
  // In their own words
  [
    whole(
      `(?:say|tell|ask|read|reply|add|state|use|start|begin|open|close|end|finish|explain|mention)${EXACTLY}\\s*(${QUOTE})(?:\\s+or\\s+${QUOTE})*`,
    ),
    ([quote = '']) => [told(quote)],
  ],
  [
    whole(
      `(?:greet|welcome|thank|introduce yourself)(?: THEM)?(?: with| by saying| as follows|:)+\\s*(${QUOTE})`,
    ),
    ([quote = '']) => [told(quote)],
  ],
  [whole('ask(?: THEM)?\\s*:\\s*(.+)'), ([question = '']) => [asked(question)]],
  [
    /^((?:what|which|who|when|where|why|how|is|are|do|does|did|can|could|would|will|have|has|may)\b.*\?)$/iu,
    ([question = '']) => [asked(question)],
  ],

  // Manners
  [whole('introduce yourself(?:\\b.*)?'), (_, scene) => [told(scene.introduction)]],
  [whole('(?:say|tell THEM) who (?:you are|is calling)(?:\\b.*)?'), (_, scene) => [told(scene.introduction)]],
  [
    whole('(?:greet(?: THEM)?|say (?:hello|hi)(?: to THEM)?)(?:\\b.*)?'),
    (_, { firstName }) => [told(firstName === '' ? 'Hello.' : `Hello ${firstName}.`)],
  ],
  [whole('welcome THEM(?: (to .+))?'), ([to = '']) => statement('welcome', to)],
  [
    whole('(?:thank THEM|say thank you|say thanks|express (?:your )?(?:thanks|gratitude))(?: (for .+))?'),
    ([what = '']) => statement('thank you', what),
  ],
  [whole('say (?:goodbye|good bye|bye)(?:\\b.*)?'), () => [told('Goodbye.')]],
  [
    whole('apologi[sz]e(?: to THEM)?(?: (for .+))?'),
    ([what = '']) => (what === '' ? [told("I'm sorry about that.")] : statement('I apologise', what)),
  ],
  [whole('congratulate THEM(?: (on .+))?'), ([what = '']) => statement('congratulations', what)],
  [whole('wish THEM (.+)'), ([what = '']) => statement('I wish you', what)],

  // Why we call
  [
    whole(
      "(?:SAY|tell THEM|give|describe|outline|let THEM know) (?:why you(?:['’]re| are) calling|the (?:reason|purpose) (?:for|of|behind) (?:your|the|this) call|what (?:the|this) call is about)(?: THEM)?",
    ),
    (_, { title }) => (title === undefined ? [] : [told(`I'm calling about ${mention(title)}.`)]),
  ],

  // Requests
  [whole('ask THEM to (.+)'), ([what = '']) => question('could you please', what)],
  [whole('tell THEM to (.+)'), ([what = '']) => statement('please', what)],
  [whole('remind THEM to (.+)'), ([what = '']) => statement('please remember to', what)],
  [
    whole('remind THEM (of|about) (.+)'),
    ([of = '', what = '']) => statement(`I'd like to remind you ${of}`, what),
  ],
  [
    whole('(?:encourage|invite) THEM to ask (?:any )?questions(?:\\b.*)?'),
    () => [asked('Do you have any questions?')],
  ],
  [whole('(?:encourage|invite) THEM to (.+)'), ([what = '']) => statement("I'd like to invite you to", what)],
  [whole('offer (?:THEM )?to (.+)'), ([what = '']) => statement('if you like, we can', what)],
  [whole('offer THEM (.+)'), ([what = '']) => statement('I can offer you', what)],
  [
    whole('(propose|suggest|schedule|arrange|set up|book) ((?:a|an|the|another)\\b.+)'),
    ([verb = '', what = '']) => statement(`I'd like to ${verb.toLowerCase()}`, what),
  ],

  // Questions
  [
    whole('ASK(?: THEM)?,? (on a scale\\b.+?),? ((?:what|which|how)\\b.+)'),
    ([scale = '', object = '']) => [asked(`${scale}, ${lowerFirst(directQuestion(turned(object)))}`)],
  ],
  [
    whole('ASK(?: THEM)?,? (?:whether and )?((?:whether|if|what|which|who|when|where|why|how)\\b.+)'),
    ([object = '']) => eachQuestion(object),
  ],
  [
    whole(
      "(?:confirm|verify|check|make sure)(?: (?:with|to) THEM)? (?:that )?(you(?:['’]re| are) (?:speaking|talking) .+)",
    ),
    ([what = '']) => eachQuestion(`whether ${what}`),
  ],
  [
    whole('(?:confirm|verify|check)(?: (?:with|to) THEM)? that (.+)'),
    ([what = '']) => question('can I confirm that', what),
  ],
  [
    whole('(?:confirm|verify)(?: with THEM)? ((?:their|the|our|his|her)\\b.+)'),
    ([what = '']) => question('can I confirm', what),
  ],
  [
    whole(
      '(?:ask|enquire|inquire|find out|learn)(?: THEM)?(?: more)?(?: (?:a few |some |any )?questions)? (?:about|regarding) (.+)',
    ),
    ([what = '']) => about(what),
  ],
  [whole('(?:ask(?: THEM)? for|request|collect|gather) (.+)'), ([what = '']) => request(what)],
  [
    whole(`(?:get|take(?: down)?|obtain|capture|note down) ((?:their|his|her|the (?:${CONTACT})['’]s)\\b.+)`),
    ([what = '']) => request(what),
  ],
  [whole('(?:ask(?: THEM)?|find out) ((?:their|his|her|the)\\b.+)'), ([what = '']) => request(what)],

  // Statements
  [
    whole('(?:tell|inform|notify|advise|let) THEM (?:know )?(?:about|of|on) (.+)'),
    ([what = '']) => topic(what),
  ],
  [
    whole('(?:tell|show|let) THEM (?:know )?((?:what|which|who|when|where|why|how)\\b.+)'),
    ([what = '']) => topic(what),
  ],
  [
    whole('(?:tell|inform|notify|advise|remind|assure|reassure|warn|let)(?: THEM)?(?: know)?,? that (.+)'),
    ([what = '']) => fact(what),
  ],
  [whole('SAY(?: to THEM)?,? that (.+)'), ([what = '']) => fact(what)],
  [whole("SAY(?: to THEM)?,? ((?:we|they|it|there|you)(?:['’]\\w+)? .+)"), ([what = '']) => fact(what)],
  [
    whole('(?:tell THEM|let THEM know),? ((?!if\\b|whether\\b).+)'),
    ([what = '']) => (hasVerb(what) ? fact(what) : topic(what)),
  ],
  [whole('(?:discuss|(?:talk|speak|chat)(?: (?:to|with) THEM)? about) (.+)'), ([what = '']) => topic(what)],
  [
    whole(
      '(?:explain|mention|state|clarify|highlight|announce|describe|outline|present|introduce|review|go (?:over|through)|pitch|address)(?: (?:to|with) THEM)? ((?:the|our|a|an|their|how|what|why|when|where|this|some)\\b.+)',
    ),
    ([what = '']) => topic(what),
  ],
];
