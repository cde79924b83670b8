/**
 * G.722 at 64 kbit/s: sound of 16 kHz is split into two bands of 8 kHz; each codes the difference between what came
 * and what was predicted, 6 bits for the lower band and 2 for the upper, and adapts step and predictor to it. The
 * names in capitals are the blocks of the recommendation.
 */

const QMF = Int16Array.of(3, -11, 12, 32, -210, 951, 3876, -805, 362, -156, 53, -11);
const QMF_TAPS = 24;

/** Where the lower band's quantiser decides, and the code of each interval for negative and positive differences. */
const LOW_DECISIONS = Int16Array.of(
  ...[0, 35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714],
  ...[786, 858, 940, 1023, 1121, 1219, 1339, 1458, 1612, 1765, 1980, 2195, 2557, 2919],
);
const lowCode = (interval: number, isNegative: boolean): number => {
  if (!isNegative) return 62 - interval;
  return interval <= 2 ? 64 - interval : 34 - interval;
};

/** What a code of the lower band stands for: with all its bits, and without the last two, which may be robbed. */
const LOW_STEPS = Int16Array.of(
  ...[-136, -136, -136, -136, -24808, -21904, -19008, -16704, -14984, -13512, -12280, -11192, -10232, -9360],
  ...[
    -8576, -7856, -7192, -6576, -6000, -5456, -4944, -4464, -4008, -3576, -3168, -2776, -2400, -2032, -1688,
  ],
  ...[-1360, -1040, -728, 24808, 21904, 19008, 16704, 14984, 13512, 12280, 11192, 10232, 9360, 8576, 7856],
  ...[
    7192, 6576, 6000, 5456, 4944, 4464, 4008, 3576, 3168, 2776, 2400, 2032, 1688, 1360, 1040, 728, 432, 136,
  ],
  ...[-432, -136],
);
const LOW_COARSE_STEPS = Int16Array.of(
  ...[0, -20456, -12896, -8968, -6288, -4240, -2584, -1200, 20456, 12896, 8968, 6288, 4240, 2584, 1200, 0],
);
const LOW_GROWTH = Int16Array.of(
  ...[-60, 3042, 1198, 538, 334, 172, 58, -30, 3042, 1198, 538, 334, 172, 58, -30, -60],
);

const HIGH_DECISION = 564;
const HIGH_STEPS = Int16Array.of(-7408, -1616, 7408, 1616);
const HIGH_GROWTH = Int16Array.of(798, -214, 798, -214);

/** Steps are kept as logarithms; this is what a whole octave looks like. */
const OCTAVE = Int16Array.from({ length: 32 }, (_, i) => Math.round(2048 * 2 ** (i / 32)));

interface BandLimits {
  readonly firstStep: number;
  readonly mostLogStep: number;
  readonly shift: number;
}
const LOW: BandLimits = { firstStep: 32, mostLogStep: 18_432, shift: 8 };
const HIGH: BandLimits = { firstStep: 8, mostLogStep: 22_528, shift: 10 };

const clip16 = (value: number): number => (value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value);
const clip15 = (value: number): number => (value > 16_383 ? 16_383 : value < -16_384 ? -16_384 : value);

/** One band: the step of its quantiser and the predictor, which coder and decoder keep alike. */
class Band {
  /** What the next sample is expected to be. */
  predicted = 0;
  step: number;
  readonly #limits: BandLimits;
  #logStep = 0;
  #fromZeros = 0;
  /** Two poles, a1 and a2; the sums they look back on, and the signals that came out. */
  #a1 = 0;
  #a2 = 0;
  #p1 = 0;
  #p2 = 0;
  #r1 = 0;
  #r2 = 0;
  /** Six zeros and the differences they look back on. */
  readonly #b = new Int32Array(6);
  readonly #d = new Int32Array(6);

  constructor(limits: BandLimits) {
    this.#limits = limits;
    this.step = limits.firstStep;
  }

