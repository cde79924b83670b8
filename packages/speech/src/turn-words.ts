import type { RecognisedWords } from './speech-to-text.ts';

/** What was said in one turn. All times are milliseconds of the call. */
export interface Turn {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly language?: string;
}

/** Ends in a script that puts no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。]$/u;

/** Collects the recognised words of a turn: finals stay, the partial behind them may still change. */
export class TurnWords {
  readonly #finals: string[] = [];
  #partial = '';
  #startMs: number | undefined;
  #endMs = 0;
  #language: string | undefined;

  add({ kind, text: recognised, startMs, endMs, language }: RecognisedWords): void {
    const text = recognised.trim();
    if (kind === 'final') this.#partial = '';
    if (text === '') return;
    this.#startMs ??= Math.max(0, startMs);
    this.#endMs = Math.max(this.#endMs, endMs);
    this.#language = language ?? this.#language;
    if (kind === 'final') this.#finals.push(text);
    else this.#partial = text;
  }

  /** The last of them may still change. */
  get isPartial(): boolean {
    return this.#partial !== '';
  }

  get text(): string {
    const parts = this.isPartial ? [...this.#finals, this.#partial] : this.#finals;
    return parts.reduce(
      (text, part) => (text === '' || UNSPACED.test(text) ? text + part : `${text} ${part}`),
      '',
    );
  }

  /** No word ends later than now, whatever times a vendor reports. */
  turn(nowMs: number): Turn {
    const startMs = this.#startMs ?? 0;
    const endMs = Math.max(startMs, Math.min(this.#endMs, nowMs));
    const language = this.#language === undefined ? {} : { language: this.#language };
    return { text: this.text, startMs, endMs, ...language };
  }
}
