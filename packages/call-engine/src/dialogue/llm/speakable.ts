/** What a model writes and nobody can say: markup, stage directions, links, small pictures. */
const unspeakable: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/```[\s\S]*?(?:```|$)/g, ' '],
  [/!?\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/\b(?:https?:\/\/|www\.)\S+/gi, ' '],
  [/<[^<>]{0,200}>/g, ' '],
  // *smiles*, [pause], (laughs): what stands in asterisks is a direction when it begins small, and stress otherwise.
  [/(^|\s)\*\p{Ll}[^*\n]{0,60}\*(?=\s|$)/gu, '$1'],
  [/\[[^\]\n]{0,60}\]/g, ' '],
  [/^\s*(?:agent|assistant|ai)\s*:\s*/gim, ''],
  [/^\s{0,3}(?:#{1,6}|[-*+•>]|\d+[.)])\s+/gm, ''],
  [/[*_`~#|{}\\]+/g, ''],
  [/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\p{Cf}/gu, ''],
  [/[\p{Cc}\u{2028}\u{2029}]+/gu, ' '],
];

/** The words alone, as a voice can say them. */
export function speakable(text: string): string {
  const plain = unspeakable.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
  return plain
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.!?;:])/g, '$1')
    .trim();
}

const LONGEST_SENTENCE = 2_000;

/**
 * Cuts text into sentences while it is still being written. What it gives away is never taken back; with a language
 * that writes no gaps between sentences, the mark itself is the end.
 */
export class SentenceCutter {
  #rest = '';

  /** The sentences that are complete now. */
  feed(text: string): string[] {
    this.#rest += text;
    const sentences: string[] = [];
    for (let end = endIn(this.#rest); end > 0; end = endIn(this.#rest)) {
      sentences.push(this.#rest.slice(0, end));
      this.#rest = this.#rest.slice(end);
    }
    // Nobody says such a sentence: whoever looks at it need not wait for its end.
    if (this.#rest.length > LONGEST_SENTENCE) sentences.push(this.end());
    return sentences;
  }

  /** What is left when nothing more comes. */
  end(): string {
    const rest = this.#rest;
    this.#rest = '';
    return rest;
  }
}

/** "Dr." and "3." end no sentence, and a short word before a full stop may be either: it waits for the next. */
const END = /(?:[.…]["'”»)\]]*(?=\s)|[!?]["'”»)\]]*(?=\s)|[。！？؟]["'”」』]?|\n)/gu;
const SHORT = /(?:^|[\s(])(?:\p{L}{1,3}|\d{1,2})\.$/u;

function endIn(text: string): number {
  for (const { 0: mark, index } of text.matchAll(END)) {
    const end = index + mark.length;
    if (text.slice(0, index).trim() === '' || SHORT.test(text.slice(0, end))) continue;
    return end;
  }
  return 0;
}
