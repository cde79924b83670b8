import { plainWords } from '@parley/language/speech.ts';
import { canaryOf, givesAway } from '../canary.ts';
import type { CallContext } from '../dialogue-model.ts';
import { anyOf } from '../rules/cue-pattern.ts';
import { contactTexts, spokenTexts, toldTexts } from './spoken-plan.ts';
import { wordRuns } from './word-run.ts';

/** Fewer are a turn of phrase. */
const TELLING_RUN = 6;

/** Speaking of what one was told, which is the first step to telling it. */
const ofInstructions = anyOf([
  'my (own |original |initial |hidden |secret |internal |system )?(instructions|prompt|programming|guidelines|directives)',
  '(system|hidden|secret|initial|developer) (prompt|message|instructions)',
  '(previous|prior|earlier) instructions',
  'i (was|am|have been) (instructed|programmed|prompted) (to|not)',
  '(developer|debug|admin|dan|jailbreak) mode',
  '(system ?prompt|systemprompt|systemnachricht)',
  '(meine|meiner|meinen|vorherigen|bisherigen) (anweisungen|vorgaben|instruktionen)',
  '(mes|les) instructions (sont|disent|precedentes)',
  '(mis|las) instrucciones (son|dicen|anteriores)',
  '(le mie|le) istruzioni (sono|dicono|precedenti)',
  '(minhas|as) instrucoes (sao|dizem|anteriores)',
  '(mijn|vorige) instructies',
  '(moje|poprzednie) (instrukcje|polecenia)',
  '(мои|предыдущие) (инструкции|указания)',
  '(мої|попередні) інструкції',
]);
const ofInstructionsUnspaced = /系统提示|我的指令|システムプロンプト|시스템 프롬프트|تعليماتي|ההוראות שלי/u;

/** Tells whether a sentence gives away what the model was told for itself. */
export class Secrecy {
  readonly #canary: string;
  readonly #secret: ReadonlySet<string>;
  readonly #open: string;

  /** `unspoken`: the instructions that are nobody else's business. The author's own matter may be talked about. */
  constructor(context: CallContext, unspoken: readonly string[]) {
    const { plan } = context;
    this.#canary = canaryOf(context);
    const rules = plan.prompt.filter(({ id }) => id === 'guardrails' || id === 'forbidden-topics');
    const others = { ...plan, prompt: plan.prompt.filter((one) => !rules.includes(one)) };
    const told = [...spokenTexts(plan), ...toldTexts(others), ...contactTexts(plan)];
    const open = new Set(told.flatMap((text) => wordRuns(text, TELLING_RUN)));
    this.#secret = new Set(
      [...unspoken, ...rules.map(({ text }) => text)]
        .flatMap((text) => wordRuns(text, TELLING_RUN))
        .filter((run) => !open.has(run)),
    );
    this.#open = told.map(plainWords).join('\n');
  }

  in(sentence: string, before: string): string | undefined {
    if (givesAway(this.#canary, `${before} ${sentence}`)) return 'the word that must not come out';
    if (wordRuns(sentence, TELLING_RUN).some((run) => this.#secret.has(run)))
      return 'a piece of the instructions';
    const plain = plainWords(sentence);
    const found = ofInstructions.exec(plain)?.[0] ?? ofInstructionsUnspaced.exec(sentence)?.[0];
    return found === undefined || this.#open.includes(found) ? undefined : `about the instructions: ${found}`;
  }
}
