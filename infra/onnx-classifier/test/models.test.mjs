import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { ClassifierProcess, failure, plainImage } from './classifier-process.mjs';
import { colorModel, MAGENTA_IS_VIOLENT } from './color-models.mjs';

/** Three values per image: its red, green and blue. */
const COLORS = {
  weights: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  biases: [0, 0, 0],
};
const COLOR_LABELS = '["violence", "self_harm", "other"]';
const RAW = { LABELS: COLOR_LABELS, ACTIVATION: 'none' };

/** The scores of one image. @param {Buffer} model @param {Record<string, string>} settings @param {Buffer} image */
async function scoresWith(model, settings, image) {
  const classifier = await ClassifierProcess.start(model, settings);
  try {
    return await classifier.scores(image);
  } finally {
    await classifier.stop();
  }
}

/** @param {Record<string, number>} actual @param {Record<string, number>} expected */
function assertClose(actual, expected) {
  assert.deepEqual(Object.keys(actual).sort(), Object.keys(expected).sort());
  for (const [name, value] of Object.entries(expected))
    assert.ok(Math.abs((actual[name] ?? NaN) - value) < 1e-4, `${name} is ${actual[name]}, not ${value}`);
}

const softmax = (/** @type {number[]} */ ...values) => {
  const powers = values.map(Math.exp);
  return powers.map((power) => power / powers.reduce((one, other) => one + other));
};

describe('what the settings say about a model', () => {
  // In sRGB: 255, 51 and 102, which are 1, 0.2 and 0.4.
  const image = () => plainImage('#ff3366');

  it('the order of planes and channels is that of the model', async () => {
    const expected = { violence: 1, self_harm: 0.2, other: 0.4 };
    assertClose(await scoresWith(colorModel(COLORS), RAW, await image()), expected);
    const nhwc = colorModel({ ...COLORS, layout: 'nhwc' });
    assertClose(await scoresWith(nhwc, RAW, await image()), expected);
    const bgr = { violence: 0.4, self_harm: 0.2, other: 1 };
    assertClose(await scoresWith(colorModel(COLORS), { ...RAW, CHANNELS: 'bgr' }, await image()), bgr);
  });

  it('normalizes with range, mean and standard deviation of each channel', async () => {
    const settings = { ...RAW, PIXEL_RANGE: '255', MEAN: '5,1,2', STD: '500,250,400' };
    assertClose(await scoresWith(colorModel(COLORS), settings, await image()), {
      violence: 250 / 500,
      self_harm: 50 / 250,
      other: 100 / 400,
    });
  });

  it('a model of bytes gets bytes', async () => {
    const bytes = {
      weights: COLORS.weights.map((weights) => weights.map((weight) => weight / 255)),
      biases: [0, 0, 0],
    };
    const model = colorModel({ ...bytes, layout: 'nhwc', type: 'uint8' });
    assertClose(await scoresWith(model, RAW, await image()), { violence: 1, self_harm: 0.2, other: 0.4 });
  });

  it('logits become probabilities by softmax or sigmoid, and values of one category are added up or compared', async () => {
    const [red = 0, green = 0, blue = 0] = softmax(1, 0.2, 0.4);
    const labels = { LABELS: '["violence", null, "violence"]' };
    const softmaxScores = { ...labels, ACTIVATION: 'softmax' };
    assertClose(await scoresWith(colorModel(COLORS), softmaxScores, await image()), { violence: red + blue });
    assertClose(await scoresWith(colorModel(COLORS), { ...softmaxScores, COMBINE: 'max' }, await image()), {
      violence: red,
    });
    const sigmoid = { LABELS: '{"1": "other"}', ACTIVATION: 'sigmoid' };
    assertClose(await scoresWith(colorModel(COLORS), sigmoid, await image()), { other: 1 / (1 + Math.exp(-0.2)) });
    const inside = colorModel({ ...COLORS, activation: 'Softmax' });
    assertClose(await scoresWith(inside, { LABELS: '{"1": "other"}', ACTIVATION: 'none' }, await image()), {
      other: green,
    });
  });

  it('one of several outputs is chosen, and sizes that the model leaves open are set', async () => {
    const model = colorModel({ ...COLORS, outputs: ['opposite'], shape: ['batch', 3, 'height', 'width'] });
    const settings = { ...RAW, OUTPUT: 'scores', INPUT_SIZE: '20x10' };
    assertClose(await scoresWith(model, settings, await image()), { violence: 1, self_harm: 0.2, other: 0.4 });
  });

  it('the whole image is seen unless FIT crops it, and it stands upright', async () => {
    const half = { width: 40, height: 20, channels: /** @type {const} */ (3) };
    const left = await sharp({ create: { ...half, width: 10, background: '#f00' } })
      .png()
      .toBuffer();
    const banner = sharp({ create: { ...half, background: '#000' } }).composite([{ input: left, left: 0, top: 0 }]);
    const png = await banner.png().toBuffer();
    const model = colorModel({ ...COLORS, shape: [1, 3, 4, 4] });
    const red = async (/** @type {string} */ FIT) => (await scoresWith(model, { ...RAW, FIT }, png)).violence ?? NaN;
    const [fill, cover, contain] = [await red('fill'), await red('cover'), await red('contain')];
    assert.ok(Math.abs(fill - 0.25) < 0.03, `fill: ${fill}`);
    assert.ok(cover < 0.03, `cover: ${cover}`);
    assert.ok(contain > 0.5, `white above and below: ${contain}`);
    const turned = await sharp(png).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer();
    // Cropping the middle of the upright image, 20 × 40, loses the red top.
    const upright = await scoresWith(model, { ...RAW, FIT: 'cover' }, turned);
    assert.ok((upright.violence ?? 1) < 0.05, `upright: ${upright.violence}`);
  });

  it('a value that is no probability is an error, not a score', async () => {
    const steep = { weights: [[3, -3, 0]], biases: [0.5] };
    const classifier = await ClassifierProcess.start(colorModel(steep), { LABELS: '["violence"]', ACTIVATION: 'none' });
    const images = [(await plainImage('#f00')).toString('base64')];
    const response = await classifier.post({ images });
    assert.equal(response.status, 500);
    assert.deepEqual(await response.json(), { error: 'The model failed' });
    assertClose(await classifier.scores(await plainImage('#888')), { violence: 0.5 });
    await classifier.stop();
  });
});

