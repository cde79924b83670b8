import { type HalfTensor, turned, widened } from '@parley/call-engine/llm/offline/minilm-graph.ts';
import { type Constant, type Node, onnxFile } from '@parley/call-engine/llm/offline/onnx-file.ts';

const DIMENSIONS = 384;
const HEADS = 12;
const EPSILON = 1e-12;

type Shape = readonly (number | string)[];

/**
 * A graph that also computes the gradients of its parameters. Each operation adds its nodes and remembers how a gradient
 * passes through it; `backward` adds the nodes for that, last operation first. Values are matrices of one row a piece.
 */
export class GradientGraph {
  readonly #constants = new Map<string, Constant>();
  readonly #nodes: Node[] = [];
  readonly #inputs: Record<string, Shape> = {};
  readonly #floatInputs: Record<string, Shape> = {};
  readonly #outputs: Record<string, Shape> = {};
  readonly #parameters = new Map<string, readonly number[]>();
  /** Values that depend on a parameter: only those need a gradient. */
  readonly #trained = new Set<string>();
  readonly #steps: { readonly gives: string; readonly back: (gradient: string) => void }[] = [];
  readonly #gradients = new Map<string, string>();

  node(kind: string, takes: readonly string[], having: Node['with'] = {}, gives = `n${this.#nodes.length}`) {
    this.#nodes.push({ kind, takes, gives, with: having });
    return gives;
  }

  input(name: string, shape: Shape): string {
    this.#floatInputs[name] = shape;
    return name;
  }

  /** A shape that is known only when the graph runs. */
  sizes(name: string, length: number): string {
    this.#inputs[name] = [length];
    return name;
  }

  parameter(name: string, shape: readonly number[]): string {
    this.#parameters.set(name, shape);
    this.#trained.add(name);
    return this.input(name, shape);
  }

  get parameters(): ReadonlyMap<string, readonly number[]> {
    return this.#parameters;
  }

  constant(name: string, shape: readonly number[], values: Float32Array | BigInt64Array): string {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    this.#constants.set(name, { type: values instanceof Float32Array ? 'float32' : 'int64', shape, bytes });
    return name;
  }

  number = (value: number): string => this.constant(`number ${value}`, [], Float32Array.of(value));

  axes = (...axes: readonly number[]): string =>
    this.constant(`axes ${axes}`, [axes.length], BigInt64Array.from(axes.map(BigInt)));

  output(name: string, from: string, shape: Shape): void {
    this.node('Identity', [from], {}, name);
    this.#outputs[name] = shape;
  }

