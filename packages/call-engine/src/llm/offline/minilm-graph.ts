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
  const words = graph.node(
    'Cast',
    [graph.node('Gather', [graph.half('embeddings.word_embeddings.weight'), 'pieces'])],
    { to: 1 },
  );
  const places = graph.node('Gather', [graph.vector('embeddings.position_embeddings.weight'), 'places']);
  // Every text is of the first type: its row is the same for all pieces.
  const types = graph.row('embeddings.token_type_embeddings.weight');
  let flow = graph.normed(graph.sum(graph.sum(words, places), types), 'embeddings.LayerNorm');
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const at = `encoder.layer.${layer}`;
    const heard = graph.attention(flow, `${at}.attention.self`);
    const attended = graph.dense(heard, `${at}.attention.output.dense`);
    flow = graph.normed(graph.sum(attended, flow), `${at}.attention.output.LayerNorm`);
    const wide = graph.node('Gelu', [graph.dense(flow, `${at}.intermediate.dense`)]);
    flow = graph.normed(graph.sum(graph.dense(wide, `${at}.output.dense`), flow), `${at}.output.LayerNorm`);
  }
  graph.node('ReduceSum', [flow, graph.sizes('axis', [1])], { keepdims: 0 }, 'vector');
  return onnxFile({
    constants: graph.constants,
    nodes: graph.nodes,
    inputs: { pieces: [1, 'length'], places: ['length'] },
    outputs: { vector: [1, DIMENSIONS] },
  });
}

class GraphBuilder {
  readonly constants = new Map<string, Constant>();
  readonly nodes: Node[] = [];
  readonly #weights: Weights;

  constructor(weights: Weights) {
    this.#weights = weights;
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

  dense = (from: string, name: string): string =>
    this.sum(this.node('MatMul', [from, this.#layer(`${name}.weight`)]), this.vector(`${name}.bias`));

  normed = (from: string, name: string): string =>
    this.node('LayerNormalization', [from, this.vector(`${name}.weight`), this.vector(`${name}.bias`)], {
      axis: -1,
      epsilon: { float: EPSILON },
    });

  /** Each piece looks at all others. One text at a time has no gaps that would have to be passed over. */
  attention(from: string, name: string): string {
    const heads = this.sizes('heads', [0, 0, HEADS, HEAD_SIZE]);
    const part = (which: string, order: readonly number[]): string => {
      const parted = this.node('Reshape', [this.dense(from, `${name}.${which}`), heads]);
      return this.node('Transpose', [parted], { perm: order });
    };
    const likeness = this.node('MatMul', [part('query', [0, 2, 1, 3]), part('key', [0, 2, 3, 1])]);
    const scale = this.#constant('scale', 'float32', [], Float32Array.of(1 / Math.sqrt(HEAD_SIZE)));
    const shares = this.node('Softmax', [this.node('Mul', [likeness, scale])], { axis: -1 });
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
const widened = ({ bytes }: HalfTensor): Float32Array<ArrayBuffer> =>
  new Float32Array(new Float16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2));

/** Rows become columns. Layers are kept the way they are multiplied from the other side. */
function turned({ shape, ...tensor }: HalfTensor): {
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
