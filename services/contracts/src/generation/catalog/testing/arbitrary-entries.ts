import fc from 'fast-check';
import { MAX_SEED } from '../../limits';
import type { Choice } from '../choices';
import type { ParameterValues } from '../model-parameters';
import { type ModelEntry, modelEntry } from '../model-entry';
import { RATIOS, RESOLUTIONS } from '../vocabulary';

const listed = <Value>(values: readonly Value[]) =>
  fc
    .subarray([...values], { minLength: 1 })
    .chain((chosen) => fc.record({ values: fc.constant(chosen), default: fc.constantFrom(...chosen) }));
const seconds = fc.oneof(
  listed([2, 4, 5, 8, 10, 15]),
  fc
    .tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 12 }), fc.nat(12))
    .map(([from, more, above]) => ({ from, to: from + more, default: from + Math.min(above, more) })),
);
const factor = fc.integer({ min: 1_000, max: 3_000 });

/** Valid entries of video models with two providers, the second of which takes no seed. */
export const videoEntries: fc.Arbitrary<ModelEntry> = fc
  .record({
    starts: fc.constantFrom(
      { text: true },
      { text: true, image: {} },
      { text: true, image: { lastFrame: true, references: 3 } },
      { image: { lastFrame: true } },
    ),
    duration: seconds,
    resolution: listed(RESOLUTIONS),
    aspectRatio: listed(RATIOS),
    keepsImage: fc.boolean(),
    has: fc.record({
      ratio: fc.boolean(),
      sound: fc.boolean(),
      seed: fc.boolean(),
      negativePrompt: fc.boolean(),
      strength: fc.boolean(),
    }),
    strength: listed([0, 30, 60, 100]),
    rates: fc.array(fc.integer({ min: 1, max: 20_000 }), {
      minLength: RESOLUTIONS.length,
      maxLength: RESOLUTIONS.length,
    }),
    soundFactor: fc.option(factor, { nil: undefined }),
    durationAs: fc.constantFrom(
      'duration',
      { as: 'text', field: 'seconds' },
      {
        ...{ as: 'frames', field: 'num_frames', framesPerSecond: 24, plus: 1 },
      },
    ),
  })
  .map(({ starts, duration, resolution, aspectRatio, keepsImage, has, strength, rates, soundFactor, durationAs }) => {
    const image = 'image' in starts ? starts.image : undefined;
    const parameters = {
      prompt: { maxCharacters: 100 },
      duration,
      resolution,
      ...(has.ratio && { aspectRatio: { ...aspectRatio, keepsImage } }),
      ...(has.sound && { sound: { default: false } }),
      ...(has.seed && { seed: {} }),
      ...(has.negativePrompt && { negativePrompt: { maxCharacters: 20 } }),
      ...(has.strength && image && { strength }),
    };
    const fields = {
      prompt: 'prompt',
      duration: durationAs,
      resolution: 'resolution',
      ...(has.ratio && { aspectRatio: 'ratio' }),
      ...(has.sound && { sound: 'generate_audio' }),
      ...(has.negativePrompt && { negativePrompt: 'negative_prompt' }),
      ...(has.strength && image && { strength: { as: 'fraction', field: 'strength' } }),
      ...(image && { image: 'image_url' }),
      ...(image && 'lastFrame' in image && { lastImage: 'end_image_url' }),
      ...(image && 'references' in image && { references: 'reference_images' }),
    };
    const model = { ...('text' in starts && { text: 'a/text' }), ...(image && { image: 'a/image' }) };
    const route = { model, fixed: { watermark: false }, limits: { runSeconds: 900 } };
    return modelEntry.parse({
      ...{ id: 'model', name: 'Model', description: { en: 'A model.', hi: 'एक मॉडल।' }, output: 'video', starts },
      parameters,
      price: {
        perSecond: Object.fromEntries(resolution.values.map((value, i) => [value, rates[i]])),
        ...(has.sound && { sound: soundFactor }),
      },
      routes: [
        { ...route, provider: 'first', fields: { ...fields, ...(has.seed && { seed: 'seed' }) } },
        { ...route, provider: 'second', fields },
      ],
      state: 'live',
    });
  });

/** Any choice, most of which some part of an entry does not take. */
export const choices: fc.Arbitrary<Choice> = fc.record(
  {
    start: fc.constantFrom('text' as const, 'image' as const),
    hasLastImage: fc.boolean(),
    references: fc.nat(4),
    values: fc.record(
      {
        prompt: fc.string({ minLength: 1, maxLength: 120 }),
        negativePrompt: fc.string({ minLength: 1, maxLength: 25 }).map((text) => text.trim()),
        duration: fc.integer({ min: 0, max: 25 }),
        resolution: fc.constantFrom(...RESOLUTIONS),
        aspectRatio: fc.constantFrom(...RATIOS, 'original'),
        sound: fc.boolean(),
        seed: fc.integer({ min: -1, max: MAX_SEED }),
        strength: fc.constantFrom(0, 30, 50),
      } satisfies { [Name in keyof ParameterValues]: fc.Arbitrary<ParameterValues[Name]> },
      { requiredKeys: ['prompt'] },
    ),
  },
  { requiredKeys: ['start', 'values'] },
);
