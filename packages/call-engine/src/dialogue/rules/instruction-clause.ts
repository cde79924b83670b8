import { CONTACT } from './person-turning.ts';
import { QUOTATION } from './quotation.ts';

/** The one who is called, as the object of an instruction. Their name stands in a prompt as a quotation. */
export const THEM = `(?:them|him|her|people|everyone|the (?:${CONTACT})|(?:${QUOTATION.replace('(', '(?:')}\\s?)+)`;

/**
 * The instructions of an English prompt, one by one, with what only says how or in which order taken off. What
 * depends on the course of the call ("if they agree, …") and what is forbidden is left out: neither can be said.
 */
export function instructionsOf(prompt: string): string[] {
  return sentencesOf(prompt)
    .map(unlabelled)
    .filter(({ length }) => length <= LONGEST_SENTENCE)
    .filter((sentence) => !DEPENDENT.test(sentence) && !FORBIDDEN.test(sentence))
    .flatMap((sentence) => sentence.split(JOINT))
    .map((clause) => plain(unlabelled(clause)))
    .filter(
      (clause) =>
        clause !== '' && !FORBIDDEN.test(clause) && !DEPENDENT.test(clause) && !ON_DEMAND.test(clause),
    );
}

/** What goes on for longer is no instruction to say something, and would be slow to look through. */
const LONGEST_SENTENCE = 1000;

function sentencesOf(prompt: string): string[] {
  return (
    prompt
      .replaceAll(/\s*\([^()]*\)/g, '')
      .replaceAll(/,?\s*\b(?:e\.g\.|for example|for instance|such as)[^.?!\n;]*/gi, '')
      // Full stops that end no sentence become dots that look the same.
      .replaceAll(
        /\b(Mr|Mrs|Ms|Dr|Prof|St|No|Inc|Ltd|approx|etc|vs|[ap]\.m|i\.e|[A-Z])\.(?=\s+\S)/g,
        '$1\u2024',
      )
      .split(/(?<=[.!?])\s+|\n+|;\s+/)
      .map((sentence) =>
        sentence
          .replaceAll(/[*_#`]+/g, '')
          .replace(/^\s*(?:[-•–]|\d+[.)])\s*/, '')
          .trim(),
      )
  );
}

const DEPENDENT =
  /^(?:if|when|whenever|once|unless|in case|should they|after|before|as soon as|as long as|depending|otherwise|else|only|until|while)\b/i;
const ON_DEMAND =
  /\b(?:if|when|unless|where|as) (?:needed|asked|necessary|required|appropriate|relevant|applicable|they (?:ask|agree|refuse|say|want to know))\b/i;
const FORBIDDEN =
  /^(?:(?:please\s+)?(?:do not|don['’]t|not|never|avoid|refrain|under no circumstances)|you (?:mustn|shouldn|can|couldn|won)['’]t)\b/i;

/** Where the next instruction of a sentence begins. A bare verb is not enough: "come and see us" is one thing. */
const NEXT_VERB = [
  `ask(?=\\s*:|\\s+(?:${THEM}|whether|if|what|which|who|when|where|why|how|for|about|their|again|politely|kindly|gently)(?![\\p{L}]))`,
  `(?:tell|inform|remind|invite|thank|greet|welcome|congratulate|wish|assure|reassure|offer|notify|advise|encourage)\\s+(?=${THEM}|to\\b)`,
  'let\\s+them\\s+know',
  `say\\s+(?=${QUOTATION.replace('(', '(?:')}|that|hello|hi|goodbye|bye|thank)`,
  '(?:explain|mention|state|stress|emphasi[sz]e|clarify|point out|announce|add|confirm|verify|describe|outline|present|discuss|introduce|summari[sz]e|apologi[sz]e|propose|suggest|schedule|arrange|find out|enquire|inquire|request|collect|gather)\\b',
  '(?:check|see|learn|determine|establish)\\s+(?=whether|if|what|which|when|how|that)',
  'get\\s+(?=their|the\\b)',
  '(?:talk|speak)\\s+(?=about|to them|with them)',
  // What is done rather than said parts the instructions around it.
  "(?:note|record|write down|listen|wait|pause|transfer|hang up|move on|proceed|continue|end the|close the|keep|be|stay|give them|do not|don['’]t|never)\\b",
].join('|');
const MANNER =
  'briefly|politely|kindly|gently|warmly|simply|just|always|clearly|carefully|openly|quickly|directly|again|friendly|then|also|first|finally';
const JOINT = new RegExp(
  `(?:\\s*:\\s+|\\s*,\\s*(?:and\\s+|but\\s+)?(?:then\\s+)?|\\s+(?:and|but)\\s+(?:then\\s+)?|\\s+then\\s+)(?=(?:(?:${MANNER})\\s+)*(?:${NEXT_VERB}))`,
  'iu',
);

const LEAD = new RegExp(
  `^(?:(?:${MANNER}|please|next|now|and|second|third|firstly|secondly|thirdly|lastly|afterwards|after that|try to|` +
    "(?:be|make) sure to|remember to|(?:do not|don['’]t) forget to|go ahead and|" +
    '(?:start|begin|open|end|close|finish|continue) (?:the (?:call|conversation|section) )?by|' +
    '(?:you|the agent) (?:should|must|will|need to|have to|can|are to|shall)|' +
    'your (?:task|goal|job|aim|objective|role) (?:here )?is to|the (?:goal|aim|purpose|task)(?: of this \\w+)? is to|' +
    '(?:i|we) (?:want|need|would like) you to|at the (?:start|beginning|end)|to (?:start|begin)(?: with)?)(?:,\\s*|\\s+)|' +
    '(?:goal|task|objective|aim|purpose|step \\d+|instructions?|to do)\\s*:\\s*)',
  'i',
);

/** Without "please", "your task is to" and their like, and "asking" as "ask". */
function unlabelled(sentence: string): string {
  let rest = sentence.trim();
  for (let next = rest.replace(LEAD, ''); next !== rest; next = rest.replace(LEAD, '')) rest = next;
  return rest.replace(/^(\w+)ing\b/, (gerund, stem: string) => gerunds[stem.toLowerCase()] ?? gerund);
}

const gerunds: Readonly<Record<string, string>> = {
  ask: 'ask',
  thank: 'thank',
  greet: 'greet',
  tell: 'tell',
  say: 'say',
  explain: 'explain',
  mention: 'mention',
  remind: 'remind',
  inform: 'inform',
  confirm: 'confirm',
  introduc: 'introduce',
  welcom: 'welcome',
  apologis: 'apologise',
  apologiz: 'apologise',
  invit: 'invite',
  stat: 'state',
  describ: 'describe',
  outlin: 'outline',
  wish: 'wish',
};

const MANNER_WITHIN = new RegExp(`^(\\w+(?:\\s+(?:out|${THEM}))?)\\s+(?:${MANNER})\\b,?`, 'iu');
const MANNER_AT_END =
  /\s*,?\s*(?:in an? [\w ]+ (?:way|tone|manner)|politely|briefly|warmly|kindly|clearly|in (?:one|two|a few|a couple of) (?:short |brief )?(?:sentences?|words?)|word for word|(?:by (?!saying\b)|without )\w+ing\b.*)$/i;

const plain = (clause: string): string =>
  clause
    .replace(/[.!,;:\s]+$/, '')
    .replace(MANNER_AT_END, '')
    .replace(MANNER_WITHIN, '$1')
    .trim();
