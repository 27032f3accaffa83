import './no-telemetry.mjs';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { ConfigurationError } from './configuration-error.mjs';
import { arrange, pixelsOf } from './pixels.mjs';
import { areProbabilitiesOfClasses, scoresOf } from './scores.mjs';

/**
 * @typedef {import('./pixels.mjs').InputFormat} InputFormat
 *
 * @typedef {import('./settings.mjs').Settings} Settings
 */

/** An image classifier in the ONNX format. It classifies one image per run, because many models have a fixed batch of one. */
export class Model {
  /**
   * @param {InferenceSession} session
   * @param {InputFormat} format
   * @param {Settings['output']} output
   */
  constructor(session, format, output) {
    this.session = session;
    this.format = format;
    this.output = output;
    this.inputName = session.inputNames[0] ?? '';
    this.outputName = output.name ?? session.outputNames[0] ?? '';
  }

  /**
   * Loads the model and classifies a gray image, which finds settings that do not fit it.
   *
   * @param {Settings} settings
   * @throws {ConfigurationError} if the file is no model, or the settings do not fit it
   */
  static async load({ model: file, threads, input, output }) {
    const session = await open(file, threads);
    const model = new Model(session, inputFormat(session, input), outputOf(session, output));
    await model.warmUp();
    return model;
  }

  /**
   * @param {Buffer} image JPEG, PNG or WebP
   * @returns {Promise<Record<string, number>>} scores from 0 to 1 by category
   * @throws {import('./pixels.mjs').ImageError}
   */
  async classify(image) {
    return scoresOf(await this.run(await pixelsOf(image, this.format)), this.output);
  }

  /** What is logged at the start, so that operators can compare it with the model's description. */
  describe() {
    const { size, layout, type, channels, fit } = this.format;
    const { activation, combine, labels } = this.output;
    return {
      input: { name: this.inputName, type, layout, channels, fit, ...size },
      output: { name: this.outputName, activation, combine, labels: Object.fromEntries(labels.byIndex) },
    };
  }

  /** @param {Float32Array | Uint8Array} pixels */
  async run(pixels) {
    const { width, height } = this.format.size;
    const dims = this.format.layout === 'nchw' ? [1, 3, height, width] : [1, height, width, 3];
    const input = new Tensor(pixels, dims);
    const { [this.outputName]: tensor } = await this.session.run({ [this.inputName]: input }, [this.outputName]);
    if (!(tensor?.data instanceof Float32Array)) throw new ConfigurationError(['MODEL: The output is not float32']);
    return tensor.data;
  }

  async warmUp() {
    const { width, height } = this.format.size;
    const values = await this.run(arrange(new Uint8Array(width * height * 3).fill(128), this.format)).catch((error) => {
      throw error instanceof ConfigurationError ? error : new ConfigurationError([`MODEL: ${error.message}`]);
    });
    const faults = [...labelFaults(values.length, this.output), ...activationFaults(values, this.output)];
    if (faults.length > 0) throw new ConfigurationError(faults);
  }
}

/** @param {string} file @param {number} threads */
async function open(file, threads) {
  try {
    return await InferenceSession.create(file, {
      executionProviders: ['cpu'],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      // Errors only; they would not be JSON.
      logSeverityLevel: 3,
    });
  } catch (error) {
    throw new ConfigurationError([`MODEL: ${/** @type {Error} */ (error).message}`]);
  }
}

/**
 * The format of the input: as the model declares it, and where it leaves something open, as the settings say.
 *
 * @param {InferenceSession} session
 * @param {Settings['input']} settings
 * @returns {InputFormat}
 */
function inputFormat({ inputMetadata }, settings) {
  const [input, ...others] = inputMetadata;
  if (!input?.isTensor || others.length > 0) throw new ConfigurationError(['MODEL: It must have one input, an image']);
  const { type } = input;
  if (type !== 'float32' && type !== 'uint8')
    throw new ConfigurationError([`MODEL: The input is ${type}, not float32 or uint8`]);
  const shape = input.shape.map((length) => (typeof length === 'number' && length > 0 ? length : undefined));
  if (shape.length !== 4 || (shape[0] ?? 1) !== 1)
    throw new ConfigurationError([`MODEL: The input has the shape ${input.shape.join(' × ')}, not that of one image`]);
  const layout = settings.layout ?? (shape[1] === 3 ? 'nchw' : shape[3] === 3 ? 'nhwc' : undefined);
  if (!layout) throw new ConfigurationError(['LAYOUT: Required, because the model does not declare it']);
  const [depth, height, width] = layout === 'nchw' ? shape.slice(1) : [shape[3], shape[1], shape[2]];
  if ((depth ?? 3) !== 3) throw new ConfigurationError(['LAYOUT: The model does not have three channels there']);
  return { ...settings, layout, type, size: sizeOf({ width, height }, settings.size) };
}

/**
 * @param {{ width?: number; height?: number }} declared
 * @param {Settings['input']['size']} wanted
 */
function sizeOf(declared, wanted) {
  const width = declared.width ?? wanted?.width;
  const height = declared.height ?? wanted?.height;
  if (!width || !height) throw new ConfigurationError(['INPUT_SIZE: Required, because the model does not declare it']);
  if (wanted && (wanted.width !== width || wanted.height !== height))
    throw new ConfigurationError([`INPUT_SIZE: The model expects ${width}x${height}`]);
  return { width, height };
}

/**
 * @param {InferenceSession} session
 * @param {Settings['output']} output
 */
function outputOf({ outputNames }, output) {
  if (output.name ? outputNames.includes(output.name) : outputNames.length === 1) return output;
  throw new ConfigurationError([`OUTPUT: One of ${outputNames.join(', ')}`]);
}

/**
 * @param {number} count
 * @param {Settings['output']} output
 * @returns {string[]}
 */
function labelFaults(count, { labels }) {
  const isFitting = labels.count === undefined ? Math.max(...labels.byIndex.keys()) < count : labels.count === count;
  return isFitting ? [] : [`LABELS: The output has ${count} values`];
}

/**
 * @param {Float32Array} values
 * @param {Settings['output']} output
 * @returns {string[]}
 */
function activationFaults(values, output) {
  if (output.activation === 'softmax' && areProbabilitiesOfClasses(values))
    return ['ACTIVATION: The output already consists of probabilities, so it must be none'];
  try {
    scoresOf(values, output);
    return [];
  } catch (error) {
    return [`ACTIVATION: ${/** @type {Error} */ (error).message}`];
  }
}