  add(one: string, other: string): string {
    return this.#step([one, other], this.node('Add', [one, other]), (gradient) => {
      this.#pass(one, () => gradient);
      this.#pass(other, () => gradient);
    });
  }

  /** A row that is added to each row. */
  addRow(matrix: string, row: string): string {
    return this.#step([matrix, row], this.node('Add', [matrix, row]), (gradient) => {
      this.#pass(matrix, () => gradient);
      this.#pass(row, () => this.#sumRows(gradient));
    });
  }

  /** Numbers without a gradient of their own: dropout. */
  scale(matrix: string, factors: string): string {
    return this.#step([matrix], this.node('Mul', [matrix, factors]), (gradient) =>
      this.#pass(matrix, () => this.node('Mul', [gradient, factors])),
    );
  }

  product(one: string, other: string): string {
    return this.#step([one, other], this.node('Gemm', [one, other]), (gradient) => {
      this.#pass(one, () => this.node('Gemm', [gradient, other], { transB: 1 }));
      this.#pass(other, () => this.node('Gemm', [one, gradient], { transA: 1 }));
    });
  }

  gelu(from: string): string {
    return this.#step([from], this.node('Gelu', [from]), (gradient) =>
      this.#pass(from, () => {
        const share = this.node('Erf', [this.node('Mul', [from, this.number(Math.SQRT1_2)])]);
        const upTo = this.node('Mul', [this.node('Add', [share, this.number(1)]), this.number(0.5)]);
        const square = this.node('Mul', [this.node('Mul', [from, from]), this.number(-0.5)]);
        const density = this.node('Mul', [
          this.node('Exp', [square]),
          this.number(1 / Math.sqrt(2 * Math.PI)),
        ]);
        const slope = this.node('Add', [upTo, this.node('Mul', [from, density])]);
        return this.node('Mul', [gradient, slope]);
      }),
    );
  }

  normed(from: string, weight: string, bias: string): string {
    const mean = (value: string) => this.node('ReduceMean', [value, this.axes(1)]);
    const centred = this.node('Sub', [from, mean(from)]);
    const variance = mean(this.node('Mul', [centred, centred]));
    const deviation = this.node('Sqrt', [this.node('Add', [variance, this.number(EPSILON)])]);
    const unit = this.node('Div', [centred, deviation]);
    const gives = this.node('Add', [this.node('Mul', [unit, weight]), bias]);
    return this.#step([from, weight, bias], gives, (gradient) => {
      this.#pass(weight, () => this.#sumRows(this.node('Mul', [gradient, unit])));
      this.#pass(bias, () => this.#sumRows(gradient));
      this.#pass(from, () => {
        const weighted = this.node('Mul', [gradient, weight]);
        const along = this.node('Mul', [unit, mean(this.node('Mul', [weighted, unit]))]);
        const rest = this.node('Sub', [this.node('Sub', [weighted, mean(weighted)]), along]);
        return this.node('Div', [rest, deviation]);
      });
    });
  }

  /** `shape` is [texts, length, heads, size]; the rows of all three are pieces. */
  attention(query: string, key: string, value: string, shape: string, mask: string): string {
    const parted = (from: string) =>
      this.node('Transpose', [this.node('Reshape', [from, shape])], { perm: [0, 2, 1, 3] });
    const joined = (from: string) =>
      this.node('Reshape', [
        this.node('Transpose', [from], { perm: [0, 2, 1, 3] }),
        this.constant('rows', [2], BigInt64Array.of(-1n, BigInt(DIMENSIONS))),
      ]);
    const turn = (from: string) => this.node('Transpose', [from], { perm: [0, 1, 3, 2] });
    const factor = this.number(1 / Math.sqrt(DIMENSIONS / HEADS));
    const [q, k, v] = [parted(query), parted(key), parted(value)];
    const likeness = this.node('Mul', [this.node('MatMul', [q, turn(k)]), factor]);
    const shares = this.node('Softmax', [this.node('Add', [likeness, mask])], { axis: -1 });
    const gives = joined(this.node('MatMul', [shares, v]));
    return this.#step([query, key, value], gives, (gradient) => {
      const g = parted(gradient);
      this.#pass(value, () => joined(this.node('MatMul', [turn(shares), g])));
      const toShares = this.node('MatMul', [g, turn(v)]);
      const weighted = this.node('Mul', [toShares, shares]);
      const sum = this.node('ReduceSum', [weighted, this.axes(3)]);
      const toLikeness = this.node('Mul', [
        this.node('Sub', [weighted, this.node('Mul', [shares, sum])]),
        factor,
      ]);
      this.#pass(query, () => joined(this.node('MatMul', [toLikeness, k])));
      this.#pass(key, () => joined(this.node('MatMul', [turn(toLikeness), q])));
    });
  }

  /** Weighted sums of the pieces of each text: `weights` is [texts, sums, length]. One row a text, the sums side by side. */
  pooled(from: string, weights: string, shape: string, sums: number): string {
    const width = BigInt(sums * DIMENSIONS);
    const states = this.node('Reshape', [from, shape]);
    const gives = this.node('Reshape', [
      this.node('MatMul', [weights, states]),
      this.constant('texts', [2], BigInt64Array.of(-1n, width)),
    ]);
    return this.#step([from], gives, (gradient) =>
      this.#pass(from, () => {
        const apart = this.node('Reshape', [
          gradient,
          this.constant('apart', [3], BigInt64Array.of(-1n, BigInt(sums), BigInt(DIMENSIONS))),
        ]);
        const back = this.node('MatMul', [this.node('Transpose', [weights], { perm: [0, 2, 1] }), apart]);
        return this.node('Reshape', [
          back,
          this.constant('rows', [2], BigInt64Array.of(-1n, BigInt(DIMENSIONS))),
        ]);
      }),
    );
  }

  /** From the gradients of some values to those of all parameters, which become outputs named `gradient of …`. */
  backward(starts: Readonly<Record<string, string>>): void {
    for (const [name, gradient] of Object.entries(starts)) this.#gradients.set(name, gradient);
    for (const { gives, back } of this.#steps.toReversed()) {
      const gradient = this.#gradients.get(gives);
      if (gradient !== undefined) back(gradient);
    }
    for (const [name, shape] of this.#parameters) {
      const gradient = this.#gradients.get(name);
      if (gradient === undefined) throw new Error(`Nothing depends on ${name}`);
      this.output(`gradient of ${name}`, gradient, shape);
    }
  }

  file(): Uint8Array {
    return onnxFile({
      constants: this.#constants,
      nodes: this.#nodes,
      inputs: this.#inputs,
      floatInputs: this.#floatInputs,
      outputs: this.#outputs,
    });
  }

  #sumRows = (matrix: string): string => this.node('ReduceSum', [matrix, this.axes(0)], { keepdims: 0 });

  #step(takes: readonly string[], gives: string, back: (gradient: string) => void): string {
    if (takes.some((name) => this.#trained.has(name))) {
      this.#trained.add(gives);
      this.#steps.push({ gives, back });
    }
    return gives;
  }

  #pass(to: string, gradient: () => string): void {
    if (!this.#trained.has(to)) return;
    const before = this.#gradients.get(to);
    const more = gradient();
    this.#gradients.set(to, before === undefined ? more : this.node('Add', [before, more]));
  }
}

