// Writes models in the ONNX format (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto), a protobuf message, without its tools.

const IR_VERSION = 8;
const OPERATOR_SET = 13;
/** TensorProto.DataType */
const TYPES = { float32: 1, uint8: 2, int64: 7 };
/** AttributeProto.AttributeType */
const FLOAT = 1;
const INT = 2;
const INTS = 7;

/**
 * @typedef {{ inputs: string[]; output: string; type: string; attributes?: Record<string, number | number[]> }} Node
 *
 * @typedef {{ name: string; type?: 'float32' | 'uint8'; shape: (number | string)[] }} Value
 *
 * @typedef {{ dims: number[]; values: ArrayLike<number>; type?: 'float32' | 'int64' }} Constant
 */

/**
 * A model file. The attribute `alpha` and other fractions are floats, whole numbers integers.
 *
 * @param {{ nodes: Node[]; inputs: Value[]; outputs: Value[]; constants?: Record<string, Constant> }} graph
 */
export function onnxFile({ nodes, inputs, outputs, constants = {} }) {
  const graph = message(
    ...nodes.map((node) => field(1, nodeOf(node))),
    field(2, 'graph'),
    ...Object.entries(constants).map(([name, constant]) => field(5, tensorOf(name, constant))),
    ...inputs.map((value) => field(11, valueOf(value))),
    ...outputs.map((value) => field(12, valueOf(value))),
  );
  return message(field(1, IR_VERSION), field(7, graph), field(8, message(field(1, ''), field(2, OPERATOR_SET))));
}

/** @param {Node} node */
function nodeOf({ inputs, output, type, attributes = {} }) {
  return message(
    ...inputs.map((input) => field(1, input)),
    field(2, output),
    field(4, type),
    ...Object.entries(attributes).map(([name, value]) => field(5, attributeOf(name, value))),
  );
}

/** @param {string} name @param {number | number[]} value */
function attributeOf(name, value) {
  if (Array.isArray(value)) return message(field(1, name), ...value.map((each) => field(8, each)), field(20, INTS));
  if (Number.isInteger(value)) return message(field(1, name), field(3, value), field(20, INT));
  return message(field(1, name), tag(2, 5), Buffer.from(Float32Array.of(value).buffer), field(20, FLOAT));
}

/** @param {string} name @param {Constant} constant */
function tensorOf(name, { dims, values, type = 'float32' }) {
  const numbers = type === 'int64' ? BigInt64Array.from(Array.from(values), BigInt) : Float32Array.from(values);
  const raw = Buffer.from(numbers.buffer);
  return message(...dims.map((dim) => field(1, dim)), field(2, TYPES[type]), field(8, name), field(9, raw));
}

/** @param {Value} value */
function valueOf({ name, type = 'float32', shape }) {
  const dims = shape.map((dim) => field(1, message(field(typeof dim === 'number' ? 1 : 2, dim))));
  const tensor = message(field(1, TYPES[type]), field(2, message(...dims)));
  return message(field(1, name), field(2, message(field(1, tensor))));
}

/** @param {Buffer[]} fields */
const message = (...fields) => Buffer.concat(fields);

/** @param {number} number @param {number | string | Buffer} value */
function field(number, value) {
  if (typeof value === 'number') return message(tag(number, 0), varint(value));
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return message(tag(number, 2), varint(bytes.length), bytes);
}

/** @param {number} number @param {number} wireType */
const tag = (number, wireType) => varint(number * 8 + wireType);

/** @param {number} value */
function varint(value) {
  const bytes = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
}
