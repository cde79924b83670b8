/**
 * A question out of what stands behind "ask whether" or "ask what", persons turned already: "you are available in
 * May" → "Are you available in May?". Where the right order is not certain it is asked indirectly instead.
 */
export function directQuestion(indirect: string): string {
  const object = indirect.replace(/^(what|who|where|how|when)['’]s\b/i, '$1 is');
  const [, conjunction, clause = ''] = /^(whether or not|whether|if)\s+(.+)$/i.exec(object) ?? [];
  if (conjunction !== undefined) {
    const direct = inverted(clause);
    return asked(direct ?? `could you tell me whether ${clause}`);
  }
  return asked(openQuestion(object) ?? `could you tell me ${lowerFirst(object)}`);
}

const VERBS = 'is|are|was|were|am|can|could|will|would|should|may|might|must|shall';
const HELPERS = `${VERBS}|do|does|did|have|has|had`;
const ADVERBS =
  'still|currently|already|also|really|ever|always|now|actually|recently|generally|usually|just|never';
const OPENERS = 'what|which|who|whom|whose|when|where|why|how';
const DETERMINED = 'your|my|our|the|this|that|these|those|any|some|a|an|all|both|it|there|another';

function openQuestion(object: string): string | undefined {
  const [, opener = '', next = ''] = new RegExp(`^(${OPENERS})\\s+([\\w'’]+)`, 'i').exec(object) ?? [];
  if (opener === '') return undefined;
  // "what is important to you", "when would be a good time": the order is a question's already.
  if (new RegExp(`^(?:${HELPERS})$`, 'i').test(next)) return object;
  const pronoun = new RegExp(`^((?:${OPENERS})\\b[^,?]*?)\\s+((?:you|we|I)\\s+.+)$`, 'i').exec(object);
  if (pronoun !== null) {
    const [, asks = '', clause = ''] = pronoun;
    const isPlain = !new RegExp(`\\b(?:${HELPERS}|${DETERMINED})\\b`, 'i').test(
      asks.replaceAll(/\bof (?:our|the|these)\b/g, ''),
    );
    const direct = isPlain ? inverted(clause) : undefined;
    return direct === undefined ? undefined : `${asks} ${direct}`;
  }
  const noun = new RegExp(
    `^((?:${OPENERS})(?:\\s+(?!(?:${DETERMINED})\\b)[\\w-]+){0,3}?)\\s+((?:${DETERMINED})\\b[^,?]*?)\\s+(${VERBS})(\\s+[^,?]+)?$`,
    'i',
  ).exec(object);
  if (noun !== null) {
    const [, asks = '', subject = '', verb = '', rest = ''] = noun;
    return hasClause(subject) ? undefined : `${asks} ${verb} ${subject}${rest}`;
  }
  const isSubject = /^(?:what|which|who|how many|how much)\s+(?!(?:to)\b)/i.test(object);
  return isSubject && !new RegExp(`^(?:${DETERMINED})$`, 'i').test(next) ? object : undefined;
}

/** A subject with a clause of its own ("the flat you rent is…") has a verb too many to find the right one. */
const hasClause = (subject: string): boolean =>
  /\b(?:you|we|I|they|he|she|who|which|that)\b/i.test(subject.replace(/^that /i, ''));

/** A clause in the order of a question, without its mark; undefined when that is not certain. */
function inverted(clause: string): string | undefined {
  const pronoun = new RegExp(`^(you|we|I)\\s+((?:(?:${ADVERBS})\\s+)*)([\\w'’]+)(.*)$`, 'i').exec(clause);
  if (pronoun !== null) {
    const [, subject = '', adverbs = '', verb = '', rest = ''] = pronoun;
    return withPronoun(
      subject.toLowerCase() === 'i' ? 'I' : subject.toLowerCase(),
      adverbs,
      verb.toLowerCase(),
      rest,
    );
  }
  const noun =
    new RegExp(
      `^((?:${DETERMINED}|now|today|everything|anything|something|everyone|anyone|[A-Z]\\w+)\\b[^,?]*?)\\s+(${VERBS}|has|have)\\b(.*)$`,
    ).exec(clause) ??
    new RegExp(`^((?:there|it|this|that|now|today))\\s+(${VERBS}|has|have)\\b(.*)$`, 'i').exec(clause);
  if (noun === null) return withThing(clause);
  const [, subject = '', verb = '', rest = ''] = noun;
  if (hasClause(subject)) return undefined;
  if (/^ha/.test(verb) && !PARTICIPLE.test(rest)) return undefined;
  return `${verb} ${subject}${rest}`;
}

/** "That sounds good" → "does that sound good". */
function withThing(clause: string): string | undefined {
  const [, thing = '', verb = '', rest = ''] = THING.exec(clause) ?? [];
  return thing === '' ? undefined : `does ${thing.toLowerCase()} ${verb}${rest}`;
}

const THING =
  /^(it|this|that|everything|anything)\s+(sound|look|work|fit|suit|make|seem|matter|help|feel|need|take|mean|apply)s\b(.*)$/i;

function withPronoun(subject: string, adverbs: string, verb: string, rest: string): string | undefined {
  if (new RegExp(`^(?:${VERBS})$`).test(verb))
    return `${verb} ${subject} ${adverbs}${rest.trimStart()}`.trimEnd();
  if (verb === 'have' && PARTICIPLE.test(rest)) return `have ${subject} ${adverbs}${rest.trimStart()}`;
  if (/^(?:do|did)$/.test(verb) && /^ not\b/.test(rest))
    return `${verb} ${subject} ${adverbs}${rest.trimStart()}`;
  const past = pasts[verb];
  if (past !== undefined) return `did ${subject} ${adverbs}${past}${rest}`;
  // The base of "stopped" and "hoped" cannot be told from the ending.
  if (/[^e]ed$/.test(verb) || /['’]/.test(verb) || verb === 'or' || verb === 'and') return undefined;
  return `do ${subject} ${adverbs}${verb}${rest}`;
}

const PARTICIPLE = new RegExp(
  `^\\s+(?:(?:${ADVERBS}|not|yet)\\s+)*(?:\\w+[^e\\W]ed|been|done|had|seen|made|taken|found|heard|got|gotten|gone|come|become|` +
    'given|known|met|paid|sold|sent|spent|spoken|felt|chosen|begun|written|lost|kept|forgotten|run|read|bought|brought|' +
    'thought|told|said|left|moved|driven|flown|eaten|tried|agreed|understood|held|worn|won)\\b',
  'i',
);

const pasts: Readonly<Record<string, string>> = {
  had: 'have',
  did: 'do',
  left: 'leave',
  went: 'go',
  came: 'come',
  got: 'get',
  made: 'make',
  took: 'take',
  found: 'find',
  heard: 'hear',
  saw: 'see',
  said: 'say',
  told: 'tell',
  thought: 'think',
  bought: 'buy',
  brought: 'bring',
  gave: 'give',
  knew: 'know',
  met: 'meet',
  paid: 'pay',
  sold: 'sell',
  sent: 'send',
  spent: 'spend',
  spoke: 'speak',
  felt: 'feel',
  chose: 'choose',
  began: 'begin',
  wrote: 'write',
  lost: 'lose',
  kept: 'keep',
  forgot: 'forget',
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const asked = (text: string): string => {
  const bare = text.trim().replace(/[\s.?!,;:]+$/, '');
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}?`;
};
