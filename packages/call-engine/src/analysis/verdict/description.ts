import type { Language } from '@parley/language/language.ts';
import { limitSpans } from '../rules/limit.ts';
import { type DescriptionWords, descriptionWords, languageOf } from './description-words.ts';

/** One thing that a description says, in its words. */
export interface Piece {
  readonly kind: 'piece';
  readonly text: string;
  readonly isNegated: boolean;
  /** The piece before it, whose verb it may share: "speaks German *and English*". */
  readonly before?: Piece;
}

/** What a description says, as conditions that are joined. */
export type Formula =
  | Piece
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Formula[] }
  /** It can be read in several ways: it holds where each of them does. */
  | { readonly kind: 'readings'; readonly parts: readonly Formula[] };

export interface Description {
  readonly formula: Formula;
  readonly words: DescriptionWords;
}

/** A longer text is no description of an outcome; a model reads it. */
const LONGEST = 400;
const MOST_PIECES = 8;

/** Undefined for what is too long or too tangled to be read by rules. */
export function readDescription(text: string, ofCall: Language): Description | undefined {
  if (text.length > LONGEST) return undefined;
  const language = languageOf(text, ofCall);
  const words = descriptionWords(language);
  const whole = masked(text.replaceAll(/[’‘ʼ]/g, "'").replace(/[.!\s]+$/u, ''), words);
  const formula = formulaOf(whole, words);
  return formula === undefined ? undefined : { formula, words };
}

/** A space that does not part: within "between 2 and 5" and "3 or more". */
const HELD = '\u2060';

function masked(text: string, { between, language }: DescriptionWords): string {
  let held = text.replace(between, (span) => span.replaceAll(' ', HELD));
  for (const span of limitSpans(text, language)) held = held.replace(span, span.replaceAll(' ', HELD));
  return held;
}

const unmasked = (text: string): string => text.replaceAll(HELD, ' ').replaceAll(/\s+/g, ' ').trim();

function formulaOf(whole: string, words: DescriptionWords): Formula | undefined {
  const text = withoutLead(whole, words);
  if (text === '') return undefined;
  const isNeither = words.neither.test(text.slice(0, 12)) || words.neither.test(whole.slice(0, 12));
  const tokens = tokensOf(text, words, isNeither);
  if (tokens.filter((token) => token.kind === 'piece').length > MOST_PIECES) return undefined;
  return joined(tokens, words, isNeither);
}

/** Subjects and "either", "both", "if": they say nothing by themselves. */
function withoutLead(text: string, { lead, subject }: DescriptionWords): string {
  let rest = text.trim();
  for (let left = 3; left > 0; left -= 1) rest = rest.replace(lead, '').replace(subject, '').trim();
  return rest;
}

type Joint = 'and' | 'or' | 'but' | 'nor' | 'comma' | 'comma-and' | 'comma-or';
type Token =
  | { readonly kind: 'piece'; readonly text: string }
  | { readonly kind: 'joint'; readonly joint: Joint };

function tokensOf(text: string, words: DescriptionWords, isNeither: boolean): Token[] {
  // The German "noch" parts only after a "weder".
  const joints = words.joints[isNeither ? 'neither' : 'plain'];
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(joints)) {
    const before = text.slice(end, match.index);
    tokens.push({ kind: 'piece', text: before }, { kind: 'joint', joint: jointOf(match) });
    end = match.index + match[0].length;
  }
  tokens.push({ kind: 'piece', text: text.slice(end) });
  return tidied(tokens, words);
}

function jointOf({ groups = {}, 0: text }: RegExpExecArray): Joint {
  const { but, nor, and, or, comma } = groups;
  if (but !== undefined) return 'but';
  if (nor !== undefined) return 'nor';
  if (and !== undefined) return comma === undefined ? 'and' : 'comma-and';
  if (or !== undefined) return comma === undefined ? 'or' : 'comma-or';
  return text.includes('/') ? 'or' : 'comma';
}

/** Empty pieces are dropped with the joint before them, and what only continues a piece is put back to it. */
function tidied(tokens: readonly Token[], words: DescriptionWords): Token[] {
  const tidy: Token[] = [];
  for (const token of tokens) {
    const last = tidy.at(-1);
    if (token.kind === 'joint') {
      // "Soit A, soit B": the stronger of two joints in a row counts.
      if (last?.kind === 'joint') tidy[tidy.length - 1] = last.joint === 'comma' ? token : last;
      else if (last !== undefined) tidy.push(token);
      continue;
    }
    const text = withoutLead(token.text, words);
    if (text === '') continue;
    const previous = tidy.at(-2);
    const isContinued =
      last?.kind === 'joint' &&
      last.joint === 'comma' &&
      words.continues.test(text) &&
      previous?.kind === 'piece';
    if (isContinued) tidy.splice(-2, 2, { kind: 'piece', text: `${previous.text} ${text}` });
    else tidy.push({ kind: 'piece', text });
  }
  if (tidy.at(-1)?.kind === 'joint') tidy.pop();
  return tidy;
}

function joined(tokens: readonly Token[], words: DescriptionWords, isNeither: boolean): Formula | undefined {
  const pieces: Piece[] = [];
  const joints: Joint[] = [];
  for (const token of tokens) {
    if (token.kind === 'joint') {
      joints.push(token.joint);
      continue;
    }
    const isDenied = isDeniedWith(pieces.at(-1), token.text, joints.at(-1), words);
    // "No car or licence": neither of them.
    if (isDenied) joints[joints.length - 1] = 'and';
    pieces.push(pieceOf(token.text, words, pieces.at(-1), isDenied || isNeither));
  }
  return pieces.length === 0 ? undefined : parsed(...tightened(pieces, joints, words));
}

