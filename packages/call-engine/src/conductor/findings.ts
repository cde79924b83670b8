import type { Known, KnownValue } from '../expression.ts';
import type { Keep } from '../journal.ts';
import type { CallAnswer, CallFindings, CallOutcome } from '../outcome.ts';
import type { CallPlan } from '../plan.ts';

/** Collects the findings of the call and writes them to the journal as they happen. */
export class Findings {
  /** The data that expressions are evaluated on; each answer is added. */
  readonly known: Known;
  readonly #keep: Keep;
  readonly #answers: CallAnswer[] = [];
  /** Without a prototype: a question may have the key `__proto__`. */
  readonly #values: Record<string, KnownValue> = Object.create(null);
  readonly #openQuestions: string[] = [];
  readonly #branches: CallFindings['branches'][number][] = [];
  #message: string | null = null;
  #hasAnswered = false;

  constructor(plan: CallPlan, keep: Keep) {
    this.#keep = keep;
    this.known = { ...plan.known, answer: this.#values };
  }

  note(answer: CallAnswer): void {
    this.#answers.push(answer);
    if (answer.value !== undefined) {
      this.#hasAnswered = true;
      if (answer.key !== undefined) this.#values[answer.key] = answer.value;
    }
    this.#keep({ kind: 'note', answer });
  }

  /** The contact talked about the topic of a section. */
  noteTalk(): void {
    this.#hasAnswered = true;
  }

  leaveOpen(question: string): void {
    this.#openQuestions.push(question);
    this.#keep({ kind: 'leave_open', question });
  }

  takeMessage(text: string): void {
    this.#message = text;
    this.#keep({ kind: 'take_message', text });
  }

  takeBranch(sectionId: string, branchId: string | null, reason: string): void {
    this.#branches.push({ sectionId, branchId, reason });
    this.#keep({ kind: 'branch', sectionId, branchId, why: reason });
  }

  of(outcome: CallOutcome): CallFindings {
    return {
      outcome,
      answers: this.#answers,
      hasAnswered: this.#hasAnswered,
      openQuestions: this.#openQuestions,
      message: this.#message,
      branches: this.#branches,
    };
  }
}