/** The layers of MiniLM from `first` on, each matrix with a trained product of two thin ones added to it. */
export function adaptedLayers(
  graph: GradientGraph,
  weights: ReadonlyMap<string, HalfTensor>,
  { states, first, last, rank }: { states: string; first: number; last: number; rank: number },
): string {
  const weight = (name: string) => weights.get(name) as HalfTensor;
  const row = (name: string) => graph.constant(name, weight(name).shape, widened(weight(name)));
  const trainedRow = (name: string) => graph.parameter(name, weight(name).shape as number[]);
  const dense = (from: string, name: string): string => {
    const { shape, values } = turned(weight(`${name}.weight`));
    const matrix = graph.constant(`${name}.weight`, shape, values);
    const [inputs, outputs] = shape;
    const plain = graph.product(from, matrix);
    const thin = graph.product(from, graph.parameter(`${name}.in`, [inputs, rank]));
    const more = graph.product(thin, graph.parameter(`${name}.out`, [rank, outputs]));
    return graph.addRow(graph.add(plain, more), row(`${name}.bias`));
  };
  const normed = (from: string, name: string): string =>
    graph.normed(from, trainedRow(`${name}.weight`), trainedRow(`${name}.bias`));
  let flow = states;
  for (let layer = first; layer < last; layer++) {
    const at = `encoder.layer.${layer}`;
    const [query, key, value] = ['query', 'key', 'value'].map((part) =>
      dense(flow, `${at}.attention.self.${part}`),
    ) as [string, string, string];
    const heard = graph.attention(query, key, value, graph.sizes('heads', 4), 'mask');
    const attended = dense(heard, `${at}.attention.output.dense`);
    const next = normed(graph.add(attended, flow), `${at}.attention.output.LayerNorm`);
    const wide = graph.gelu(dense(next, `${at}.intermediate.dense`));
    flow = normed(graph.add(dense(wide, `${at}.output.dense`), next), `${at}.output.LayerNorm`);
  }
  return flow;
}
