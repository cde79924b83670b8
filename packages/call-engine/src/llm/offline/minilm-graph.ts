import { type Constant, type Node, onnxFile } from './onnx-file.ts';

/** Of all-MiniLM-L6-v2. */
const DIMENSIONS = 384;
const LAYERS = 6;
const HEADS = 12;
const HEAD_SIZE = DIMENSIONS / HEADS;
const EPSILON = 1e-12;

type Weights = ReadonlyMap<string, HalfTensor>;

/**
 * The network as a file that a runtime can load: the weights come without it. It takes the pieces of one text and
 * their places, and gives the sum of what it makes of them, which points where their mean does.
 */
export function minilmFile(weights: Weights): Uint8Array {
  const graph = new GraphBuilder(weights);
  // Every text is of the first type: its row is the same for all pieces.
  const types = graph.row('embeddings.token_type_embeddings.weight');
  let flow = graph.embedded(types);
  for (let layer = 0; layer < LAYERS; layer += 1) flow = graph.layer(flow, layer);
  graph.node('ReduceSum', [flow, graph.sizes('axis', [1])], { keepdims: 0 }, 'vector');
  return onnxFile({
    constants: graph.constants,
    nodes: graph.nodes,
    inputs: { pieces: [1, 'length'], places: ['length'] },
    outputs: { vector: [1, DIMENSIONS] },
  });
}

/**
 * The first layers for several pairs of texts at once: `types` says which of the two a piece belongs to, and `mask` is a large
 * negative number where a shorter pair has no piece. Gives the states of all pieces.
 */
export function pairLayersFile(weights: Weights, layers: number): Uint8Array {
  const graph = new GraphBuilder(weights);
  let flow = graph.embedded(graph.pairTypes());
  for (let layer = 0; layer < layers; layer += 1) flow = graph.layer(flow, layer, 'mask');
  graph.node('Identity', [flow], {}, 'states');
  return onnxFile({
    constants: graph.constants,
    nodes: graph.nodes,
    inputs: { pieces: ['texts', 'length'], places: ['length'], types: ['texts', 'length'] },
    floatInputs: { mask: ['texts', 1, 1, 'length'] },
    outputs: { states: ['texts', 'length', DIMENSIONS] },
  });
}

/**
 * What training made of the network: for a matrix two thin ones, `….in` and `….out`, whose product is added to it; for a row
 * of numbers the whole row. `wants` and `yes_no` are matrices on top, each with a bias.
 */
export type TrainedNetwork = ReadonlyMap<
  string,
  { readonly shape: readonly number[]; readonly values: Float32Array }
>;

/** The trained network for several pairs at once: gives a number for each output of its heads, before they are probabilities. */
export function turnNetworkFile(weights: Weights, trained: TrainedNetwork): Uint8Array {
  const graph = new GraphBuilder(weights, trained);
  let flow = graph.embedded(graph.pairTypes());
  for (let layer = 0; layer < LAYERS; layer += 1) flow = graph.layer(flow, layer, 'mask');
  const pooled = graph.node('Reshape', [
    graph.node('MatMul', ['pool', flow]),
    graph.sizes('rows', [-1, 2 * DIMENSIONS]),
  ]);
  for (const head of TURN_HEADS) {
    const scores = graph.node('MatMul', [pooled, graph.trained(`${head}.weight`)]);
    graph.node('Add', [scores, graph.trained(`${head}.bias`)], {}, head);
  }
  return onnxFile({
    constants: graph.constants,
    nodes: graph.nodes,
    inputs: { pieces: ['texts', 'length'], places: ['length'], types: ['texts', 'length'] },
    floatInputs: { mask: ['texts', 1, 1, 'length'], pool: ['texts', 2, 'length'] },
    outputs: { wants: ['texts', 'wants'], yes_no: ['texts', 'answers'] },
  });
}

const TURN_HEADS = ['wants', 'yes_no'] as const;

class GraphBuilder {
  readonly constants = new Map<string, Constant>();
  readonly nodes: Node[] = [];
  readonly #weights: Weights;
  readonly #trained: TrainedNetwork;

  constructor(weights: Weights, trained: TrainedNetwork = new Map()) {
    this.#weights = weights;
    this.#trained = trained;
  }

  trained(name: string): string {
    const found = this.#trained.get(name);
    if (found === undefined) throw new Error(`The trained network has no ${name}`);
    return this.#constant(name, 'float32', found.shape, found.values);
  }

  node(
    kind: string,
    takes: readonly string[],
    having?: Node['with'],
    gives = `n${this.nodes.length}`,
  ): string {
    this.nodes.push({ kind, takes, gives, ...(having && { with: having }) });
    return gives;
  }

  sum = (one: string, other: string): string => this.node('Add', [one, other]);

  /** What the pieces mean by themselves. */
  embedded(types: string): string {
    const words = this.node(
      'Cast',
      [this.node('Gather', [this.half('embeddings.word_embeddings.weight'), 'pieces'])],
      { to: 1 },
    );
    const places = this.node('Gather', [this.vector('embeddings.position_embeddings.weight'), 'places']);
    return this.normed(this.sum(this.sum(words, places), types), 'embeddings.LayerNorm');
  }

  pairTypes = (): string =>
    this.node('Gather', [this.vector('embeddings.token_type_embeddings.weight'), 'types']);

  layer(flow: string, layer: number, mask?: string): string {
    const at = `encoder.layer.${layer}`;
    const heard = this.attention(flow, `${at}.attention.self`, mask);
    const attended = this.dense(heard, `${at}.attention.output.dense`);
    const next = this.normed(this.sum(attended, flow), `${at}.attention.output.LayerNorm`);
    const wide = this.node('Gelu', [this.dense(next, `${at}.intermediate.dense`)]);
    return this.normed(this.sum(this.dense(wide, `${at}.output.dense`), next), `${at}.output.LayerNorm`);
  }

