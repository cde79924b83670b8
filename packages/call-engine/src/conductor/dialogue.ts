import { Answerer } from '../answering.ts';
import type {
  CallContext,
  Expectation,
  Intention,
  Judgement,
  Passage,
  Turn,
  Understanding,
} from '../dialogue/dialogue-model.ts';
import type { Decision, FailedPart, RecordingDecision } from '../journal.ts';
import type { CallOutcome } from '../outcome.ts';
import type { Heard, Said } from '../party.ts';
import { type CallPlan, type PlanQuestion, questionsIn } from '../plan.ts';
import { isRecordingAllowed } from '../recording-consent.ts';
import { pressedKeys } from '../transcript.ts';
import { type Budget, budgetOf } from './call-budget.ts';
import { doubted, isUnsure, withoutFaint } from './certainty.ts';
import type { ConductedCall } from './conducted-call.ts';
import { expectedPhrases } from './expected-phrases.ts';
import { Findings } from './findings.ts';
import { type KeyTaking, type Pressed, textOf } from './keys.ts';
import { brokenBy, PartFailure } from './part-failure.ts';
import { Patience } from './patience.ts';
import { Route } from './route.ts';
import { cited, isAside, joined, messageOf, spokenTogether, Wording } from './wording.ts';

export type Utterance = Extract<Heard, { kind: 'words' }>;

/**
 * The conductor's view of one call: every request to the party and the dialogue model goes through here, one after
 * another, and is written to the journal. It makes no decisions about the flow.
 */
export class Dialogue {
  readonly plan: CallPlan;
  readonly findings: Findings;
  readonly route = new Route();
  readonly speaksFirst: boolean;
  /** A person has spoken. */
  hasMetPerson = false;
  /** Tells who answered, until a person has spoken. */
  readonly answerer: Answerer;
  /** Whether they never want to be called again was asked: who says it once more means it. */
  hasAskedOptOut = false;
  /** What was decided last about the recording. */
  #recording: RecordingDecision | undefined;
  /** How the call ends, once that is certain, whatever fails until then. */
  ending: { readonly outcome: CallOutcome; readonly why: string } | undefined;

  readonly #call: ConductedCall;
  readonly #context: CallContext;
  readonly #turns: Turn[] = [];
  /** What branches are decided by: what was heard badly is left out. */
  readonly #heardWell: CallContext;
  readonly #turnsHeardWell: Turn[] = [];
  readonly #heard: Utterance[] = [];
  readonly #budget: Budget;
  /** Sentences to be said together with the next one. */
  #leads: Wording[] = [];
  /** What the contact said that is still to be acknowledged, before any of these. */
  #acknowledged: { readonly heard: string; readonly why: string } | undefined;
  #lastText = '';
  /** Questions, and other places of the call, at which they were asked to say it again. */
  readonly #askedBack = new Set<string>();
  /** The latest known time in the call. */
  #nowMs = 0;