  /** Takes one difference, as the decoder knows it. */
  adapt(difference: number, growth: number): void {
    this.#adaptStep(growth);
    this.#adaptPoles(difference);
    this.#adaptZeros(difference);
    const poles = clip16(
      ((this.#a1 * clip16(2 * this.#r1)) >> 15) + ((this.#a2 * clip16(2 * this.#r2)) >> 15),
    );
    this.predicted = clip16(poles + this.#fromZeros);
  }

  /** LOGSCL and SCALEL, LOGSCH and SCALEH */
  #adaptStep(growth: number): void {
    const { mostLogStep, shift } = this.#limits;
    const log = ((this.#logStep * 127) >> 7) + growth;
    this.#logStep = log < 0 ? 0 : log > mostLogStep ? mostLogStep : log;
    const down = shift - (this.#logStep >> 11);
    const octave = OCTAVE[(this.#logStep >> 6) & 31] as number;
    this.step = (down < 0 ? octave << -down : octave >> down) << 2;
  }

  /** RECONS, PARREC, UPPOL2, UPPOL1 */
  #adaptPoles(difference: number): void {
    const r = clip16(this.predicted + difference);
    const p = clip16(this.#fromZeros + difference);
    const isLike1 = p < 0 === this.#p1 < 0;
    const isLike2 = p < 0 === this.#p2 < 0;
    const four = clip16(this.#a1 << 2);
    const turned = isLike1 ? Math.min(-four, 32_767) : four;
    const a2 = (turned >> 7) + (isLike2 ? 128 : -128) + ((this.#a2 * 32_512) >> 15);
    this.#a2 = a2 > 12_288 ? 12_288 : a2 < -12_288 ? -12_288 : a2;
    const a1 = clip16((isLike1 ? 192 : -192) + ((this.#a1 * 32_640) >> 15));
    const most = clip16(15_360 - this.#a2);
    this.#a1 = a1 > most ? most : a1 < -most ? -most : a1;
    this.#r2 = this.#r1;
    this.#r1 = r;
    this.#p2 = this.#p1;
    this.#p1 = p;
  }

  /** UPZERO, DELAYA and FILTEZ */
  #adaptZeros(difference: number): void {
    const b = this.#b;
    const d = this.#d;
    const push = difference === 0 ? 0 : 128;
    const isNegative = difference < 0;
    let sum = 0;
    for (let i = 5; i >= 0; i -= 1) {
      const sign = (d[i] as number) < 0 === isNegative ? push : -push;
      const zero = clip16(sign + (((b[i] as number) * 32_640) >> 15));
      const before = i === 0 ? difference : (d[i - 1] as number);
      b[i] = zero;
      d[i] = before;
      sum += (zero * clip16(2 * before)) >> 15;
    }
    this.#fromZeros = clip16(sum);
  }
}

/** The bands of a coder or decoder and the last samples of the filter that splits or joins them. */
class Bands {
  readonly low = new Band(LOW);
  readonly high = new Band(HIGH);
  readonly taps = new Int32Array(QMF_TAPS);
}

/** Takes an even number of samples and writes half as many bytes. */
export function makeG722Encoder(): (sound: Int16Array, target: Uint8Array) => number {
  const { low, high, taps } = new Bands();
  return (sound, target) => {
    const length = sound.length >> 1;
    for (let i = 0; i < length; i += 1) {
      taps.copyWithin(0, 2);
      taps[22] = sound[2 * i] as number;
      taps[23] = sound[2 * i + 1] as number;
      let [odd, even] = [0, 0];
      for (let k = 0; k < 12; k += 1) {
        odd += (taps[2 * k] as number) * (QMF[k] as number);
        even += (taps[2 * k + 1] as number) * (QMF[11 - k] as number);
      }
      target[i] = (encodeHigh(high, (even - odd) >> 14) << 6) | encodeLow(low, (even + odd) >> 14);
    }
    return length;
  };
}

function encodeLow(band: Band, sample: number): number {
  const error = clip16(sample - band.predicted);
  const magnitude = error < 0 ? ~error : error;
  let interval = 1;
  while (interval < 30 && magnitude >= ((LOW_DECISIONS[interval] as number) * band.step) >> 12) interval += 1;
  const code = lowCode(interval, error < 0);
  adaptLow(band, code);
  return code;
}

function encodeHigh(band: Band, sample: number): number {
  const error = clip16(sample - band.predicted);
  const magnitude = error < 0 ? ~error : error;
  const isFar = magnitude >= (HIGH_DECISION * band.step) >> 12;
  const code = (error < 0 ? 0 : 2) + (isFar ? 0 : 1);
  adaptHigh(band, code);
  return code;
}

function adaptLow(band: Band, code: number): void {
  const coarse = code >> 2;
  band.adapt((band.step * (LOW_COARSE_STEPS[coarse] as number)) >> 15, LOW_GROWTH[coarse] as number);
}

const adaptHigh = (band: Band, code: number): void =>
  band.adapt((band.step * (HIGH_STEPS[code] as number)) >> 15, HIGH_GROWTH[code] as number);

/** Writes two samples for each byte; what does not fit into the target is left out. */
export function makeG722Decoder(): (payload: Uint8Array, target: Int16Array) => number {
  const { low, high, taps } = new Bands();
  return (payload, target) => {
    const length = Math.min(payload.length, target.length >> 1);
    for (let i = 0; i < length; i += 1) {
      const code = payload[i] as number;
      const lowCode = code & 0x3f;
      const highCode = code >> 6;
      const lowSample = clip15(low.predicted + ((low.step * (LOW_STEPS[lowCode] as number)) >> 15));
      const highSample = clip15(high.predicted + ((high.step * (HIGH_STEPS[highCode] as number)) >> 15));
      adaptLow(low, lowCode);
      adaptHigh(high, highCode);
      taps.copyWithin(0, 2);
      taps[22] = lowSample + highSample;
      taps[23] = lowSample - highSample;
      let [first, second] = [0, 0];
      for (let k = 0; k < 12; k += 1) {
        first += (taps[2 * k + 1] as number) * (QMF[11 - k] as number);
        second += (taps[2 * k] as number) * (QMF[k] as number);
      }
      target[2 * i] = clip16(first >> 11);
      target[2 * i + 1] = clip16(second >> 11);
    }
    return 2 * length;
  };
}