/** "Lives in Berlin or Potsdam and has a car": things that share a verb belong together. */
function tightened(
  pieces: readonly Piece[],
  joints: readonly Joint[],
  words: DescriptionWords,
): [readonly Formula[], readonly Joint[]] {
  const settled = settledJoints(joints, pieces, words);
  if (new Set(settled.map(kindOf)).size < 2) return [pieces, settled];
  const [parts, left]: [Formula[], Joint[]] = [[], []];
  for (const [index, piece] of pieces.entries()) {
    const joint = settled[index - 1];
    const last = parts.at(-1);
    if (joint === undefined || last === undefined) parts.push(piece);
    else if (isThing(piece, words) && (last.kind === 'piece' || last.kind === kindOf(joint)))
      parts[parts.length - 1] = { kind: kindOf(joint), parts: [...partsOf(last), piece] };
    else {
      parts.push(piece);
      left.push(joint);
    }
  }
  return [parts, left];
}

const partsOf = (formula: Formula): readonly Formula[] =>
  formula.kind === 'piece' ? [formula] : formula.parts;

const LONGEST_THING = 4;

const isThing = ({ text }: Piece, { thing, predicates }: DescriptionWords): boolean =>
  thing.test(text) &&
  text.split(' ').length <= LONGEST_THING &&
  !predicates.some(([, pattern]) => pattern.test(text));

/** A comma means what the next joint means: "A, B or C" is any of them. */
function settledJoints(joints: readonly Joint[], pieces: readonly Piece[], words: DescriptionWords): Joint[] {
  const settled = [...joints];
  for (let index = settled.length - 1; index >= 0; index -= 1)
    if (settled[index] === 'comma') {
      // "…, lives in Berlin or Potsdam, and …": that "or" is not of the same list.
      const others = settled.slice(index + 1).filter((_, at) => {
        const [before, after] = [pieces[index + 1 + at], pieces[index + 2 + at]];
        const isShared = after !== undefined && isThing(after, words);
        return !(isShared && before !== undefined && !isThing(before, words));
      });
      const next = others[0];
      settled[index] =
        next === 'or' || next === 'comma-or' ? 'or' : next === 'nor' ? 'nor' : next === 'but' ? 'but' : 'and';
    }
  return settled;
}

function parsed(pieces: readonly Formula[], joints: readonly Joint[]): Formula {
  if (pieces.length === 1) return pieces[0] as Formula;
  const kinds = new Set(joints.map(kindOf));
  if (kinds.size === 1) return { kind: [...kinds][0] as 'all' | 'any', parts: pieces };
  // "A, but B or C" and "A, and B or C": what stands behind belongs together.
  const loose = joints.findIndex((joint) => joint === 'but' || joint === 'comma-and' || joint === 'comma-or');
  if (loose >= 0) {
    const parts = [
      parsed(pieces.slice(0, loose + 1), joints.slice(0, loose)),
      parsed(pieces.slice(loose + 1), joints.slice(loose + 1)),
    ];
    return { kind: kindOf(joints[loose] as Joint), parts };
  }
  // "A and B or C" leaves open what belongs together.
  return {
    kind: 'readings',
    parts: [byPrecedence(pieces, joints, 'any'), byPrecedence(pieces, joints, 'all')],
  };
}

const kindOf = (joint: Joint): 'all' | 'any' => (joint === 'or' || joint === 'comma-or' ? 'any' : 'all');

/** Parts at the joints of the looser kind. */
function byPrecedence(pieces: readonly Formula[], joints: readonly Joint[], looser: 'all' | 'any'): Formula {
  const groups: Formula[][] = [[pieces[0] as Formula]];
  for (const [index, joint] of joints.entries()) {
    const piece = pieces[index + 1] as Formula;
    if (kindOf(joint) === looser) groups.push([piece]);
    else groups.at(-1)?.push(piece);
  }
  const tighter = looser === 'any' ? 'all' : 'any';
  return {
    kind: looser,
    parts: groups.map((parts) => (parts.length === 1 ? (parts[0] as Formula) : { kind: tighter, parts })),
  };
}

function pieceOf(held: string, words: DescriptionWords, before: Piece | undefined, isDenied: boolean): Piece {
  const text = unmasked(held);
  const isNegated = isDenied || isTurned(text, words);
  return { kind: 'piece', text, isNegated, ...(before === undefined ? {} : { before }) };
}

/** Whether a condition wants the opposite of what its words name. */
function isTurned(text: string, { negation, noNegation, refuses, language }: DescriptionWords): boolean {
  let rest = text;
  for (const span of limitSpans(text, language)) rest = rest.replace(span, ' ');
  const bare = rest.replaceAll(noNegation, ' ');
  return negation.test(bare) !== refuses.test(bare);
}

/** "Has no car or licence": a thing without a verb of its own is denied with the one before it. */
const isDeniedWith = (
  before: Piece | undefined,
  text: string,
  joint: Joint | undefined,
  { predicates, negation }: DescriptionWords,
): boolean =>
  before?.isNegated === true &&
  !negation.test(text) &&
  joint === 'or' &&
  text.split(' ').length <= 3 &&
  !predicates.some(([, pattern]) => pattern.test(text));
