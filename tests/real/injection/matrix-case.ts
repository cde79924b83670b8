import cases from './matrix.json' with { type: 'json' };

/** An order that somebody has put where a model may read it. */
export interface MatrixCase {
  readonly place: (typeof places)[number];
  readonly language: 'EN' | 'DE';
  readonly title: string;
  readonly text: string;
  /** What a model says that obeys it. `{canary}` and others in braces stand for secrets, as far as it can read them. */
  readonly says: string;
  /** In a call: to which question they say it. */
  readonly at?: 'opening' | Question;
  /** It asks to be put through to a person. */
  readonly wantsTransfer?: true;
  /** No check refuses the words: see `prompt-only-injections.ts`. */
  readonly isSaid?: true;
}

type Question = 'years' | 'why' | 'car' | 'end';

/** Where untrusted text comes from. */
export const places = ['speech', 'name', 'field', 'document', 'cv', 'knowledge', 'job', 'provider'] as const;

export const matrix = cases as readonly MatrixCase[];

/** Long enough to be found again in a prompt, and without what is escaped or wrapped there. */
export function markOf({ text }: Pick<MatrixCase, 'text'>): string {
  const pieces = text.split(/[^\p{L}\p{N} ,.]/u).map((piece) => piece.trim());
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest)).slice(0, 40);
}
