// Measures the latency of one image with models of realistic size: `node infra/onnx-classifier/test/measure.mjs`.
// Their layers are those of MobileNetV2 and ResNet-50, their weights random, which changes the scores and not the time.
import sharp from 'sharp';
import { ClassifierProcess } from './classifier-process.mjs';
import { ConvolutionalModel } from './convolutional-model.mjs';

const RUNS = 60;
const WARM_UP_RUNS = 10;

/** Convolutions with 1 × 1, 3 × 3 per channel, and 1 × 1 (https://arxiv.org/abs/1801.04381, table 2). */
function mobileNet() {
  const model = new ConvolutionalModel(224);
  model.convolve(32, { kernel: 3, stride: 2 });
  const stages = [
    [1, 16, 1, 1],
    [6, 24, 2, 2],
    [6, 32, 3, 2],
    [6, 64, 4, 2],
    [6, 96, 3, 1],
    [6, 160, 3, 2],
    [6, 320, 1, 1],
  ];
  for (const [expansion = 1, channels = 1, count = 1, firstStride = 1] of stages)
    for (let i = 0; i < count; i += 1) {
      const stride = i === 0 ? firstStride : 1;
      const input = model.current;
      if (expansion > 1) model.convolve(input.channels * expansion);
      model.convolve(model.current.channels, { kernel: 3, stride, groups: model.current.channels });
      model.convolve(channels, { isLinear: true });
      if (stride === 1 && input.channels === channels) model.add(input);
    }
  model.convolve(1280);
  return model.file(5);
}

/** Bottlenecks of 1 × 1, 3 × 3 and 1 × 1 (https://arxiv.org/abs/1512.03385, table 1). */
function resNet() {
  const model = new ConvolutionalModel(224);
  model.convolve(64, { kernel: 7, stride: 2 });
  model.halve();
  for (const [stage, count] of [3, 4, 6, 3].entries())
    for (let i = 0; i < count; i += 1) {
      const width = 64 * 2 ** stage;
      const stride = i === 0 && stage > 0 ? 2 : 1;
      const input = model.current;
      if (i === 0) model.convolve(width * 4, { stride, isLinear: true });
      const shortcut = model.current;
      model.current = input;
      model.convolve(width);
      model.convolve(width, { kernel: 3, stride });
      model.convolve(width * 4, { isLinear: true });
      model.add(shortcut);
    }
  return model.file(5);
}

/** @param {number} width @param {number} height */
const photo = (width, height) =>
  sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .blur(2)
    .jpeg({ quality: 85 })
    .toBuffer();

/** @param {number[]} times @param {number} share */
const percentile = (times, share) => times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0;

const requests = {
  'an image of 2048 × 1536': [await photo(2048, 1536)],
  'three frames of 512 × 288': await Promise.all([1, 2, 3].map(() => photo(512, 288))),
};
for (const [name, file] of Object.entries({ MobileNetV2: mobileNet(), 'ResNet-50': resNet() })) {
  const settings = { LABELS: '{"1": "violence"}', DEADLINE_MS: '60000' };
  const classifier = await ClassifierProcess.start(file, settings);
  for (const [what, images] of Object.entries(requests)) {
    const times = [];
    for (let i = 0; i < WARM_UP_RUNS + RUNS; i += 1) {
      const startedAt = performance.now();
      await classifier.scores(...images);
      if (i >= WARM_UP_RUNS) times.push(performance.now() - startedAt);
    }
    const [median, p95] = [percentile(times, 0.5), percentile(times, 0.95)].map((ms) => `${ms.toFixed(0)} ms`);
    console.log(`${name} (${(file.length / 1e6).toFixed(1)} MB), ${what}: p50 ${median}, p95 ${p95}`);
  }
  await classifier.stop();
}
