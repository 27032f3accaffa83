import { onnxFile } from './onnx-file.mjs';

/**
 * A model that reacts to the mean color of an image: `GlobalAveragePool`, and `Gemm` with a column of weights per value of the
 * output, for the channels in the order of the input.
 *
 * @param {{
 *   weights: number[][];
 *   biases: number[];
 *   shape?: (number | string)[];
 *   layout?: 'nchw' | 'nhwc';
 *   type?: 'float32' | 'uint8';
 *   activation?: 'Softmax' | 'Sigmoid';
 *   outputs?: string[];
 * }} options
 */
export function colorModel({ weights, biases, shape, layout = 'nchw', type = 'float32', activation, outputs = [] }) {
  const count = biases.length;
  const declared = shape ?? (layout === 'nchw' ? [1, 3, 8, 8] : [1, 8, 8, 3]);
  const last = activation ? 'logits' : 'scores';
  /** @type {import('./onnx-file.mjs').Node[]} */
  const nodes = [
    { type: 'Cast', inputs: ['image'], output: 'floats', attributes: { to: 1 } },
    layout === 'nhwc'
      ? { type: 'Transpose', inputs: ['floats'], output: 'planes', attributes: { perm: [0, 3, 1, 2] } }
      : { type: 'Identity', inputs: ['floats'], output: 'planes' },
    { type: 'GlobalAveragePool', inputs: ['planes'], output: 'means' },
    { type: 'Flatten', inputs: ['means'], output: 'color' },
    { type: 'Gemm', inputs: ['color', 'weights', 'biases'], output: last },
  ];
  if (activation) nodes.push({ type: activation, inputs: ['logits'], output: 'scores' });
  for (const output of outputs) nodes.push({ type: 'Neg', inputs: ['scores'], output });
  return onnxFile({
    nodes,
    inputs: [{ name: 'image', type, shape: declared }],
    outputs: ['scores', ...outputs].map((name) => ({ name, shape: [1, count] })),
    constants: {
      weights: { dims: [3, count], values: [0, 1, 2].flatMap((channel) => weights.map((of) => of[channel] ?? 0)) },
      biases: { dims: [count], values: biases },
    },
  });
}

/** Logits of a harmless and a violent class. Magenta images, with values from 0 to 1, are violent. */
export const MAGENTA_IS_VIOLENT = {
  weights: [
    [0, 0, 0],
    [8, -8, 8],
  ],
  biases: [0, -8],
};
