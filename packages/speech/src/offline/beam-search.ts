import type { WordPrior } from './word-prior.ts';

/** What a decoder knows after one more token of each hypothesis: how likely every token is to come next. */
export interface Decoder {
  /**
   * `tokens` are the last tokens of the hypotheses that are followed on, and `parents` which ones of the step before
   * they continue. Answers their logits, one row after the other.
   */
  step(tokens: readonly number[], parents: readonly number[]): Promise<readonly Float32Array[]>;
}

export interface BeamSearchOptions {
  readonly startToken: number;
  readonly endToken: number;
  /** How many hypotheses are followed on. */
  readonly width: number;
  readonly mostTokens: number;
  /** The words that a token adds, with a space before a new word. */
  readonly textOf: (token: number) => string;
  /** What people say beside what it sounds like. */
  readonly prior: WordPrior;
  /** Taken off the end before the first token. */
  readonly endPenalty: number;
}

/** What may have been said. */
export interface Hypothesis {
  readonly tokens: readonly number[];
  /** Mean over the tokens, the end included; without what the prior adds. */
  readonly logProbability: number;
  /** By which hypotheses are compared. */
  readonly score: number;
}

type Prior = WordPrior['start'];

interface Beam {
  readonly tokens: readonly number[];
  readonly sum: number;
  readonly prior: Prior;
}

interface Candidate {
  readonly parent: number;
  readonly token: number;
  readonly sum: number;
  readonly prior: Prior;
  readonly rank: number;
}

/** The likeliest hypotheses, best first. With a width of one it takes the likeliest token each time. */
export async function beamSearch(decoder: Decoder, options: BeamSearchOptions): Promise<Hypothesis[]> {
  const { width, mostTokens, endToken, prior, textOf } = options;
  const finished: Hypothesis[] = [];
  let beams: Beam[] = [{ tokens: [], sum: 0, prior: prior.start }];
  let parents = [0];
  for (let length = 1; beams.length > 0; length += 1) {
    const lastTokens = beams.map(({ tokens }) => tokens.at(-1) ?? options.startToken);
    const rows = await decoder.step(lastTokens, parents);
    const candidates: Candidate[] = [];
    for (const [parent, beam] of beams.entries()) {
      const row = rows[parent] as Float32Array;
      if (length === 1) (row[endToken] as number) -= options.endPenalty;
      const normaliser = logSumOfExponentials(row);
      for (const token of largest(row, LIKELY_TOKENS)) {
        const sum = beam.sum + (row[token] as number) - normaliser;
        const next = token === endToken ? prior.end(beam.prior) : prior.follow(beam.prior, textOf(token));
        candidates.push({ parent, token, sum, prior: next, rank: sum + next.bonus });
      }
    }
    candidates.sort((one, other) => other.rank - one.rank);
    const following: Candidate[] = [];
    for (const candidate of candidates.slice(0, width)) {
      const { parent, token, sum } = candidate;
      const { tokens } = beams[parent] as Beam;
      if (token === endToken || tokens.length + 1 >= mostTokens) {
        const all = token === endToken ? tokens : [...tokens, token];
        const { bonus } = token === endToken ? candidate.prior : prior.end(candidate.prior);
        finished.push({ tokens: all, logProbability: sum / length, score: (sum + bonus) / length });
      } else following.push(candidate);
    }
    finished.sort((one, other) => other.score - one.score).splice(width);
    const [best] = finished;
    const [next] = following;
    // More tokens rarely make a hypothesis likelier than one that is complete.
    if (best !== undefined && (next === undefined || next.rank / length <= best.score)) break;
    beams = following.map((one) => ({
      tokens: [...(beams[one.parent] as Beam).tokens, one.token],
      sum: one.sum,
      prior: one.prior,
    }));
    parents = following.map(({ parent }) => parent);
  }
  return finished;
}

/** Looked at after each hypothesis: expected words may be among the less likely. */
const LIKELY_TOKENS = 8;

function logSumOfExponentials(values: Float32Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) if (value > most) most = value;
  let sum = 0;
  // A vocabulary has 32,768 tokens, and nearly all of them are too unlikely to change the sum.
  for (const value of values) if (value - most > NEGLIGIBLE) sum += Math.exp(value - most);
  return most + Math.log(sum);
}

const NEGLIGIBLE = -16;

/** The places of the largest values, largest first. */
function largest(values: Float32Array, count: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < values.length; place += 1) {
    const value = values[place] as number;
    if (places.length === count && value <= (values[places.at(-1) as number] as number)) continue;
    let at = places.length;
    while (at > 0 && (values[places[at - 1] as number] as number) < value) at -= 1;
    places.splice(at, 0, place);
    if (places.length > count) places.pop();
  }
  return places;
}
