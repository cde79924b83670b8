/**
 * Writes a graph as an ONNX file, which is a message of Protocol Buffers: numbers that say which field comes, each
 * followed by a number or by so many bytes. The names of the fields stand beside their numbers below.
 */

const VARINT = 0;
const BYTES = 2;
const FIXED32 = 5;

const text = new TextEncoder();

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    const more = rest >= 128 ? 128 : 0;
    bytes.push((rest % 128) | more);
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Uint8Array.from(bytes);
}

/** A whole number of 64 bits; a negative one has its upper bits set. */
function whole(value: number): Uint8Array {
  if (value >= 0) return varint(value);
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Uint8Array.from([...bytes, Number(rest)]);
}

const numbered = (field: number, value: number): Uint8Array[] => [varint(field * 8 + VARINT), whole(value)];
const float = (field: number, value: number): Uint8Array[] => [
  varint(field * 8 + FIXED32),
  new Uint8Array(Float32Array.of(value).buffer),
];
const bytes = (field: number, ...parts: readonly Uint8Array[]): Uint8Array[] => [
  varint(field * 8 + BYTES),
  varint(parts.reduce((sum, part) => sum + part.length, 0)),
  ...parts,
];
const named = (field: number, name: string): Uint8Array[] => bytes(field, text.encode(name));

const elementTypes = { float32: 1, int64: 7, float16: 10 } as const;
type ElementType = keyof typeof elementTypes;

export interface Constant {
  readonly type: ElementType;
  readonly shape: readonly number[];
  /** In the order of the machine, which is little-endian wherever this runs. */
  readonly bytes: Uint8Array;
}

export interface Node {
  readonly kind: string;
  readonly takes: readonly string[];
  readonly gives: string;
  /** A number with a point in its name's value is a float, any other whole. */
  readonly with?: Readonly<Record<string, number | readonly number[] | { readonly float: number }>>;
}

export interface Graph {
  readonly constants: ReadonlyMap<string, Constant>;
  readonly nodes: readonly Node[];
  /** Whole numbers; a size that is not known yet has a name. */
  readonly inputs: Readonly<Record<string, readonly (number | string)[]>>;
  readonly floatInputs?: Readonly<Record<string, readonly (number | string)[]>>;
  /** Floats. */
  readonly outputs: Readonly<Record<string, readonly (number | string)[]>>;
}

const IR_VERSION = 9;
const OPERATORS_VERSION = 20;

export function onnxFile({ constants, nodes, inputs, floatInputs = {}, outputs }: Graph): Uint8Array {
  const graph = [
    ...nodes.flatMap((node) => bytes(1 /* node */, ...nodeProto(node))),
    ...named(2 /* name */, 'graph'),
    ...[...constants].flatMap(([name, constant]) =>
      bytes(5 /* initializer */, ...tensorProto(name, constant)),
    ),
    ...Object.entries(inputs).flatMap(([name, shape]) =>
      bytes(11 /* input */, ...valueInfo(name, 'int64', shape)),
    ),
    ...Object.entries(floatInputs).flatMap(([name, shape]) =>
      bytes(11 /* input */, ...valueInfo(name, 'float32', shape)),
    ),
    ...Object.entries(outputs).flatMap(([name, shape]) =>
      bytes(12 /* output */, ...valueInfo(name, 'float32', shape)),
    ),
  ];
  return joined([
    ...numbered(1 /* ir_version */, IR_VERSION),
    ...bytes(8 /* opset_import */, ...numbered(2 /* version */, OPERATORS_VERSION)),
    ...bytes(7 /* graph */, ...graph),
  ]);
}

const nodeProto = ({ kind, takes, gives, with: attributes = {} }: Node): Uint8Array[] => [
  ...takes.flatMap((name) => named(1 /* input */, name)),
  ...named(2 /* output */, gives),
  ...named(4 /* op_type */, kind),
  ...Object.entries(attributes).flatMap(([name, value]) =>
    bytes(5 /* attribute */, ...named(1 /* name */, name), ...attributeValue(value)),
  ),
];

const attributeTypes = { float: 1, int: 2, ints: 7 } as const;

function attributeValue(value: NonNullable<Node['with']>[string]): Uint8Array[] {
  if (typeof value === 'number')
    return [...numbered(3 /* i */, value), ...numbered(20 /* type */, attributeTypes.int)];
  if ('float' in value)
    return [...float(2 /* f */, value.float), ...numbered(20 /* type */, attributeTypes.float)];
  return [
    ...value.flatMap((one) => numbered(8 /* ints */, one)),
    ...numbered(20 /* type */, attributeTypes.ints),
  ];
}

const tensorProto = (name: string, { type, shape, bytes: raw }: Constant): Uint8Array[] => [
  ...shape.flatMap((size) => numbered(1 /* dims */, size)),
  ...numbered(2 /* data_type */, elementTypes[type]),
  ...named(8 /* name */, name),
  ...bytes(9 /* raw_data */, raw),
];

const valueInfo = (name: string, type: ElementType, shape: readonly (number | string)[]): Uint8Array[] => [
  ...named(1 /* name */, name),
  ...bytes(
    2 /* type */,
    ...bytes(
      1 /* tensor_type */,
      ...numbered(1 /* elem_type */, elementTypes[type]),
      ...bytes(2 /* shape */, ...shape.flatMap((size) => bytes(1 /* dim */, ...dimension(size)))),
    ),
  ),
];

const dimension = (size: number | string): Uint8Array[] =>
  typeof size === 'number' ? numbered(1 /* dim_value */, size) : named(2 /* dim_param */, size);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