  constructor(call: ConductedCall) {
    this.#call = call;
    this.plan = call.plan;
    this.speaksFirst = call.speaksFirst === true;
    this.answerer = new Answerer(call.plan.language);
    const findings = new Findings(call.plan, call.keep);
    const questions = () => this.questions();
    const isUnrecorded = () => this.isUnrecorded;
    this.findings = findings;
    this.#budget = budgetOf(call.plan.durationMinutes);
    this.#context = {
      plan: call.plan,
      turns: this.#turns,
      answeredAt: call.answeredAt.toISOString(),
      seed: call.seed,
      progress: {
        get answers() {
          return findings.answers;
        },
        get questions() {
          return questions();
        },
      },
      get isUnrecorded() {
        return isUnrecorded();
      },
      note: (thought) => call.keep({ kind: 'thought', ...thought }),
    };
    this.#heardWell = { ...this.#context, turns: this.#turnsHeardWell };
  }

  /** The questions that were answered, or can still be asked on the branches taken so far. */
  questions(): PlanQuestion[] {
    const reachable = this.route.questionsIn(this.plan.sections);
    const ids = new Set(reachable.map(({ id }) => id));
    const answered = questionsIn(this.plan.sections).filter(
      ({ id }) => !ids.has(id) && this.findings.answerOf(id) !== undefined,
    );
    return [...reachable, ...answered];
  }

  decide(decision: Decision): void {
    this.#call.keep(decision);
  }

  /** The contact did not allow the recording, or objected to it. */
  get isUnrecorded(): boolean {
    return !isRecordingAllowed(this.#recording);
  }

  decideRecording(decision: RecordingDecision): void {
    this.#recording = decision;
    this.decide({ kind: 'consent', ...decision });
  }

  /** The budget is hard: afterwards the agent neither speaks nor listens. */
  get isOver(): boolean {
    return this.#nowMs >= this.#budget.endMs;
  }

  /** Whether it is too late for new questions. */
  isTimeUp(): boolean {
    const atMs = this.#call.party.elapsedMs();
    this.#call.keep({ kind: 'elapsed', atMs });
    this.#nowMs = Math.max(this.#nowMs, atMs);
    return this.#nowMs >= this.#budget.lastQuestionMs;
  }

  /** An acknowledgement before the next sentence; worded once that sentence is known. */
  acknowledge(heard: string, why: string): void {
    this.#acknowledged = { heard, why };
  }

  /** Whether something is to be said before the next sentence already. */
  get isResponding(): boolean {
    return this.#acknowledged !== undefined || this.#leads.length > 0;
  }

  /** Words the intention now; it is said together with the next sentence. */
  async lead(intention: Intention, why: string): Promise<void> {
    this.#leads.push(await this.#worded(intention, why));
  }

  leadWith(text: string): void {
    this.#leads.push(new Wording(text));
  }

  /** Drops what was queued to be said before the next question. */
  dropLeads(): void {
    this.#putDown(this.#leads);
    this.#leads = [];
    this.#acknowledged = undefined;
  }

  async word(intention: Intention, why: string): Promise<Said> {
    if (this.isOver) return this.say('', why);
    const wanted = this.#lastText;
    const said = await this.#speak(await this.#worded(intention, why), why);
    if (isAside(intention)) this.#lastText = wanted;
    return said;
  }

  /** The same where there may be nothing to say; undefined: nothing was said, and what was to lead it still waits. */
  async wordIfAny(intention: Intention, why: string): Promise<Said | undefined> {
    if (this.isOver) return this.say('', why);
    const wording = await this.#worded(intention, why);
    return wording.words === '' ? undefined : this.#speak(wording, why);
  }

  say(text: string, why: string): Promise<Said> {
    return this.#speak(new Wording(text), why);
  }

  /** The last thing to be said, whether or not it was heard to its end. */
  get lastText(): string {
    return this.#lastText;
  }

  /** The last thing that the agent said to the contact. */
  sayAgain(why: string): Promise<Said> {
    return this.#speak(new Wording(this.#lastText), why);
  }

  /** The contact's next words; `over` when the time of the call ran out. Tones are ignored: persons do not beep. */
  async listen(
    expectation: Expectation,
    patienceMs: number,
    keys?: KeyTaking,
  ): Promise<
    | Utterance
    | ({ readonly kind: 'keys' } & Omit<Utterance, 'kind'>)
    | Extract<Heard, { kind: 'beep' }>
    | { readonly kind: 'silence'; readonly atMs: number }
    | { readonly kind: 'returned' }
    | { readonly kind: 'left' }
    | { readonly kind: 'over' }
  > {
    const patience = Math.min(patienceMs, this.#budget.endMs - this.#nowMs);
    if (patience <= 0) return { kind: 'over' };
    this.decide({ kind: 'listen', expectation: expectation.kind, patienceMs: patience });
    const expected = expectedPhrases(expectation, this.plan);
    const pressed: Pressed[] = [];
    const waiting = new Patience(patience, this.#nowMs);
    for (;;) {
      const waitMs = waiting.restMs(this.#nowMs, pressed.length > 0);
      const restMs = Math.min(waitMs, this.#budget.endMs - this.#nowMs);
      const heard = this.#known(await this.#try('party', () => this.#call.party.listen(restMs, expected)));
      this.#nowMs = Math.max(this.#nowMs, 'endMs' in heard ? heard.endMs : heard.atMs);
      if (heard.kind === 'partial') waiting.renew(this.#nowMs);
      // Interim transcripts count only if they go on past the end of the call.
      if (heard.kind === 'partial' && !this.isOver) continue;
      this.#call.keep({ kind: 'heard', heard });
      if (heard.kind === 'words') {
        this.#heard.push(heard);
        const turn: Turn = { speaker: 'contact', text: heard.text };
        this.#turns.push(turn);
        if (isUnsure(heard)) this.findings.noteUnsure(heard);
        else this.#turnsHeardWell.push(turn);
        return heard;
      }
      if (heard.kind === 'left') return heard;
      if (this.isOver) return { kind: 'over' };
      if (heard.kind === 'digit' && keys?.takes(heard.digit)) {
        pressed.push(heard);
        if (keys.isComplete(textOf(pressed))) return this.#takeKeys(pressed);
      }
      if (heard.kind === 'silence' && pressed.length > 0) return this.#takeKeys(pressed);
      if (heard.kind === 'silence' || heard.kind === 'returned') return heard;
      if (heard.kind === 'beep' && !this.hasMetPerson && (!heard.isFaint || this.answerer.isSuspect))
        return heard;
    }
  }

  /** A voicemail that is to be hung up on is known by its first words: nobody waits for the rest of them. */
  #known(heard: Heard): Heard {
    if (heard.kind !== 'partial' || this.hasMetPerson || this.plan.voicemail.action !== 'HANG_UP')
      return heard;
    return this.answerer.isVoicemail(heard) ? { ...heard, kind: 'words' } : heard;
  }

  #takeKeys(pressed: readonly Pressed[]): { readonly kind: 'keys' } & Omit<Utterance, 'kind'> {
    const text = textOf(pressed);
    this.#turns.push({ speaker: 'contact', text: pressedKeys(text) });
    return { kind: 'keys', text, startMs: pressed[0]?.atMs ?? 0, endMs: pressed.at(-1)?.atMs ?? 0 };
  }

  /** Whether the keys could be pressed. */
  press(keys: string, why: string): boolean {
    const { party } = this.#call;
    if (party.press === undefined) return false;
    this.decide({ kind: 'press', keys, why });
    party.press(keys);
    return true;
  }

  /** When they said these words, the last time. */
  utteranceOf(quote: string): Utterance | undefined {
    return this.#heard.findLast(({ text }) => text.includes(quote));
  }

  async understand(heard: Utterance, expectation: Expectation): Promise<Understanding> {
    const understood = await this.#try('understand', () =>
      this.#call.dialogueModel.understand(heard.text, expectation, this.#context),
    );
    this.#call.keep({ kind: 'understood', understanding: understood });
    const understanding = isUnsure(heard)
      ? doubted(understood, expectation, this.hasAskedOptOut)
      : understood;
    return this.hasAskedOptOut ? withoutFaint(understanding) : understanding;
  }

  /** True once for each question, so that a bad line does not make a call tedious. */
  mayAskBack(about: string): boolean {
    if (this.#askedBack.has(about)) return false;
    this.#askedBack.add(about);
    return true;
  }

  async judge(description: string): Promise<Judgement> {
    const judgement = await this.#try('judge', () =>
      this.#call.dialogueModel.judge(description, this.#heardWell),
    );
    this.#call.keep({ kind: 'judged', judgement });
    return judgement;
  }

  /** Looks up a question of the contact; true if an answer was found and queued. */
  async leadWithAnswer(question: string): Promise<boolean> {
    this.decide({ kind: 'look_up', question });
    const missed: string[] = [];
    const passages: readonly Passage[] = await this.#try('find', () =>
      this.#call.knowledge.find(question, (why) => missed.push(why)),
    );
    this.#call.keep({
      kind: 'found',
      passages,
      ...(missed.length === 0 ? {} : { missed: missed.join('; ') }),
    });
    const words = await this.#try('answer', () =>
      this.#call.dialogueModel.answer(question, passages, this.#context),
    );
    if (words === undefined) this.#call.keep({ kind: 'answered', text: null });
    if (typeof words === 'string')
      this.#call.keep({ kind: 'answered', text: words, ...cited(words, passages) });
    if (words === undefined) return false;
    this.#leads.push(new Wording(words, { part: 'answer', kind: 'answered', passages }));
    return true;
  }

  async transfer(to: string, label: string | null, why: string): Promise<boolean> {
    this.decide({ kind: 'transfer', to, label, why });
    const isTaken = await this.#try('party', () => this.#call.party.transfer(to));
    this.#call.keep({ kind: 'transferred', isTaken });
    return isTaken;
  }

  /** A failure while hanging up does not change how the call ended. */
  async leave(): Promise<void> {
    await this.#call.party.leave().catch((error: unknown) => {
      this.#call.keep({ kind: 'failed', part: 'party', message: messageOf(error) });
    });
  }

  /** Waits until the dialogue model has noted all its usage for this call. */
  async rest(): Promise<void> {
    for (const context of [this.#context, this.#heardWell]) await this.#call.dialogueModel.rest?.(context);
  }

  async #worded(intention: Intention, why: string): Promise<Wording> {
    this.decide({ kind: 'word', intention, why });
    const words = await this.#try('word', () => this.#call.dialogueModel.word(intention, this.#context));
    if (typeof words === 'string') this.#call.keep({ kind: 'worded', text: words });
    return new Wording(words, { part: 'word', kind: 'worded' });
  }

  async #acknowledgement(following: readonly Wording[]): Promise<Wording[]> {
    if (this.#acknowledged === undefined || this.isOver) return [];
    const { heard, why } = this.#acknowledged;
    this.#acknowledged = undefined;
    const before = joined(following);
    return [await this.#worded({ kind: 'acknowledge', heard, ...(before === '' ? {} : { before }) }, why)];
  }

  async #speak(last: Wording, why: string): Promise<Said> {
    const following = [...this.#leads, last];
    this.#leads = [];
    const acknowledgement = await this.#acknowledgement(following);
    const wordings = [...acknowledgement, ...following];
    // In the order in which they were asked for, which is how a replay asks for them again.
    const asked = [...following, ...acknowledgement];
    const isFound = wordings.every(({ words }) => typeof words === 'string');
    if (this.isOver || (isFound && joined(wordings) === '')) {
      this.#putDown(asked);
      return { text: '', isWhole: true, startMs: this.#nowMs, endMs: this.#nowMs };
    }
    if (isFound) this.decide({ kind: 'say', text: joined(wordings), why });
    const words = isFound ? joined(wordings) : spokenTogether(wordings);
    const said = await this.#try('party', () => this.#call.party.say(words).done).finally(() =>
      this.#putDown(asked),
    );
    this.#lastText = joined(wordings);
    if (!isFound) this.decide({ kind: 'say', text: this.#lastText, why });
    const { text, isWhole, startMs, endMs } = said;
    this.#call.keep({ kind: 'said', text, isWhole, startMs, endMs });
    this.#nowMs = Math.max(this.#nowMs, endMs);
    if (text !== '')
      for (const turns of [this.#turns, this.#turnsHeardWell]) turns.push({ speaker: 'agent', text });
    const { recordingConsent: consent } = this.plan;
    // Heard when it was said, however often it took: whoever talks over it hears it again.
    if (consent?.mode === 'announce' && !this.#recording && text.includes(consent.notice))
      this.decideRecording({ decision: 'announced', atMs: endMs, asked: consent.notice, said: null });
    const failure = wordings.find((wording) => wording.failure !== undefined)?.failure;
    if (failure !== undefined) throw new PartFailure('word', failure);
    return said;
  }

  /** Streamed words go to the journal once they were said: only then are they known. */
  #putDown(wordings: readonly Wording[]): void {
    for (const { lateInput } of wordings) if (lateInput !== undefined) this.#call.keep(lateInput);
  }

  async #try<Result>(part: FailedPart, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const failed = brokenBy(error) ?? part;
      this.#call.keep({ kind: 'failed', part: failed, message: messageOf(error) });
      throw new PartFailure(failed, messageOf(error));
    }
  }
}
