import type { Clause, Speech } from '@parley/language/speech.ts';
import { anyOf, isAnyOf, startsWithAnyOf } from './cue-pattern.ts';

const VERB = '(is|are|was|were|am|do|does|did|will|would|can|could|should|has|have|had|shall)';
const THING = '(?:(?!(?:i|we|he|she|they|you|it|who|that|the|is|are|was|do|did|does)(?: |$))[^ ]+ ){1,3}';

/** A question begins with its verb before its subject: "what is the salary", but not "what I like is". */
const ASKING = [
  `(what|who|where|when|why|how) ${VERB}(?! (matters|mattered|important|happened|great) )`,
  `(what|which|whose) (?:kind of |sort of |type of )?${THING}${VERB} (?!(?:important|great|good) )[^ ]+`,
  `how (much|many|long|often|far|big|soon|old|large|quickly|fast|exactly|come|about|else)(?! (i|we|they|he|she) )`,
  'what about',
  'who (gave|told|sent|wants|said|put)',
  '(is|was) (this|it|that|there|the|your|everything|anybody|anyone|someone|he|she)',
  '(are|were) (you|there|these|those|they|we)',
  '(do|did) (you|i|we|they|the)(?! know what i mean)',
  'does (it|this|that|the|he|she|anyone|your|a|an|my|having|one)',
  '(will|would|should|could|shall|can|may) (i|we|it|there|this|that|they|the|my|someone|somebody)',
  '(can|could|would|will) you (please |just |maybe )*(tell|explain|give|send|say|share|describe|confirm|clarify|email|help|walk|remind|offer|provide|do|guarantee|let me know|repeat what|go)',
  '(have|has) (you|it|this|there|anyone|the|i)',
  'am i',
];
const LEAD =
  '(?:(?:yes|yeah|yep|no|nope|okay|well|so|and|but|hi|hello|hey|sorry|wait|listen|actually|right|sure|oh|alright|because|also|then|now|look|first|just|excuse me|quick question|one question|before (?:that|we (?:start|begin|go on|continue))|(?:can|may|could) i (?:just )?ask|i see|i mean|hold on|hang on|by the way|out of curiosity|good morning|good afternoon|good evening|great|cool|fine|interesting|thanks|thank you|hm|sir|please|umm|ah) ){0,5}';

const asking = startsWithAnyOf([`${LEAD}(?:${ASKING.join('|')})`]);
/** Said about us, these are questions in the middle of a sentence too: recognisers write no commas. */
const askingUs = anyOf([
  '(?<!(know|understand|sure|see|ask|asked|is|matter|about|depends|depending|on) )(who|what|where|how|why) (are|do|did|is|have) (you|this call|your company|your name|this about|your)(?! call it| know)',
  '(?<!(know|understand|see|asked) )what is (the|your) (salary|pay|price|cost|name|company|rate|catch|address|budget|number)',
  '(?<!(know|understand|see|asked|matter|about|depends|on) )how much (is|does|do|would|will) (it|this|that|the|you)',
  '(what|who) is (it|this) (about|for|regarding)',
  '(is|are) (this|you) (a|an|some|some kind of) (scam|robot|bot|machine|recording|computer|ai|real person|human|human being|real human|joke|prank|spam|sales call|salesman|telemarketer|person)',
]);
const whoAlone = isAnyOf([
  '(sorry |hello |yes |wait |hi |and )*(who|who is it|who is that|why|where|since when|from where)',
]);
/** Without a verb it is a question only as the whole of what is said. */
const askingShortly = isAnyOf([
  `${LEAD}(what|which) (kind|sort|type|class|one|ones|company|city|place|number|position|job|role)( of [^ ]+| exactly)?`,
  `${LEAD}(what|which) (?!else|ever|not)[^ ]+`,
  `${LEAD}(where( to| exactly| from)|for how long|how so|for what|like what|as what|in what way|by when|with whom|how come)`,
]);
const wondering = anyOf([
  '(i was|i am|just|was) (just )?wondering (what|who|where|when|why|how|which|if|whether|about)',
  '(would|like|want|love|need) (like )?to (know|ask|hear)( you)?( a bit)?( more)? (what|who|where|when|why|how|which|if|whether|about|more about)',
  '(i|we) (just |also |do )?have (a |one |some |another )?(quick )?questions? (about|regarding|on|concerning)',
  '^(please |yeah |yes |okay |well |so )*(tell|can you tell|could you tell) me (more |a bit more |a little more )?(what|who|where|when|why|how|which|if|whether|about) (?!yourself)',
  'what (the|your) [^ ]+ (is|are|would be)$',
]);
/** Questions only in form. */
const rhetorical = anyOf([
  'who knows',
  'how (can|may) (i|we) (help|be of)',
  '(can|may) i take a message',
  'why not',
  'how (would|should) i know',
  'what can i say',
  'you know what i mean',
  'what (is|was) (it|that) called',
  'what (do|did) (you|they) call (it|that|them)',
  'how (do|should|can|could|would) (i|you) (put|say|explain|describe) (it|this|that)',
  'what else( can i say| did i do| is there)?$',
  'do not (you|we)$',
  'is that (okay|right|alright|enough|fine|correct|good|clear)$',
  'are you (still )?there',
  'how are you( doing)?( today)?$',
  'what (is|was) (that|it)( again| sorry)?$',
  'is (this|it|that) (a )?(bad|good) time',
  'can you hear me',
  '(how|what) (is|are) (it|things) going',
  'what is up',
]);

export interface CounterQuestion {
  /** As they said it. */
  readonly text: string;
  readonly clauses: readonly Clause[];
}

/** What they would like to know of us; undefined when they ask nothing. */
export function counterQuestion(
  speech: Speech,
  isSpent: (clause: Clause) => boolean,
  foreign: RegExp | undefined,
  isOfUs: (plain: string) => boolean,
): CounterQuestion | undefined {
  const clauses = speech.clauses.filter(
    (clause) => !isSpent(clause) && (isQuestion(clause, foreign) || isOfUs(clause.plain)),
  );
  return clauses.length === 0 ? undefined : { text: clauses.map((clause) => clause.raw).join(' '), clauses };
}

function isQuestion({ plain, isAsked }: Clause, foreign: RegExp | undefined): boolean {
  if (rhetorical.test(plain)) return false;
  if (asking.test(plain) || askingUs.test(plain) || wondering.test(plain)) return true;
  if (whoAlone.test(plain) || askingShortly.test(plain)) return true;
  return isAsked && (plain.split(' ').length > 2 || foreign?.test(plain) === true);
}
