import { problemsOf } from './model-entry';
import { SHIPPED_MODELS } from './shipped-models';

/** The problems of a shipped entry after one change, for example at `price.perSecond.480p`. Undefined removes the field. */
function problemsWith(id: string, changes: Record<string, unknown>): [string, string][] {
  const entry = structuredClone(SHIPPED_MODELS.find((each) => each.id === id)) as unknown as Record<string, unknown>;
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('.');
    const parent = keys.slice(0, -1).reduce((at, key) => at[key] as Record<string, unknown>, entry);
    if (value === undefined) delete parent[keys.at(-1)!];
    else parent[keys.at(-1)!] = value;
  }
  return problemsOf(entry).map(({ path, message }) => [path, message]);
}

const seedance: [string, Record<string, unknown>, string, RegExp][] = [
  ['an unknown parameter', { 'parameters.camera': {} }, 'parameters.camera', /Unknown field/],
  [
    'a parameter of another output',
    { 'parameters.quality': { values: ['standard'], default: 'standard' } },
    'parameters.quality',
    /does not apply/,
  ],
  [
    'a vendor’s field for several results',
    { 'parameters.count': { from: 1, to: 4, default: 1 }, 'routes.0.fields.count': 'n' },
    'routes.0.fields.count',
    /a task of its own/,
  ],
  ['no duration', { 'parameters.duration': undefined }, 'parameters.duration', /Every video/],
  [
    'a default outside of the values',
    { 'parameters.duration.default': 7 },
    'parameters.duration.default',
    /one of the values/,
  ],
  ['a range beside values', { 'parameters.duration.from': 5 }, 'parameters.duration.values', /Either list/],
  [
    'a reversed range',
    { 'parameters.duration': { from: 9, to: 5, default: 7 } },
    'parameters.duration.to',
    /before it begins/,
  ],
  ['a value twice', { 'parameters.duration.values': [5, 5] }, 'parameters.duration.values', /twice/],
  [
    'a prompt that is too long',
    { 'parameters.prompt.maxCharacters': 2_001 },
    'parameters.prompt.maxCharacters',
    /2000/,
  ],
  ['a price of 0', { 'price.perSecond.480p': 0 }, 'price.perSecond.480p', /more than 0/],
  ['a fraction of a thousandth', { 'price.perSecond.480p': 1.5 }, 'price.perSecond.480p', /whole number/],
  ['a resolution without a price', { 'price.perSecond.720p': undefined }, 'price.perSecond.720p', /no price/],
  ['a price of another resolution', { 'price.perSecond.1080p': 9 }, 'price.perSecond.1080p', /does not take/],
  ['no price', { price: undefined }, 'price', /has a price/],
  ['two bases of a price', { 'price.perRun': { all: 1 } }, 'price', /Give one of/],
  ['seconds of what has none', { price: { perImage: { all: 1 } } }, 'price.perImage', /Only images/],
  ['a price of sound that is not made', { 'price.sound': 1_500 }, 'price.sound', /no sound/],
  [
    'a price above the limit',
    { 'price.perSecond.720p': 10_000_000, 'parameters.duration': { from: 5, to: 60, default: 5 } },
    'price.perSecond',
    /more than 100000/,
  ],
  [
    'a model for references that it takes not',
    { 'routes.0.model.references': 'a/b' },
    'routes.0.model.references',
    /no reference images/,
  ],
  [
    'a word for the ratio of an image that the model does not keep',
    {
      'parameters.aspectRatio.keepsImage': false,
      'routes.0.fields.aspectRatio': {
        ...{ as: 'map', field: 'ratio' },
        values: { '16:9': 'a', '9:16': 'b', '1:1': 'c', original: 'auto' },
      },
    },
    'routes.0.fields.aspectRatio.values.original',
    /does not take/,
  ],
  [
    'a list of what is no image',
    { 'routes.0.fields.duration': { as: 'list', field: 'duration' } },
    'routes.0.fields.duration.as',
    /Only an image/,
  ],
  ['no route', { routes: [] }, 'routes', /needs a route/],
  ['a provider twice', { 'routes.1.provider': 'replicate' }, 'routes.1.provider', /already has a route/],
  ['a start without a model', { 'routes.1.model.image': undefined }, 'routes.1.model.image', /needs a model/],
  ['a model of a start that is not offered', { 'starts.text': false }, 'routes.0.model.text', /does not offer/],
  [
    'a parameter without a field',
    { 'routes.2.fields.resolution': undefined },
    'routes.2.fields.resolution',
    /needs a field/,
  ],
  [
    'an image without a field',
    { 'routes.0.fields.lastImage': undefined },
    'routes.0.fields.lastImage',
    /needs a field/,
  ],
  ['a field of an unknown parameter', { 'routes.0.fields.fps': 'fps' }, 'routes.0.fields.fps', /Unknown field/],
  ['a field of what is not taken', { 'routes.0.fields.sound': 'audio' }, 'routes.0.fields.sound', /does not take/],
  ['a field filled twice', { 'routes.0.fields.duration': 'resolution' }, 'routes.0.fields.resolution', /filled twice/],
  ['a fixed value over a field', { 'routes.2.fixed.ratio': '1:1' }, 'routes.2.fields.aspectRatio', /filled twice/],
  ['an unknown conversion', { 'routes.1.fields.duration.as': 'minutes' }, 'routes.1.fields.duration.as', /Invalid/],
  [
    'an incomplete map',
    { 'routes.1.fields.resolution': { as: 'map', field: 'r', values: { '480p': 1 } } },
    'routes.1.fields.resolution.values.720p',
    /missing/,
  ],
  [
    'a lossy map',
    { 'routes.1.fields.resolution': { as: 'map', field: 'r', values: { '480p': 1, '720p': 1 } } },
    'routes.1.fields.resolution.values',
    /the same/,
  ],
  [
    'a text as a number',
    { 'routes.1.fields.aspectRatio': { as: 'number', field: 'r' } },
    'routes.1.fields.aspectRatio.as',
    /no numbers/,
  ],
  [
    'half a frame',
    { 'routes.1.fields.duration': { as: 'frames', field: 'f', framesPerSecond: 7.5 } },
    'routes.1.fields.duration.framesPerSecond',
    /whole number/,
  ],
  [
    'a size beside an image',
    { 'routes.1.fields.resolution': { as: 'size', width: 'w', height: 'h', multipleOf: 8 } },
    'routes.1.fields.resolution.as',
    /has no size/,
  ],
  [
    'a seed that no route takes',
    { 'routes.0.fields.seed': undefined, 'routes.1.fields.seed': undefined },
    'parameters.seed',
    /No route/,
  ],
  [
    'a cost with a gap',
    { 'routes.0.cost': { currency: 'USD', perSecond: { '480p': 0.01 } } },
    'routes.0.cost.perSecond.720p',
    /no price/,
  ],
  ['a deprecation without a day', { state: 'deprecated' }, 'endsAt', /has a day/],
  ['a replacement by itself', { state: 'retired', replacement: 'seedance' }, 'replacement', /itself/],
  ['an unknown field', { speed: 1 }, 'speed', /Unknown field/],
];

describe('model entries', () => {
  it('the shipped entries are valid, and their ids are different', () => {
    expect(SHIPPED_MODELS.flatMap(problemsOf)).toEqual([]);
    const ids = SHIPPED_MODELS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(seedance)('%s is refused at its field', (_, changes, path, message) => {
    const problems = problemsWith('seedance', changes);
    expect(problems).toContainEqual([path, expect.stringMatching(message)]);
  });

  it('a size is accepted unless two choices would share it', () => {
    const changes = {
      'parameters.aspectRatio': { values: ['1:1', '16:9'], default: '1:1' },
      'routes.0.fields.resolution': { as: 'size', width: 'width', height: 'height', multipleOf: 64 },
    };
    expect(problemsWith('zeroscope', changes)).toEqual([]);
    const close = { values: ['480p', '540p'], default: '480p' };
    const shared = { ...changes, 'parameters.resolution': close, 'price.perSecond': { all: 5_400 } };
    expect(problemsWith('zeroscope', shared)).toEqual([
      ['routes.0.fields.resolution.multipleOf', 'Two choices would have the same size'],
    ]);
  });
});