describe('settings that do not fit the model end the program with 78', () => {
  const color = colorModel(MAGENTA_IS_VIOLENT);
  /** @type {[string, Buffer, Record<string, string>, RegExp][]} */
  const cases = [
    ['no model', Buffer.from('no model'), {}, /MODEL: /],
    ['too few labels', color, { LABELS: '["violence"]' }, /LABELS: The output has 2 values/],
    ['an index that does not exist', color, { LABELS: '{"2": "violence"}' }, /LABELS: The output has 2 values/],
    ['another size', color, { INPUT_SIZE: '224x224' }, /INPUT_SIZE: The model expects 8x8/],
    ['another layout', color, { LAYOUT: 'nhwc' }, /LAYOUT: The model does not have three channels there/],
    ['no size', colorModel({ ...MAGENTA_IS_VIOLENT, shape: [1, 3, 'h', 'w'] }), {}, /INPUT_SIZE: Required/],
    ['no layout', colorModel({ ...MAGENTA_IS_VIOLENT, shape: [1, 'c', 8, 8] }), {}, /LAYOUT: Required/],
    ['a batch of two', colorModel({ ...MAGENTA_IS_VIOLENT, shape: [2, 3, 8, 8] }), {}, /not that of one image/],
    ['one of two outputs', colorModel({ ...MAGENTA_IS_VIOLENT, outputs: ['b'] }), {}, /OUTPUT: One of scores, b/],
    ['softmax twice', colorModel({ ...MAGENTA_IS_VIOLENT, activation: 'Softmax' }), {}, /ACTIVATION: .* must be none/],
    [
      'logits as probabilities',
      color,
      { LABELS: '[null, "violence"]', ACTIVATION: 'none' },
      /ACTIVATION: .* no probability/,
    ],
  ];
  for (const [name, model, settings, expected] of cases)
    it(name, async () => {
      const { code, errors } = await failure(model, settings);
      assert.match(errors, expected);
      assert.equal(code, 78);
    });
});
