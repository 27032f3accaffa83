import { onnxFile } from './onnx-file.mjs';

/** @typedef {{ name: string; channels: number }} Layer */

/** An image classifier with random weights, which is built layer by layer. */
export class ConvolutionalModel {
  /** @type {import('./onnx-file.mjs').Node[]} */
  #nodes = [];
  /** @type {Record<string, import('./onnx-file.mjs').Constant>} */
  #constants = {};
  /** @type {Layer} the output so far; setting it goes on from another layer */
  current = { name: 'image', channels: 3 };

  /** @param {number} size width and height of the input in pixels */
  constructor(size) {
    this.size = size;
  }

  /** A convolution with a bias, and Relu unless it is linear. @param {number} channels */
  convolve(channels, { kernel = 1, stride = 1, groups = 1, isLinear = false } = {}) {
    const name = this.#nextName();
    const inputs = this.current.channels / groups;
    const pad = (kernel - 1) / 2;
    this.#constants[`${name}.weights`] = randomWeights([channels, inputs, kernel, kernel]);
    this.#constants[`${name}.biases`] = { dims: [channels], values: new Float32Array(channels) };
    this.#nodes.push({
      type: 'Conv',
      inputs: [this.current.name, `${name}.weights`, `${name}.biases`],
      output: name,
      attributes: {
        kernel_shape: [kernel, kernel],
        strides: [stride, stride],
        pads: [pad, pad, pad, pad],
        group: groups,
      },
    });
    this.current = { name, channels };
    if (!isLinear) this.#append('Relu', [name], channels);
  }

  /** Halves width and height. */
  halve() {
    const attributes = { kernel_shape: [3, 3], strides: [2, 2], pads: [1, 1, 1, 1] };
    this.#append('MaxPool', [this.current.name], this.current.channels, attributes);
  }

  /** @param {Layer} layer of the same shape */
  add(layer) {
    this.#append('Add', [this.current.name, layer.name], layer.channels);
  }

  /** The model file, which ends in logits of this many classes. @param {number} classes */
  file(classes) {
    this.#append('GlobalAveragePool', [this.current.name], this.current.channels);
    this.convolve(classes, { isLinear: true });
    this.#append('Flatten', [this.current.name], classes);
    return onnxFile({
      nodes: this.#nodes,
      inputs: [{ name: 'image', shape: ['batch', 3, this.size, this.size] }],
      outputs: [{ name: this.current.name, shape: ['batch', classes] }],
      constants: this.#constants,
    });
  }

  /** @param {string} type @param {string[]} inputs @param {number} channels @param {Record<string, number[]>} attributes */
  #append(type, inputs, channels, attributes = {}) {
    const name = this.#nextName();
    this.#nodes.push({ type, inputs, output: name, attributes });
    this.current = { name, channels };
  }

  #nextName() {
    return `layer${this.#nodes.length}`;
  }
}

/** Uniform weights that keep the size of the values from layer to layer. @param {number[]} dims of a convolution */
function randomWeights(dims) {
  const [outputs = 1, inputs = 1, height = 1, width = 1] = dims;
  const limit = Math.sqrt(6 / (inputs * height * width));
  return {
    dims,
    values: Float32Array.from({ length: outputs * inputs * height * width }, () => (Math.random() * 2 - 1) * limit),
  };
}
