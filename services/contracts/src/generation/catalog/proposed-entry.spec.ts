import fc from 'fast-check';
import { type VendorInputField, vendorInputField } from '../model-checks';
import { problemsOf } from './model-entry';
import { proposedEntry } from './proposed-entry';
import { vendorInput } from './vendor-input';

const field = (name: string, changes: Partial<VendorInputField> = {}): VendorInputField => ({
  ...{
    name,
    type: 'text',
    isRequired: false,
    values: null,
    minimum: null,
    maximum: null,
    preset: null,
    description: '',
  },
  ...changes,
});
const SEEDANCE = [
  field('prompt', { isRequired: true }),
  field('image'),
  field('last_frame_image'),
  field('reference_images', { type: 'list', description: 'Reference images (up to 9)' }),
  field('duration', { type: 'integer', minimum: -1, maximum: 15, preset: 5 }),
  field('resolution', { values: ['480p', '720p', '1080p'], preset: '720p' }),
  field('aspect_ratio', { values: ['16:9', '4:3', 'adaptive'], preset: 'adaptive' }),
  field('generate_audio', { type: 'boolean', preset: true }),
  field('seed', { type: 'integer' }),
  field('camera_fixed', { type: 'boolean' }),
  field('output_format', { values: ['mp4', 'webp'] }),
];
/** What an operator adds before the draft can be saved. */
const completed = (entry: Record<string, unknown>) => ({
  ...entry,
  description: { en: 'A model', hi: 'मॉडल' },
  price: entry.output === 'video' ? { perSecond: { all: 3_600 } } : { perImage: { all: 4_000 } },
});

describe('a proposed entry', () => {
  it('takes what the vendor takes, and lacks only price and descriptions', () => {
    const { entry, unused } = proposedEntry('replicate', 'bytedance/seedance-2.0', SEEDANCE);
    expect(entry).toMatchObject({
      ...{ id: 'seedance-2.0', name: 'Seedance 2.0', output: 'video', state: 'draft' },
      starts: { text: true, image: { lastFrame: true, references: 9 } },
      parameters: {
        duration: { from: 1, to: 15, default: 5 },
        resolution: { values: ['480p', '720p', '1080p'], default: '720p' },
        aspectRatio: { values: ['16:9', '4:3'], default: '16:9', keepsImage: true },
        sound: { default: true },
        seed: {},
      },
    });
    expect(unused.map(({ name }) => name)).toEqual(['camera_fixed', 'output_format']);
    expect(problemsOf(completed(entry))).toEqual([]);
  });

  it('of an endpoint that wants texts, converts what it sends', () => {
    const { entry } = proposedEntry('fal', 'fal-ai/kling/v3/text-to-video', [
      field('prompt', { isRequired: true }),
      field('duration', { values: ['auto', '5', '10'], preset: 'auto' }),
      field('resolution', { values: ['720P', '1080P'], preset: '1080P' }),
    ]);
    expect(problemsOf(completed(entry))).toEqual([]);
    const [route] = entry.routes as [Parameters<typeof vendorInput>[0]];
    const sent = vendorInput({ ...route, fixed: {} }, { prompt: 'A river', duration: 10, resolution: '1080p' });
    expect(sent).toEqual({ prompt: 'A river', duration: '10', resolution: '1080P' });
  });

  it('of an endpoint that needs an image, does not start from a prompt alone, and one for images counts them', () => {
    const { entry } = proposedEntry('fal', 'fal-ai/flux/image-to-image', [
      field('prompt', { isRequired: true }),
      field('image_url', { isRequired: true }),
      field('strength', { type: 'number', minimum: 0, maximum: 1, preset: 0.95 }),
      field('num_images', { type: 'integer', minimum: 1, maximum: 10, preset: 1 }),
      field('output_format', { values: ['webp', 'jpg', 'png', 'heic'], preset: 'jpg' }),
    ]);
    expect(entry).toMatchObject({
      ...{ output: 'image', starts: { text: false, image: {} } },
      parameters: {
        ...{ strength: { from: 0, to: 100, default: 95 }, count: { from: 1, to: 4, default: 1 } },
        outputFormat: { values: ['png', 'jpeg', 'webp'], default: 'jpeg' },
      },
      routes: [{ fields: { outputFormat: { field: 'output_format', values: { png: 'png', jpeg: 'jpg' } } } }],
    });
    expect(problemsOf(completed(entry))).toEqual([]);
  });

  it('of any published fields is made without an error, and fills no field twice', () => {
    const names = fc.constantFrom(...SEEDANCE.map(({ name }) => name), '__proto__', 'quality', 'num_images');
    const published = fc.record({
      name: names,
      type: fc.constantFrom(...vendorInputField.shape.type.options),
      isRequired: fc.boolean(),
      values: fc.option(fc.array(fc.oneof(fc.string(), fc.integer(), fc.constantFrom('480p', '16:9', '5')))),
      minimum: fc.option(fc.double({ noNaN: true })),
      maximum: fc.option(fc.double({ noNaN: true })),
      preset: fc.option(fc.oneof(fc.string(), fc.integer(), fc.boolean())),
      description: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(published), (fields) => {
        const { entry } = proposedEntry('replicate', 'a/b', fields);
        const faults = problemsOf(completed(entry)).filter(({ path }) => path.startsWith('routes.0.fields'));
        expect(faults.filter(({ message }) => /twice|needs a field|does not take/.test(message))).toEqual([]);
      }),
    );
  });
});
