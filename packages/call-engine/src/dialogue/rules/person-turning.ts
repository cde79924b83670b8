/**
 * Turns what is written about the contact into what is said to them, and what is written to the agent into what
 * the agent says of itself: "the candidate has their diploma and you call them" → "you have your diploma and I
 * call you".
 */
export function turned(text: string): string {
  return text
    .replaceAll(MENTION, (found, gap: string | undefined, verb: string | undefined, at: number) => {
      const who = found.slice(0, found.length - (gap ?? '').length - (verb ?? '').length).toLowerCase();
      const next = text.slice(at + found.length);
      const isSubject = CLAUSE_START.test(text.slice(0, at));
      const person = persons[who] ?? (who.endsWith('s') ? 'your' : 'you');
      const said =
        typeof person === 'string' ? person : person(`${gap ?? ''}${verb ?? ''}${next}`, text.slice(0, at));
      const isThird = said === 'you' && (who === 'he' || who === 'she' || who.startsWith('the '));
      const agrees = isThird && isSubject && verb !== undefined ? plural(verb) : (verb ?? '');
      return `${said}${gap ?? ''}${agrees}`;
    })
    .replaceAll(/\bI are\b/g, 'I am')
    .replaceAll(/\bI were\b/g, 'I was');
}

/**
 * Whom a flow may speak of when it means the one who is called. Words for people that a contact may be asked
 * about (a driver, an owner, an employee) are not among them.
 */
export const CONTACT =
  'contact|candidate|customer|client|person|applicant|caller|user|lead|prospect|patient|guest|tenant|participant|' +
  'respondent|referee|recipient|interviewee|subscriber|homeowner|donor|other (?:party|side|person)';

const ADVERBS = 'also|still|currently|already|now|really|ever|always|often|actually|generally|usually';

const MENTION = new RegExp(
  `\\b(?:they['’](?:re|ve|ll|d)|themselves|theirs|their|them|they|(?<!\\b(?:is|are|be|as|was|were|being|become)\\s)the (?:${CONTACT})(?! (?:of|who|that|in charge|responsible)\\b)(?:['’]s)?|` +
    `he['’]s|she['’]s|himself|herself|hers|his|her|him|he|she|` +
    `you['’](?:re|ve|ll|d)|yourself|yours|your|you)\\b(?:(\\s+(?:(?:${ADVERBS})\\s+)?)([a-z]+(?:n['’]t)?\\b))?`,
  'gi',
);

/** A new clause begins here, so the one who is named is the one who does something. */
const CLAUSE_START =
  /(?:^|[,;:]|\b(?:whether|if|that|what|when|how|why|where|which|who|because|so|and|but|or|until|before|after|since|(?:which|what|how)\s+\w+(?:\s+\w+)?))\s*$/i;

const AFTER_ME =
  /\b(?:to|for|with|from|by|about|of|on|call|reach|contact|tell|ask|give|send|help|let|hear|see|understand|know|meet|remember|recommend|join|visit|email|text|pay)\s+$/i;

type Person = string | ((after: string, before: string) => string);

const isNoun = (after: string): boolean =>
  /^\s+[a-z]/i.test(after) && !/^\s+(?:to|about|for|with|and|or|in|on|at)\b/i.test(after);

const persons: Readonly<Record<string, Person>> = {
  they: 'you',
  them: 'you',
  their: 'your',
  theirs: 'yours',
  themselves: 'yourself',
  "they're": 'you are',
  "they've": 'you have',
  "they'll": 'you will',
  "they'd": 'you would',
  he: 'you',
  she: 'you',
  him: 'you',
  his: 'your',
  her: (after) => (isNoun(after) ? 'your' : 'you'),
  hers: 'yours',
  himself: 'yourself',
  herself: 'yourself',
  "he's": 'you are',
  "she's": 'you are',
  you: (_, before) => (AFTER_ME.test(before) ? 'me' : 'I'),
  your: 'our',
  yours: 'ours',
  yourself: 'myself',
  "you're": 'I am',
  "you've": 'I have',
  "you'll": 'I will',
  "you'd": 'I would',
};

const irregular: Readonly<Record<string, string>> = {
  is: 'are',
  was: 'were',
  has: 'have',
  does: 'do',
  "isn't": "aren't",
  "wasn't": "weren't",
  "hasn't": "haven't",
  "doesn't": "don't",
  always: 'always',
  perhaps: 'perhaps',
  sometimes: 'sometimes',
};

/** The form of a verb that goes with "you". */
function plural(verb: string): string {
  const known = irregular[verb.toLowerCase()];
  if (known !== undefined) return known;
  if (/ies$/.test(verb) && verb.length > 4) return verb.replace(/ies$/, 'y');
  if (/(?:ss|sh|ch|x|zz|o)es$/.test(verb)) return verb.replace(/es$/, '');
  return verb.replace(/(?<!s)s$/, '');
}
