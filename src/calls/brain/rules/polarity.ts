import { anyOf, isAnyOf, startsWithAnyOf } from './cue-pattern.ts';
import type { Clause } from './speech.ts';
import { contentStems } from './stem.ts';

/** Which way someone's words lean as an answer to a yes/no question. */
export type Polarity = 'yes' | 'no' | 'unsure';

/** Sayings whose words taken one by one would mislead: looked for before any single word. */
const SAYINGS: readonly (readonly [Polarity, readonly string[]])[] = [
  [
    'unsure',
    [
      'yes and no',
      '(it|that) (all |really |kind of |sort of )?(depends|would depend|will depend)',
      'depends(?! on me)',
      '(not|not really|not too|not quite|not entirely|not a hundred percent|never) (sure|certain|decided)(?! i can not)',
      '(i )?(really |honestly )?(do not|would not) (really )?know( yet)?$',
      'i do not know(?! (why not|how not))',
      'no (idea|clue)',
      'not necessarily',
      'hard to say',
      'difficult to say',
      '(have not|have yet to|not) (really )?(decided|thought about)',
      '(maybe|perhaps)( not)?( maybe| yes| no)?$',
      '(it )?could (be|go) (either|both)',
      '(it is )?(possible|possibly|potentially)$',
      'sometimes( yes)?( sometimes no)?',
      'who knows',
      '(kind|sort) of$',
      'in between',
      '(might|may) (do|have|be)$',
      'i might$',
      'i may$',
      'i would have to (think|check|see|ask)',
      'i will have to (think|check|see|ask)',
    ],
  ],
  [
    'yes',
    [
      'why not',
      '(i )?(can not|could not|do not|would not) (see|think of)( any)? (why|reason|reasons) (why )?(not|i would not)',
      'why (would|should) (i|we|it) not',
      '(no|not a|never a|not any|no big|not really a|not an|no real) (problem|problems|worries|worry|issue|issues|doubt|question about it|objection|objections|trouble|big deal|deal|bother|concerns)',
      '(do|does|will|would|should) not (think|see|believe)? ?(that |it |this )*(is |would be |will be |be )?(a |an |any )?(problem|issue|bother|trouble)',
      '(will|would|can|could|do|am|might) not (say no|complain|refuse|turn (it|that) down|object|disagree|deny (it|that))',
      '(can|could|would) never say no',
      '(not|never) (impossible|uninterested|opposed|untrue|wrong|unreasonable|unlikely|incorrect|a lie)(?! (sure|certain))',
      '(would|do|will) not (really )?mind( that| it| at all|$)',
      'i would love (to|that|it)',
      '(nah|no) (yeah|yes)',
      'no (that is|it is|you are) (fine|right|correct|good|okay|true|great|perfect)',
      'no i (do|am|have|can|would|did|will)( actually| indeed| too)?$',
      'no (i|we) (do have|have got|really do|actually do|do actually)',
      'no (absolutely|definitely|totally|for sure) (i|yes|yeah|we)(?! (do|am|have|can|would|will|are|did) not)',
      'never better',
      '(could not|can not) be (better|more)',
      '(can not|could not) (wait|agree more)',
      '(you|that is) (bet|right|correct|true|it|me|fine|okay|good|great|perfect)(?! (you want|about))',
      'you bet( i do| i am)?',
      'you got it',
      'sure thing',
      '(of course|course|certainly|absolutely|definitely|sure|totally|obviously|naturally)( i do| i am| i have| i can| i would| yes| we do)',
      '(i )?(guess|think|believe|suppose|hope|reckon|imagine|assume|would say|should think|expect) so',
      '(sounds|looks|seems) (good|great|fine|okay|about right|right|perfect|reasonable|interesting|correct|lovely)',
      '(works|fine|okay|good|great) (for|by|with) (me|us)',
      'that (works|would work|will work|would be (great|fine|good|nice|lovely|okay|perfect))',
      '(i am|we are) (happy|glad|willing|able|open|up for|game|in|ready|keen|eager|down)( to| for| with|$)',
      '(go|please go|yes go) (ahead|for it|on)',
      'by all means',
      'with pleasure',
      'please do',
      '(pretty|very) much( so)?$',
      'more or less',
      'mostly$',
      'all the time',
      '(i )?most certainly',
      '(as|it is) (usual|always)',
      'yes (please|indeed|of course|sir|ma am|i guess)',
      'i (sure|certainly|definitely|absolutely|totally) (do|am|have|can|would|will|did)(?! not)',
      'that would be me',
      'hell (yes|yeah)',
    ],
  ],
  [
    'no',
    [
      '(yeah|yes) (nah|no(?! (problem|problems|worries|doubt|issue|issues|trouble|big|question|objection)))',
      '(absolutely|definitely|certainly|of course|surely|probably|obviously|sadly|unfortunately|regrettably|hopefully|apparently|most likely|maybe|clearly|sure|actually|honestly) not',
      '(not|no) (really|at all|exactly|yet|particularly|especially|quite|currently|any more|anymore|now|right now|at the moment|a chance|a bit|that i (know|am aware|can think|remember)|as such|to my knowledge|in the slightest|ever|even close|likely|personally|officially|today|these days)(?! sure)',
      '(i )?(do not|would not) (really )?(think|believe|imagine|suppose|expect) (so|that)?$',
      '(do not|would not) (really )?(think|believe|suppose|imagine) (so|i (do|can|have|am|would|will|could|did)|we (do|can|have|are)|that is|it is|he|she|they)',
      '(guess|think|suppose|believe|hope|afraid|reckon|rather|prefer) not( to)?',
      '(no|not) (way|thanks|thank you|sir|for me|me)(?! to)',
      'hardly( ever)?$',
      'hardly$',
      'not in a (million|thousand)',
      '(over|on) my dead body',
      'out of the question',
      'no (thanks|thank you)',
      'i (wish|doubt it)$',
      'i doubt (it|that)',
      '(fat|no) chance',
      '(hell|heck) no',
      'that is (not|in)( right| correct| true|correct| the case)',
      '(that is|you are) (wrong|incorrect|false|mistaken)',
      'far from it',
      '(i|we) (used to|once did) but not',
      'neither( of (them|those))?$',
      '(i|we) will (have to )?pass',
      'not one$',
      'no longer',
    ],
  ],
];

