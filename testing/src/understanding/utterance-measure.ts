import { HEARD_BADLY } from '@parley/call-engine/conductor/certainty.ts';
import type { CallPlan, PlanQuestion, PlanSection } from '@parley/call-engine/plan.ts';
import { type AgentTurn, type MeasuredCall, type Models, measureCall } from './measured-call.ts';
import {
  type Intent,
  intentsOf,
  type Opening,
  type Question,
  type Utterance,
  type UtteranceFile,
} from './understanding-set.ts';
import { meaningOf } from './utterance-meaning.ts';
import { isCallbackMeant, isDefinite, isMeant } from './value-match.ts';

export interface MeasuredUtterance {
  readonly utterance: Utterance;
  readonly type: Question['type'] | 'opening';
  readonly isRight: boolean;
  /** The call ended with a do-not-call mark. */
  readonly isOptOut: boolean;
  /** The agent asked back what they had said. */
  readonly isAskedBack: boolean;
  /** The call ended because they were not interested, or were somebody else. */
  readonly isRefusal: boolean;
  /** A value of a type that verdicts compare was noted, and is not what they meant. */
  readonly isMisrecorded: boolean;
  /** What was concluded, in words. */
  readonly concluded: string;
}

/** Says it in a whole call of an agent with this one question, and looks at what the call has concluded. */
export async function measureUtterance(
  models: Models,
  file: UtteranceFile,
  utterance: Utterance,
): Promise<MeasuredUtterance> {
  const asked = file.questions[utterance.question];
  if (asked === undefined) throw new Error(`${utterance.id}: there is no question ${utterance.question}`);
  const opening = asked.type === 'opening' ? asked : file.questions[asked.after];
  if (opening?.type !== 'opening') throw new Error(`${utterance.id}: there is no opening for its question`);
  const others = Object.keys(utterance.expect.also ?? {}).map((id) => questionOf(file, id));
  const questions = asked.type === 'opening' ? [] : [asked, ...others];
  const person = new Person(file, utterance, asked, models.hear !== undefined);
  const call = await measureCall(models, {
    setting: file,
    company: opening.company,
    agent: agentWith(file, opening, questions),
    reaction: (plan) => (turn) => person.react(turn, plan),
    meant: meaningOf(file, utterance),
  });
  const right = intentsOf(utterance).some((intent) =>
    isRightAs(intent, { file, utterance, asked, opening, call, reply: person.reply(call) }),
  );
  return {
    utterance,
    type: asked.type,
    isRight: right,
    isOptOut: call.findings.outcome.kind === 'opt_out',
    isAskedBack: call.journal.some((entry) => 'why' in entry && entry.why === HEARD_BADLY),
    isRefusal: call.findings.outcome.kind === 'not_interested',
    isMisrecorded: !right && asked.type !== 'opening' && isCompared(asked) && hasConcluded(call, asked),
    concluded: concludedFrom(call, questions),
  };
}

function questionOf(file: UtteranceFile, id: string): Question {
  const found = file.questions[id];
  if (found === undefined || found.type === 'opening') throw new Error(`There is no question ${id}`);
  return found;
}

const targetTypes: Readonly<Record<Question['type'], string>> = {
  yesno: 'bool',
  number: 'number',
  money: 'number',
  date: 'date',
  time: 'string',
  duration: 'number',
  choice: 'enum',
  list: 'list',
  name: 'string',
  email: 'string',
  phone: 'string',
  text: 'string',
};

