import type { Speech } from '@parley/language/speech.ts';
import { anyOf } from './cue-pattern.ts';

/** Each sentence of a recorded greeting, by how surely no living person would say it. */
const VOICEMAIL: readonly (readonly [number, RegExp])[] = [
  [
    3,
    anyOf([
      '(after|at|following|wait for) the (tone|beep|signal|bleep)',
      '(mailbox|voicemail|voice mail|inbox) (is|of|box is|system|service|box of)( currently)?( full)?',
      'forwarded to (an |a |the )?(automated|voice|automatic)',
      '(record|leave) your (message|name and)',
      'sorry (i|we) missed your call',
      'the (person|customer|subscriber|party|number|user) (you|that you) (are|have|is)( calling| called| dialed| dialled| trying to reach| reached| tried to)',
      '(google|this) voice subscriber',
      'has not (set up|been set up)( a| their)? voice',
      '(full|can not|unable to|not able to) (and )?(can not )?accept (any )?(more |new )?messages',
    ]),
  ],
  [
    2,
    anyOf([
      '(?<!(can|could|may|should|to|will|would|did|i|want|like|you) )(please )?leave (me |us )?(a |your |a brief |a short |a detailed )?(message|voicemail|voice message)(?! (for|with) (him|her|my|them))',
      'leave (your|a) name (and|number)',
      '(can not|unable to|not able to) (come to|answer|get to) the phone',
      '(can not|unable to|not able to) (take|answer) your call',
      '(i|we) will (get back to|call|return) (you|your call)( back)?( as soon| shortly| when| later| at)',
      '(this is|you have reached) the (voicemail|voice mail|voice mailbox|mailbox|answering machine|answerphone)',
      'your call (is important|has been forwarded|can not be taken)',
      '(our office|our offices|the office|we) (is|are) (currently )?closed',
      'to (leave a message|page this|send an sms|continue in) ',
    ]),
  ],
  [
    1,
    anyOf([
      'you have reached',
      'not available (right now|at the moment|to take|at this time)',
      '(thank you|thanks) for calling',
      'press (one|two|pound|the pound|hash|1|2|star)',
      'hang up',
      'as soon as (possible|i can|we can|i get)',
      '(name|number) and (a |your )?(number|phone|telephone|message|brief|short)',
      'office hours',
      'away from (my|the) (phone|desk)',
      'hi you',
    ]),
  ],
  [1, anyOf(['please (try|call)( your call)? again later'])],
];

const SCREENING = anyOf([
  '(state|say|record|give|tell me) your (full )?name (and|followed by|then|after the)(?! (number|phone|telephone|a|your|message))',
  '(state|say|record|give|tell me|leave|take) your name .{0,24}(of|for) (your call|calling)',
  'i am (a |an |the )?(virtual|digital|automated|automatic|call|calling|voice|screening) assistant',
  '^(and )?(the )?(reason|purpose) (of|for) (your call|calling)$',
  '(state|record) (your name|the reason|why you)',
  '(say|tell me) (your name|who you are|who is calling) and (why|the reason|what)',
  'screening (service|assistant|this call|calls|your call)',
  '(using|uses|use) (a )?(call )?(screening|screener|call assistant|google assistant to)',
  '(before|and) i (will |can |try to |will try to )*(connect|put) (you|your call)',
  'see if (this person|they|he|she|the person|this customer) (is|are) (available|free)',
  'reason for (your call|calling) (and|please|after)',
  'state your name|the purpose of your call after',
  '(will|does) not (recognise|recognize) (this|your) number',
  '(hi )?the person you are calling (is|uses) (using )?(a )?screen',
]);

/** A person who picks up a firm's telephone says some of these words too: one of them is not enough. */
const ENOUGH = 2;
/** In the middle of a talk, talking about voicemail is likelier than being one. */
const ENOUGH_LATER = 4;

export function machineIn(
  { plain }: Speech,
  isOpening: boolean,
  foreign: RegExp | undefined,
): 'voicemail' | 'screening' | undefined {
  if (isOpening && SCREENING.test(plain)) return 'screening';
  if (isOpening && foreign?.test(plain)) return 'voicemail';
  let sum = 0;
  for (const [weight, pattern] of VOICEMAIL) if (pattern.test(plain)) sum += weight;
  return sum >= (isOpening ? ENOUGH : ENOUGH_LATER) ? 'voicemail' : undefined;
}