const YES_WORDS = [
  'yes',
  'yeah',
  'yep',
  'yup',
  'ya',
  'yah',
  'yea',
  'aye',
  'mhm',
  'aha',
  'yessir',
  'sure',
  'okay',
  'alright',
  'all right',
  'absolutely',
  'definitely',
  'certainly',
  'totally',
  'of course',
  'course',
  'affirmative',
  'correct',
  'exactly',
  'indeed',
  'precisely',
  'gladly',
  'naturally',
  'obviously',
  'always',
  'for sure',
  'surely',
  'positive',
  'undoubtedly',
  'yessum',
  'righto',
  'agreed',
  'certainly yes',
];
/** "Right" is a yes only by itself; in a sentence it is a direction, or the very moment. */
const YES_ALONE = [
  'right',
  'fine',
  'great',
  'perfect',
  'true',
  'good',
  'cool',
  'lovely',
  'excellent',
  'brilliant',
  'very',
  'deal',
  'fair enough',
  'happy to',
  'love to',
  'would love to',
  'certainly can',
  'can do',
  'will do',
  'done',
  'fully',
  'completely',
  'fluently',
  'probably',
  'most likely',
  'very likely',
  'likely',
  'often',
  'regularly',
  'every( single)? day',
  'a (little|tiny) bit',
  'loads',
  'lots',
  'plenty',
  'many times',
  'a few times',
  'several times',
  'a lot',
  'a little',
  'a bit',
  'some',
  'a few',
];
const NO_WORDS = [
  'nope',
  'nah',
  'naw',
  'negative',
  'never',
  'nay',
  'no no',
  'not me',
  'neither',
  'none',
  'nothing',
  'noop',
  'nada',
];
const NO_ALONE = [
  'no',
  'not',
  'rarely',
  'seldom',
  'unfortunately',
  'impossible',
  'false',
  'wrong',
  'unlikely',
  'nobody',
];
/** What follows a "no" that is an answer and not the beginning of "no time" or "no experience". */
const NO_BEFORE =
  'no(?= (i|we|it|he|she|not|that|this|never|thanks|thank|sorry|sir|but|because|actually|unfortunately|there|my|they|you|the|nothing|none|and|or|ma|mate|just|only|longer|well|if|as|for|in|on|sadly|honestly|please|absolutely|definitely|really|none|nope|so|since|at|haha|god|what|why|how|when|who|is|are|do|can|could)(?! (?:idea|clue)))';

const LEAD =
  '(?:(?:oh|well|so|and|but|hey|hi|hello|i mean|i guess|honestly|actually|now|like|okay|right|you know|let me think|let me see|good question|to be honest|i think|i would say|i am afraid|sorry|thanks|look|listen|basically|just|my answer is|the answer is|that is a|it is a|that would be a|it would be a|a|god|gosh|wow|ah|oh my) ){0,4}';

const FIXES = anyOf([
  'i mean',
  'i meant',
  'scratch that',
  'or rather',
  'let me correct',
  'correction',
  'no wait',
  'wait no',
  'wait actually',
  'sorry no',
  'sorry yes',
  'actually no',
  'actually yes',
  'actually yeah',
  'on second thought',
  'on second thoughts',
  'come to think of it',
]);

