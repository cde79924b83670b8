/** The part of a tokenizer's file that is needed here. */
export interface WordPieceFile {
  readonly model: {
    readonly vocab: Readonly<Record<string, number>>;
    readonly unk_token: string;
    readonly continuing_subword_prefix: string;
    readonly max_input_chars_per_word: number;
  };
}

export interface PiecePair {
  readonly ids: readonly number[];
  /** Where the second text begins. */
  readonly secondFrom: number;
}

/** One mark or ideograph by itself, or everything up to the next of them or a blank. */
const WORD =
  /[\p{P}$+<=>^`|~]|[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2fa1f}]|[^\s\p{P}$+<=>^`|~\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2fa1f}]+/gu;

/** Cuts a text into the pieces of words that a BERT model knows, without their case and accents. */
export class WordPieces {
  readonly #file: WordPieceFile['model'];

  constructor({ model }: WordPieceFile) {
    this.#file = model;
  }

  /** At most so many, the marks of beginning and end included. */
  idsOf(text: string, most: number): number[] {
    const ids = [this.#id('[CLS]')];
    for (const word of plain(text).match(WORD) ?? []) {
      if (ids.length >= most - 1) break;
      ids.push(...this.#pieces(word));
    }
    return [...ids.slice(0, most - 1), this.#id('[SEP]')];
  }

  /** Two texts, of which the first loses its beginning if it is too long and the second its end. */
  pairOf(first: string, second: string, most: { first: number; second: number }): PiecePair {
    const inner = (text: string) => this.idsOf(text, 512).slice(1, -1);
    const before = [this.#id('[CLS]'), ...inner(first).slice(-most.first), this.#id('[SEP]')];
    const after = [...inner(second).slice(0, most.second), this.#id('[SEP]')];
    return { ids: [...before, ...after], secondFrom: before.length };
  }

  /** The longest known beginning, and again for the rest; a word with an unknown piece is unknown. */
  #pieces(word: string): number[] {
    const { vocab, unk_token, continuing_subword_prefix: prefix, max_input_chars_per_word } = this.#file;
    const unknown = [this.#id(unk_token)];
    const letters = [...word];
    if (letters.length > max_input_chars_per_word) return unknown;
    const ids: number[] = [];
    for (let from = 0; from < letters.length; ) {
      let to = letters.length;
      let id: number | undefined;
      for (; to > from; to -= 1) {
        const piece = (from === 0 ? '' : prefix) + letters.slice(from, to).join('');
        id = Object.hasOwn(vocab, piece) ? vocab[piece] : undefined;
        if (id !== undefined) break;
      }
      if (id === undefined) return unknown;
      ids.push(id);
      from = to;
    }
    return ids;
  }

  #id(token: string): number {
    const id = this.#file.vocab[token];
    if (id === undefined) throw new Error(`The vocabulary has no ${token}`);
    return id;
  }
}

/** As the model was taught: small letters, no accents, nothing that cannot be seen. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\t\n\r]/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\ufffd]/gu, '')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '');
