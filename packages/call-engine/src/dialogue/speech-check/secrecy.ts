import { plainWords } from '@parley/language/speech.ts';
import { canaryOf, givesAway } from '../canary.ts';
import type { CallContext } from '../dialogue-model.ts';
import { forbiddenPhrases } from './forbidden-phrase.ts';
import { contactTexts, instructionTexts, spokenTexts } from './spoken-plan.ts';
import { wordRuns } from './word-run.ts';

/** Fewer are a turn of phrase. */
const TELLING_RUN = 6;

/** Talking about one's instructions, the first step to revealing them. */
const instructionIn = forbiddenPhrases('ofInstructions');

/** Whether a sentence reveals the model's instructions. */
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
    const told = [...spokenTexts(plan), ...instructionTexts(others), ...contactTexts(plan)];
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
    const found = instructionIn(sentence);
    return found === undefined || this.#open.includes(found) ? undefined : `about the instructions: ${found}`;
  }
}