const sayings = SAYINGS.map(([polarity, phrases]) => [polarity, anyOf(phrases)] as const);
const yesFirst = new RegExp(`^${LEAD}(?:${YES_WORDS.join('|')})(?![^ ])`);
const noFirst = new RegExp(`^${LEAD}(?:${NO_WORDS.join('|')}|${NO_BEFORE}|no$)(?![^ ])`);
const yesAlone = new RegExp(`^${LEAD}(?:${YES_ALONE.join('|')})$`);
const noAlone = new RegExp(`^${LEAD}(?:${NO_ALONE.join('|')})$`);
const yesLater = anyOf([
  'yes',
  'yeah',
  'yep',
  'yup',
  'absolutely',
  'definitely',
  'of course',
  'certainly',
  'sure$',
]);
const noLater = anyOf(['nope', 'nah', 'no$', NO_BEFORE.replace('|in|on|', '|')]);
const negated = anyOf([
  '(i|we|he|she|it|they|there|that|you|but) (really |just |actually |still |also |currently |personally )?(do|does|did|am|are|is|was|were|have|has|had|can|could|will|would|should) not',
  '(i|we|he|she|they) (have )?never',
  '(have|has|had|got|with|there is|there are) (no|none|nothing|zero)',
  'without( a| any| one)',
  'no [^ ]+',
  'not',
  'unable',
]);
const echoed = startsWithAnyOf([
  `${LEAD}(i|we|it|he|she|they|that|there) (do|does|did|am|are|is|was|were|have|has|can|could|will|would|should)( indeed| too| actually| already| yes| have| do| so| been)?$`,
  `${LEAD}(i|we) (already |still |also |just |always |currently )(do|am|have|can|did|was|will|are)( now)?$`,
  `${LEAD}(i|we) (have|do have|have got|got|own) (one|two|three|it|that|both|them|mine|some|several|a few|plenty|a lot|lots)`,
]);
const statement = startsWithAnyOf([`${LEAD}(i|we|it|he|she|they|there|that|my|our|the)`]);
const unsureAlone = isAnyOf([
  `${LEAD}(maybe|perhaps|possibly|potentially|sometimes|could be|it varies|both|either|partly|not sure|half|50 50)`,
]);

/**
 * The first clear sign decides, unless they correct themselves: then what comes after does. Without a sign, a
 * statement that takes up most words of the question agrees with it, and a negated one does not: "I live in
 * Potsdam" says neither to "Do you live in Berlin?".
 */
export function polarityOf(clauses: readonly Clause[], question: string): Polarity | undefined {
  const text = clauses.map((clause) => clause.plain).join(' ');
  const fix = FIXES.exec(text);
  if (fix !== null && fix.index > 0) {
    // "No wait" and "actually yes" carry their answer with them.
    const after = text
      .slice(fix.index)
      .replace(
        /^(?:i mean|i meant|no wait|wait no|wait|sorry(?= (?:yes|no))|correction|scratch that|or rather|actually) /,
        '',
      );
    const corrected = signIn(after);
    if (corrected !== undefined) return corrected;
  }
  let doubt: Polarity | undefined;
  for (const clause of clauses) {
    const sign = signIn(clause.plain);
    if (sign === 'yes' || sign === 'no') return sign;
    doubt ??= sign;
  }
  return doubt ?? (question === '' ? undefined : statedPolarity(clauses, question));
}

function signIn(plain: string): Polarity | undefined {
  if (unsureAlone.test(plain)) return 'unsure';
  const found: { at: number; length: number; polarity: Polarity }[] = [];
  let rest = plain;
  for (const [polarity, pattern] of sayings) {
    const match = pattern.exec(plain);
    if (match === null) continue;
    const { length } = match[0];
    found.push({ at: match.index, length, polarity });
    // What belongs to a saying says nothing more on its own.
    rest = rest.slice(0, match.index) + '_'.repeat(length) + rest.slice(match.index + length);
  }
  const first = found.sort((one, other) => one.at - other.at || other.length - one.length)[0];
  if (first?.polarity === 'unsure' && found[1] !== undefined && !plain.includes('depend'))
    return found[1].polarity;
  if (yesFirst.test(rest)) return first?.polarity === 'no' && first.at < 2 ? 'no' : 'yes';
  if (noFirst.test(rest) || noAlone.test(rest)) return 'no';
  if (first !== undefined) return first.polarity;
  if (yesAlone.test(rest)) return 'yes';
  const [yes, no] = [
    yesLater.exec(rest)?.index ?? Number.POSITIVE_INFINITY,
    noLater.exec(rest)?.index ?? Number.POSITIVE_INFINITY,
  ];
  if (yes !== no) return yes < no ? 'yes' : 'no';
  return undefined;
}

function statedPolarity(clauses: readonly Clause[], question: string): Polarity | undefined {
  const asked = new Set(contentStems(question));
  for (const { plain } of clauses) {
    const stems = new Set(contentStems(plain));
    const shared = [...stems].filter((stem) => asked.has(stem)).length;
    const isAgreed = shared > asked.size / 2 || (shared > 0 && shared === stems.size);
    if (negated.test(plain)) {
      if (shared > 0 || statement.test(plain) || plain.split(' ').length <= 5) return 'no';
    } else if (echoed.test(plain) || (isAgreed && statement.test(plain))) return 'yes';
  }
  return undefined;
}
