import type { Language } from '@parley/language/language.ts';
import { plainWords } from '@parley/language/speech.ts';
import type { CallContext, Passage } from '../dialogue-model.ts';
import { anyOf } from '../rules/cue-pattern.ts';
import { KnownNumbers, numbersIn } from './named-number.ts';
import { authoredTexts, contactTexts } from './spoken-plan.ts';

/** Web and e-mail addresses, written or as they are read out. */
const ADDRESS = /[\p{L}\p{N}._%+-]*@?[\p{L}\p{N}-]{2,}(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;
const READ_OUT =
  /([\p{L}\p{N}-]+)\s+(?:dot|punkt|point|punto|ponto|punt|kropka|точка)\s+(\p{L}{2,4})(?!\p{L})/giu;

/** Giving one's word, or sending somebody elsewhere: a number that only the contact has named must not stand beside it. */
const promises = anyOf([
  '(promise|guarantee|guaranteed|assure|confirm) …',
  '(we|i) (will|can|shall) (pay|give|offer|send|transfer|refund|raise)',
  '(call|dial|ring|phone|text) (us |me |them |this |the |number |at |on |under |instead )*[0-9]+',
  '(rufen sie|wahlen sie|appelez|llame|chiami|bel|zadzwon) …',
  'you (will|shall) (get|receive|earn|be paid|have)',
  '(ihnen|dir) … (zahlen|geben|bieten|garantier|garantieren|versprechen|zusichern)',
  '(garantier|garantiere|verspreche|bestatige|zahlen wir|zahle ich)',
  '(garantis|promets|garantissons|payons|vous aurez|vous recevrez|garantizo|prometo|pagaremos|recibira|garantisco|prometto|pagheremo|garanto|gwarantuje|obiecuje)',
]);

/** What only people decide. */
const decisions = anyOf([
  'you (are|were|have been|got|are being) (now |already |hereby |officially |definitely )?(hired|accepted|rejected|approved|selected|shortlisted|disqualified)',
  'you (have|got|have got|get|will get) (the|this) (job|position|role|offer|contract)',
  'welcome to the team',
  '(i|we) (can |hereby |personally )?(promise|guarantee) (you|that)',
  '(sie|du) (sind|bist|haben|hast|werden) (hiermit |bereits |definitiv )?(eingestellt|angenommen|abgelehnt|den job|die stelle)',
  'vous (etes|avez ete) (bien |desormais )?(embauche|embauchee|engage|engagee|retenu|retenue)',
  '(esta|ha sido|queda) (usted )?(contratado|contratada|seleccionado|aceptado)',
  '(lei e|sei) (stato |ora )?(assunto|assunta)',
  '(voce|o senhor|a senhora) (esta|foi) (contratado|contratada)',
  '(jest|zostal|zostala) (pan |pani )?(przyjety|przyjeta|zatrudniony|zatrudniona)',
  '(u bent|je bent) aangenomen',
  '(вы|ви) (приняты|прийняты|прийняті)',
]);
const decisionsUnspaced = /您被录用|你被录用|采用です|採用です|採用されました|합격하셨/u;

/** Tells what in a sentence was made up: numbers, addresses and decisions that nobody has given. */
export class Inventions {
  readonly #language: Language;
  readonly #turns: CallContext['turns'];
  #seen = 0;
  readonly #ours: KnownNumbers;
  readonly #theirs: KnownNumbers;
  #said: string;

  constructor({ plan, turns }: CallContext) {
    const texts = authoredTexts(plan);
    this.#language = plan.language;
    this.#turns = turns;
    this.#ours = new KnownNumbers(plan.language, texts);
    this.#theirs = new KnownNumbers(plan.language, contactTexts(plan));
    this.#said = [...texts, ...contactTexts(plan)].join('\n').toLowerCase();
  }

  in(sentence: string, passages: readonly Passage[] = []): string | undefined {
    this.#listen();
    return (
      this.#number(sentence, passages) ??
      this.#address(sentence, passages) ??
      this.#decision(sentence, passages)
    );
  }

  /** What was said since the last sentence. */
  #listen(): void {
    for (const { speaker, text } of this.#turns.slice(this.#seen)) {
      (speaker === 'agent' ? this.#ours : this.#theirs).add(text);
      this.#said += `\n${text.toLowerCase()}`;
    }
    this.#seen = this.#turns.length;
  }

  #number(sentence: string, passages: readonly Passage[]): string | undefined {
    const read = new KnownNumbers(
      this.#language,
      passages.map(({ title, text }) => `${title} ${text}`),
    );
    const isPromise = promises.test(plainWords(sentence));
    const invented = numbersIn(sentence, this.#language).find(
      (number) => !this.#ours.has(number) && !read.has(number) && (isPromise || !this.#theirs.has(number)),
    );
    return invented && `a number that nobody has given: ${invented.text}`;
  }

  #address(sentence: string, passages: readonly Passage[]): string | undefined {
    const written = sentence.replaceAll(READ_OUT, '$1.$2').toLowerCase();
    const known = `${this.#said}\n${passages.map(({ text }) => text.toLowerCase()).join('\n')}`;
    const invented = written.match(ADDRESS)?.find((address) => !known.includes(address));
    return invented && `an address that nobody has given: ${invented}`;
  }

  #decision(sentence: string, passages: readonly Passage[]): string | undefined {
    const plain = plainWords(sentence);
    const found = decisions.exec(plain)?.[0] ?? decisionsUnspaced.exec(sentence)?.[0];
    if (found === undefined || passages.some(({ text }) => plainWords(text).includes(found)))
      return undefined;
    return `a decision that is not the agent's: ${found}`;
  }
}