  dense = (from: string, name: string): string =>
    this.sum(this.node('MatMul', [from, this.#layer(`${name}.weight`)]), this.vector(`${name}.bias`));

  normed = (from: string, name: string): string =>
    this.node('LayerNormalization', [from, this.vector(`${name}.weight`), this.vector(`${name}.bias`)], {
      axis: -1,
      epsilon: { float: EPSILON },
    });

  /** Each piece looks at all others. One text at a time has no gaps, and needs no mask. */
  attention(from: string, name: string, mask?: string): string {
    const heads = this.sizes('heads', [0, 0, HEADS, HEAD_SIZE]);
    const part = (which: string, order: readonly number[]): string => {
      const parted = this.node('Reshape', [this.dense(from, `${name}.${which}`), heads]);
      return this.node('Transpose', [parted], { perm: order });
    };
    const likeness = this.node('MatMul', [part('query', [0, 2, 1, 3]), part('key', [0, 2, 3, 1])]);
    const scale = this.#constant('scale', 'float32', [], Float32Array.of(1 / Math.sqrt(HEAD_SIZE)));
    const scaled = this.node('Mul', [likeness, scale]);
    const shares = this.node('Softmax', [mask === undefined ? scaled : this.sum(scaled, mask)], { axis: -1 });
    const heard = this.node('MatMul', [shares, part('value', [0, 2, 1, 3])]);
    const together = this.node('Transpose', [heard], { perm: [0, 2, 1, 3] });
    return this.node('Reshape', [together, this.sizes('whole', [0, 0, DIMENSIONS])]);
  }

  /** As short as it comes: half of the file is the words. */
  half(name: string): string {
    const { shape, bytes } = this.#weight(name);
    return this.#constant(name, 'float16', shape, bytes);
  }

  vector(name: string): string {
    if (this.#trained.has(name)) return this.trained(name);
    const weight = this.#weight(name);
    return this.#constant(name, 'float32', weight.shape, widened(weight));
  }

  row(name: string): string {
    return this.#constant(name, 'float32', [DIMENSIONS], widened(this.#weight(name)).slice(0, DIMENSIONS));
  }

  sizes(name: string, sizes: readonly number[]): string {
    return this.#constant(name, 'int64', [sizes.length], BigInt64Array.from(sizes.map(BigInt)));
  }

  #layer(name: string): string {
    const { shape, values } = turned(this.#weight(name));
    const layer = name.replace(/\.weight$/, '');
    const [into, out] = [this.#trained.get(`${layer}.in`), this.#trained.get(`${layer}.out`)];
    if (into !== undefined && out !== undefined) addProduct(values, into.values, out.values, shape);
    return this.#constant(name, 'float32', shape, values);
  }

  #constant(name: string, type: Constant['type'], shape: readonly number[], values: ArrayBufferView): string {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    this.constants.set(name, { type, shape, bytes });
    return name;
  }

  #weight(name: string): HalfTensor {
    const weight = this.#weights.get(name);
    if (weight === undefined) throw new Error(`The weights have no ${name}`);
    return weight;
  }
}

/** Adds the product of a tall and a wide matrix. */
function addProduct(
  to: Float32Array,
  tall: Float32Array,
  wide: Float32Array,
  [rows, columns]: readonly [number, number],
): void {
  const rank = tall.length / rows;
  for (let row = 0; row < rows; row += 1)
    for (let k = 0; k < rank; k += 1) {
      const factor = tall[row * rank + k] as number;
      for (let column = 0; column < columns; column += 1)
        (to[row * columns + column] as number) += factor * (wide[k * columns + column] as number);
    }
}

/** Numbers of half the usual length, with their shape. */
export interface HalfTensor {
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

/** The weights in a safetensors file: a header that says where each lies, and then all of them. */
export function readSafetensors(file: Uint8Array): ReadonlyMap<string, HalfTensor> {
  const headerBytes = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const dataFrom = HEADER_LENGTH_BYTES + headerBytes;
  const header = JSON.parse(new TextDecoder().decode(file.subarray(HEADER_LENGTH_BYTES, dataFrom)));
  const tensors = new Map<string, HalfTensor>();
  for (const [name, { dtype, shape, data_offsets: [from, to] = [] }] of Object.entries<Entry>(header)) {
    if (dtype !== 'F16' || from === undefined || to === undefined) continue;
    // Copied, so that it begins at an even place in memory.
    tensors.set(name, { shape, bytes: new Uint8Array(file.subarray(dataFrom + from, dataFrom + to)) });
  }
  return tensors;
}

const HEADER_LENGTH_BYTES = 8;

interface Entry {
  readonly dtype?: string;
  readonly shape: readonly number[];
  readonly data_offsets?: readonly number[];
}

/** The same numbers in the usual length. */
export const widened = ({ bytes }: HalfTensor): Float32Array<ArrayBuffer> =>
  new Float32Array(new Float16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2));

/** Rows become columns. Layers are kept the way they are multiplied from the other side. */
export function turned({ shape, ...tensor }: HalfTensor): {
  readonly shape: readonly [number, number];
  readonly values: Float32Array<ArrayBuffer>;
} {
  const [rows = 0, columns = 0] = shape;
  const from = widened({ shape, ...tensor });
  const values = new Float32Array(from.length);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      values[column * rows + row] = from[row * columns + column] as number;
  return { shape: [columns, rows], values };
}