const phrases = {
  EN: {
    question: 'How did you hear about us?',
    goodbye: 'Thank you very much. Goodbye.',
    handoff: 'I will put you through.',
    atOpening: "Yes, that's me, go ahead.",
    yes: 'Yes, please.',
    right: "Yes, that's right.",
    no: "No, that's not what I meant.",
    /** The agent asks whether it may stop calling. */
    confirmation: /(?:not|n't|never|stop|no longer|any ?more|again|list|further).*\?/i,
    calling: /\b(?:call|contact|phone|ring|list)/i,
    openQuestion: /^(?:(?:and|so|but) )?(?:when|what|which|how|who|where|why)\b/i,
    robot: /\b(?:AI|artificial|automated|virtual|digital|computer|machine|robot|not (?:a )?human)\b/i,
    recorded: /record|transcri|tap(?:e|ing)|sav(?:e|ed)|stor(?:e|ed)/i,
    pay: /pay|salary|wage|rate|money|earn/i,
    source: /number|details|data|contact|records|list|source/i,
  },
  DE: {
    question: 'Wie sind Sie auf uns aufmerksam geworden?',
    goodbye: 'Vielen Dank und auf Wiederhören.',
    handoff: 'Ich verbinde Sie.',
    atOpening: 'Ja, das bin ich, bitte.',
    yes: 'Ja, bitte.',
    right: 'Ja, das stimmt.',
    no: 'Nein, das habe ich nicht gemeint.',
    confirmation: /(?:nicht|nie|kein|aufhören|mehr|wieder|Liste|weitere).*\?/i,
    calling: /anruf|angerufen|anzurufen|kontakt|melden|Liste/i,
    openQuestion: /^(?:(?:und|also|aber) )?(?:wann|was|welche\w*|wie|wer|wo|warum|um wie)\b/i,
    robot:
      /\b(?:KI|künstlich\w*|automatisch\w*|virtuell\w*|digital\w*|Computer\w*|Maschine\w*|Roboter)\b|KI-/i,
    recorded: /aufgezeichnet|aufzeichn|Aufnahme|aufgenommen|gespeichert|mitgeschrieben|Mitschrift/i,
    pay: /Gehalt|Lohn|verdien|bezahl|zahl|Vergütung/i,
    source: /Nummer|Daten|Kontakt|Liste|Angaben/i,
  },
} as const;

function agentWith({ language }: UtteranceFile, opening: Opening, questions: readonly Question[]): object {
  const { question, goodbye, handoff } = phrases[language];
  return {
    name: 'Measured agent',
    type: 'PHONE',
    language,
    flow: {
      firstMessage: { type: 'first_message', text: opening.text },
      sections: [
        {
          type: 'looping',
          questions:
            questions.length === 0
              ? [{ question }]
              : questions.map(({ text, key }) => ({ question: text, key })),
        },
        {
          // Never taken: it only lets the call be passed to a human at any time.
          type: 'conditional',
          branches: [
            {
              name: 'Handoff',
              condition: { type: 'expression', field: 'contact.organization', operator: 'EXISTS' },
              sections: [{ type: 'human_handoff', message: handoff, phoneNumber: '+15005550000' }],
            },
          ],
        },
      ],
      lastMessage: { type: 'last_message', text: goodbye },
    },
    analyticsConfig: {
      extractionTargets: questions.map(({ key, label, type, options }) => ({
        key,
        label,
        type: targetTypes[type],
        ...(options && { options }),
      })),
    },
  };
}

/** Says the utterance when its question is asked, confirms what is read back rightly, and says nothing else. */
class Person {
  readonly #file: UtteranceFile;
  readonly #utterance: Utterance;
  readonly #asked: Opening | Question;
  #spoken = 0;
  /** How often they had spoken when they had said the utterance. */
  #saidAt: number | undefined;
  #firstId: string | undefined;
  /** On the telephone people say it again when they are asked again. */
  #mayRepeat: boolean;

  constructor(file: UtteranceFile, utterance: Utterance, asked: Opening | Question, mayRepeat: boolean) {
    this.#mayRepeat = mayRepeat;
    this.#file = file;
    this.#utterance = utterance;
    this.#asked = asked;
  }

  react(turn: AgentTurn, plan: CallPlan): string | undefined {
    const words = this.#saidAt === undefined ? this.#first(turn, plan) : this.#then(turn);
    if (words !== undefined) this.#spoken += 1;
    return words;
  }

  /** What the agent said to the utterance. */
  reply({ agentTurns }: MeasuredCall): string {
    return this.#saidAt === undefined ? '' : (agentTurns[this.#saidAt + 1] ?? '');
  }

  #first(turn: AgentTurn, plan: CallPlan): string | undefined {
    const { say } = this.#utterance;
    const isAsked =
      this.#asked.type === 'opening' ||
      turn.text.includes(this.#asked.text) ||
      turn.questionId === questionsOf(plan.sections)[0]?.id;
    if (isAsked) {
      this.#saidAt = this.#spoken;
      this.#firstId = questionsOf(plan.sections)[0]?.id;
      return say;
    }
    return this.#spoken < 3 ? phrases[this.#file.language].atOpening : undefined;
  }

  #then({ text, expectation, questionId, misheard }: AgentTurn): string | undefined {
    const { yes, no, right, confirmation, calling, openQuestion } = phrases[this.#file.language];
    const since = this.#spoken - (this.#saidAt ?? 0);
    if (this.#mayRepeat && expectation === 'confirmation')
      return isQuoted(text, this.#utterance.say) ? right : no;
    const isAskedAgain =
      this.#asked.type === 'opening'
        ? expectation === 'opening' && text.includes('?')
        : expectation === 'answer' && questionId === this.#firstId;
    if (this.#mayRepeat && isAskedAgain && misheard.has(this.#utterance.say)) {
      this.#mayRepeat = false;
      return this.#utterance.say;
    }
    if (since > 2 || !text.includes('?') || text.includes(this.#asked.text)) return undefined;
    const isOpen = openQuestion.test(lastQuestion(text));
    if (!isOpen && confirmation.test(text) && calling.test(text))
      return intentsOf(this.#utterance).includes('never_call') ? yes : no;
    if (isOpen) return undefined;
    return readsBack(text, this.#utterance.expect.value) ? right : undefined;
  }
}

/** The sentence that ends in the last question mark. */
const lastQuestion = (text: string): string =>
  /(?:^|[.!?:] )([^.!?]*)\?[^?]*$/.exec(text)?.[1]?.trim() ?? text;

/** Whether what the agent asks to be confirmed is what the person meant. */
function readsBack(text: string, expected: Utterance['expect']['value']): boolean {
  if (expected === undefined || typeof expected === 'boolean') return false;
  const parts = JSON.stringify(expected).match(/[\p{L}\p{N}@._-]{2,}|\d+/gu) ?? [];
  const names = new Set(['min', 'max', 'from', 'to', 'amount', 'currency', 'period', 'contains', 'anyOf']);
  const said = text.toLowerCase();
  return parts.some((part) => !names.has(part) && said.includes(part.toLowerCase()));
}

/** Whether the agent quotes what the person said, give or take a word and whoever "I" is. */
function isQuoted(text: string, said: string): boolean {
  const wordsOf = (some: string): string[] => some.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const quoted = new Set(wordsOf(text));
  const own = wordsOf(said);
  return own.filter((word) => quoted.has(word)).length >= 0.85 * own.length;
}

/** Of the types that conditions of an outcome compare; the others are kept as words. */
const isCompared = ({ type }: Question): boolean => !['text', 'name', 'email', 'phone'].includes(type);

const questionsOf = (sections: readonly PlanSection[]): PlanQuestion[] =>
  sections.flatMap((section) => (section.type === 'looping' ? section.questions : []));

interface Evidence {
  readonly file: UtteranceFile;
  readonly utterance: Utterance;
  readonly asked: Opening | Question;
  readonly opening: Opening;
  readonly call: MeasuredCall;
  /** What the agent said to the utterance. */
  readonly reply: string;
}

function isRightAs(intent: Intent, evidence: Evidence): boolean {
  const { file, utterance, asked, opening, call, reply } = evidence;
  const words = phrases[file.language];
  const wish = wishOf(call);
  if (intent === 'later') {
    const { outcome } = call.findings;
    const { callback } = utterance.expect;
    if (wish !== 'later' || callback === undefined) return wish === 'later';
    return outcome.kind === 'callback' && isCallbackMeant(callback, outcome.at, file.timeZone);
  }
  if (['never_call', 'human', 'not_interested', 'wrong_person', 'machine'].includes(intent))
    return wish === intent;
  if (wish !== undefined) return false;
  if (intent === 'answers')
    return asked.type === 'opening'
      ? call.journal.some((entry) => entry.kind === 'ask')
      : isAnswered(evidence, asked);
  if (asked.type !== 'opening' && hasConcluded(call, asked)) return false;
  switch (intent) {
    case 'asks_who':
      return reply.includes(opening.company);
    case 'asks_why':
      return opening.topic.some((topic) => reply.toLowerCase().includes(topic.toLowerCase()));
    case 'asks_robot':
      return words.robot.test(reply);
    case 'asks_recorded':
      return words.recorded.test(reply);
    case 'asks_scam':
      return reply.includes(opening.company) || words.robot.test(reply);
    case 'asks_pay':
      return call.findings.openQuestions.length > 0 || words.pay.test(without(asked.text, reply));
    case 'asks_source':
      return call.findings.openQuestions.length > 0 || words.source.test(reply);
    case 'repeat':
      return (
        reply.includes(asked.text) ||
        call.journal.some((entry) => entry.kind === 'word' && entry.intention.kind === 'ask_again') ||
        call.journal.some((entry) => entry.kind === 'understood' && entry.understanding.wants.repeat)
      );
    default:
      return true;
  }
}

const without = (part: string, text: string): string => text.replace(part, '');

function isAnswered({ file, utterance, call }: Evidence, asked: Question): boolean {
  const { value, also = {} } = utterance.expect;
  const isStored = (question: Question, expected: NonNullable<typeof value>) => {
    const stored = storedFor(call, question.key);
    return (
      stored.some((one) => isMeant(question, expected, one)) &&
      stored.every(
        (one) => isMeant(question, expected, one) || !isDefinite(question, one) || isText(question),
      )
    );
  };
  return (
    value !== undefined &&
    isStored(asked, value) &&
    Object.entries(also).every(([id, expected]) => isStored(questionOf(file, id), expected))
  );
}

/** What was stored as the contact's own words does not contradict a value. */
const isText = ({ type }: Question): boolean => type === 'text' || type === 'name' || type === 'list';

/** As the analysis shows it, and as branches compare it. */
const storedFor = ({ analysis, findings }: MeasuredCall, key: string): unknown[] => [
  analysis.analytics?.fields.find((field) => field.key === key)?.value ?? null,
  findings.answers.find((answer) => answer.key === key)?.value ?? null,
];

function hasConcluded(call: MeasuredCall, asked: Question): boolean {
  const [shown, compared] = storedFor(call, asked.key);
  const isShownAsText = targetTypes[asked.type] === 'string';
  if (isShownAsText ? shown !== null : isDefinite(asked, shown)) return true;
  return asked.type === 'list'
    ? Array.isArray(compared)
    : isDefinite(asked, compared) && asked.type !== 'name';
}

/** What the call took for a wish about itself; undefined: nothing. */
function wishOf({ findings: { outcome }, journal }: MeasuredCall): Intent | undefined {
  const has = (test: (entry: MeasuredCall['journal'][number]) => boolean) => journal.some(test);
  switch (outcome.kind) {
    case 'opt_out':
      return 'never_call';
    case 'callback':
      return 'later';
    case 'handed_off':
    case 'message_taken':
      return 'human';
    case 'voicemail':
      return 'machine';
    case 'not_interested':
      return outcome.detail === 'WRONG_PERSON' ? 'wrong_person' : 'not_interested';
    default:
      if (has((entry) => entry.kind === 'listen' && entry.expectation === 'callback_time')) return 'later';
      if (has((entry) => entry.kind === 'transfer' || entry.kind === 'take_message')) return 'human';
      if (has((entry) => entry.kind === 'listen' && ['message', 'choice'].includes(entry.expectation)))
        return 'human';
      return has((entry) => entry.kind === 'understood' && entry.understanding.machine !== undefined)
        ? 'machine'
        : undefined;
  }
}

function concludedFrom(call: MeasuredCall, questions: readonly Question[]): string {
  const values = questions.map(({ key }) => `${key} = ${JSON.stringify(storedFor(call, key))}`);
  const { outcome } = call.findings;
  return [`wish ${wishOf(call) ?? 'none'}`, JSON.stringify(outcome), ...values].join(', ');
}
