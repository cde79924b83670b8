import type { Known, KnownValue } from '../expression.ts';
import type { Keep } from '../journal.ts';
import type { CallAnswer, CallFindings, CallOutcome } from '../outcome.ts';
import type { CallPlan } from '../plan.ts';

/** Collects the findings of the call and writes them to the journal as they happen. */
export class Findings {
  /** The data that expressions are evaluated on; each answer is added. */
  readonly known: Known;
  readonly #keep: Keep;
  /** The current answer of each question, in the order in which they were first noted. */
  readonly #answers = new Map<string, CallAnswer>();
  /** Their ids, the latest answer last. */
  #latest: string[] = [];
  /** Answers that are to be confirmed before they count. */
  readonly #offers = new Map<string, CallAnswer>();
  readonly #withdrawn = new Set<string>();
  /** Questions to go back to: their answer was withdrawn, or may have to be corrected. */
  #overdue: string[] = [];
  /** Without a prototype: a question may have the key `__proto__`. */
  readonly #values: Record<string, KnownValue> = Object.create(null);
  readonly #openQuestions: string[] = [];
  readonly #branches: CallFindings['branches'][number][] = [];
  readonly #unsure: NonNullable<CallFindings['unsure']>[number][] = [];
  #message: string | null = null;
  #hasAnswered = false;
  #revisions = 0;

  constructor(plan: CallPlan, keep: Keep) {
    this.#keep = keep;
    this.known = { ...plan.known, answer: this.#values };
  }

  /** The current answers, the latest last. */
  get answers(): readonly CallAnswer[] {
    return this.#latest.flatMap((id) => this.#answers.get(id) ?? []);
  }

  /** Counts corrections: what was decided before one may have to be decided again. */
  get revisions(): number {
    return this.#revisions;
  }

  answerOf(questionId: string): CallAnswer | undefined {
    return this.#answers.get(questionId);
  }

  /** It was asked or answered, and is not to be asked again. */
  isSettled(questionId: string): boolean {
    return this.#answers.has(questionId) && !this.#withdrawn.has(questionId);
  }

  note(answer: CallAnswer): void {
    this.#set(answer);
    this.#keep({ kind: 'note', answer });
  }

  /** Another answer to a question that was noted before. */
  revise(answer: CallAnswer, why: string): void {
    const was = this.#answers.get(answer.questionId)?.value ?? null;
    this.#set(answer);
    this.#revisions += 1;
    this.#keep({ kind: 'revise', answer, was, why });
  }

  /** They took their answer back, in these words. The question is asked once more. */
  withdraw(words: CallAnswer): void {
    const { questionId, evidence, startMs, endMs } = words;
    const was = this.#answers.get(questionId)?.value;
    if (was === undefined) return;
    const { value: _, ...unanswered } = words;
    this.#set(unanswered);
    if (words.key !== undefined) delete this.#values[words.key];
    this.#revisions += 1;
    this.#withdrawn.add(questionId);
    this.#comeBackTo(questionId);
    this.#keep({ kind: 'withdraw', questionId, was, evidence, startMs, endMs });
  }

  /** An answer that counts once it is confirmed: when its question's turn comes, or at once if that is over. */
  offer(answer: CallAnswer): void {
    this.#offers.set(answer.questionId, answer);
    if (this.#answers.has(answer.questionId)) this.#comeBackTo(answer.questionId);
    this.#keep({ kind: 'offer', answer });
  }

  takeOffer(questionId: string): CallAnswer | undefined {
    const offered = this.#offers.get(questionId);
    this.#offers.delete(questionId);
    return offered;
  }

  /** The next question to go back to. */
  takeOverdue(): string | undefined {
    return this.#overdue.shift();
  }

  /** The contact talked about the topic of a section. */
  noteTalk(): void {
    this.#hasAnswered = true;
  }

  /** Something was said that was heard badly. */
  noteUnsure({ startMs, endMs }: { readonly startMs: number; readonly endMs: number }): void {
    this.#unsure.push({ startMs, endMs });
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

  /** Another branch of a section that was decided before. */
  retakeBranch(sectionId: string, branchId: string | null, reason: string): void {
    const before = this.#branches.findLastIndex((branch) => branch.sectionId === sectionId);
    if (before >= 0) this.#branches.splice(before, 1);
    this.takeBranch(sectionId, branchId, reason);
  }

  of(outcome: CallOutcome): CallFindings {
    return {
      outcome,
      answers: [...this.#answers.values()],
      hasAnswered: this.#hasAnswered,
      openQuestions: this.#openQuestions,
      message: this.#message,
      branches: this.#branches,
      ...(this.#unsure.length === 0 ? {} : { unsure: this.#unsure }),
    };
  }

  #set(answer: CallAnswer): void {
    const { questionId, key, value } = answer;
    this.#answers.set(questionId, answer);
    this.#latest = [...this.#latest.filter((id) => id !== questionId), questionId];
    this.#withdrawn.delete(questionId);
    this.#offers.delete(questionId);
    if (value === undefined) return;
    this.#hasAnswered = true;
    if (key !== undefined) this.#values[key] = value;
  }

  #comeBackTo(questionId: string): void {
    if (!this.#overdue.includes(questionId)) this.#overdue.push(questionId);
  }
}
