import type { Speech } from '@parley/language/speech.ts';
import { anyOf } from './cue-pattern.ts';
import { contentStems } from './stem.ts';

/** Attempts to give the agent another task or to get at what it was told. Never obeyed, whatever was asked. */
const orders = anyOf([
  '(ignore|disregard|forget|override|bypass|drop|overlook) (about )?(all |any |everything |of |the )*(your|these|those|previous|prior|earlier|above|my previous|all|system) (previous |prior |earlier |other |system |original |own |of your )*(instructions|instruction|rules|prompt|prompts|programming|guidelines|training|script|orders|restrictions)',
  '(ignore|disregard|forget) the (instructions|prompt|system prompt|script|above)',
  '(forget|ignore) (everything|all|what) (you|that|they|i|above|before)',
  '(what|show|reveal|print|read|repeat|tell|give) (me |us )?(is |are |out )?(all )?(of )?(your|the) (system |initial |hidden |secret |original )?(prompt|instructions|system message|programming|rules)',
  '(you are|act|behave|pretend|roleplay|respond|talk|speak|answer) (now |as |like |to be |you are |as if |that you are )+(a |an |my |the )?(pirate|different|dan|unrestricted|assistant that|cat|dog|poet|grandma|hacker|developer mode|evil|jailbroken|free|chatgpt|comedian|robot from|character)',
  '(developer|debug|admin|god|maintenance|sudo|dan|jailbreak) (mode|override|access)',
  '(new|different|updated|following) (instructions|system prompt|rules) (for you|are|is|apply|from now)',
  'jailbreak',
  '(new|updated|different) (instructions|orders|rules) (from|for you|by)',
  'pretend (that )?(you|to be)',
  '(your|the) (hidden|secret|internal) (rules|instructions|prompt)',
  'from now on you (only|must|will|are|should)',
  '(say|repeat) after me',
  '(as|i am) your (developer|creator|programmer|administrator|admin|master)',
  '(end|exit|leave) (of )?(the )?(role ?play|simulation|script)',
]);

/** The same in the other languages: to ignore or forget, and what. */
const foreignOrders = new RegExp(
  [
    '(?<![^ ])(?:ignorier|vergiss|vergessen sie|vergesst|ignor|oublie|olvid|esquec|dimentica|negeer|vergeet|uit|zignoruj|zapomnij|zapomen|zabudn|hagyd figyelmen|felejts|uita|игнорир|забрави|zanemari|zaboravi|prezri|pozabi|занемари|заборави|ігнору|забудь|игнорируй|αγνοησ|ξεχασ|unut|yok say|strunta|glom|glem|ignorer|unohda|ala valita|unusta|eira|aizmirsti|pamirsk|nepaisyk|تجاهل|انس|תתעלמ?|תתעלם|תשכח)[^ ]*(?: [^ ]+){0,5}? [^ ]*(?:anweisung|vorgabe|instru|instrucc|istruzion|regel|regol|regl|pokyn|instrukc|zasad|pravid|pravil|utasitas|szabaly|инструкц|правил|uput|navodil|упутств|інструкц|указани|οδηγι|κανον|talimat|kural|ohje|saan|juhis|reegl|noteikum|taisykl|تعليمات|قواعد|הוראות|כללים)',
    '指示.{0,8}無視|無視.{0,8}指示|(?:忽略|忘记|忘記|无视|無視).{0,12}(?:指令|指示|规则|規則)|지시.{0,6}무시|무시하고',
    '(?:talimat|kural)[^ ]* (?:unut|yok say)',
  ].join('|'),
);

/** Requests that have nothing to do with a call like ours. */
const tasks = anyOf([
  '(tell|sing|say|write|make|recite|read|give|know) (me |us )?(a |an |some |any |another |the )?(funny |good |short |dirty |bad |little |bedtime )?(joke|jokes|story|poem|song|haiku|limerick|riddle|rap|recipe|essay|fairy tale|python script|code)',
  '(sing|dance|rap|beatbox) for me',
  '(what|how) is the (weather|temperature)( like)?( there| today| where you are| in [^ ]+)?',
  '(nice|lovely|terrible|crazy|awful|hot|cold|rainy) weather (today|we are|outside|is not it|here|lately)',
  '(did|have) you (watch|see|seen|catch|watched|hear about|heard about) (the |that |yesterday|last )(game|match|football|news|film|movie|race|show|final)',
  '(who|what team) (won|is winning|will win|do you support)',
  '(do you|can you) (believe in|like|love|dream|have feelings|eat|sleep|feel|drink|have a (boyfriend|girlfriend|soul|body|family|wife|husband|pet|dog|cat))',
  '(what|who) is your (favourite|favorite|star sign|zodiac|mother|father|boyfriend|girlfriend)',
  'what are you wearing',
  '(are|will) you (marry|single|married|conscious|sentient|alive|in love)',
  '(what|who) (is|do you think) (about |of )?(the (president|government|election|war|meaning of life|capital of)|politics|trump|biden|putin|god|love)',
  'meaning of life',
  '(what is|how much is) \\d+ (plus|times|minus|divided|x) \\d+',
  '(who|which) (are you|did you) (going to |gonna )?vote for',
  '(solve|calculate|translate|spell|count) (this|me|the|to|backwards|for me)(?! (number|numbers))',
  '(order|get|buy) me (a )?(pizza|beer|coffee|burger|taxi)',
]);

/** Whether they speak to the machine rather than to the caller: to give it another task, or to get at its own. */
export const isOrder = ({ plain }: Pick<Speech, 'plain'>): boolean =>
  orders.test(plain) || foreignOrders.test(plain);

/** Whether what they say has nothing to do with the call. What the question itself speaks of is never off topic. */
export function isOffTopic(speech: Speech, question: string): boolean {
  if (isOrder(speech)) return true;
  const found = tasks.exec(speech.plain)?.[0];
  if (found === undefined) return false;
  const asked = new Set(contentStems(question));
  return !contentStems(found).some((stem) => asked.has(stem));
}
