import fc from 'fast-check';
import { z } from 'zod';
import { type Choice, choicesOf, keptValues, refusalsOf, withDefaults } from './choices';
import { valuesOf } from './listed-values';
import { type ModelEntry, problemsOf } from './model-entry';
import { type ParameterName, videoBody, videoFormFields } from './model-parameters';
import { schemasOf } from './parameter-schema';
import { priceOf } from './prices';
import { SHIPPED_MODELS } from './shipped-models';
import { choices, videoEntries } from './testing/arbitrary-entries';
import { RICH_MODEL } from './testing/rich-entry';
import { taskRouteOf, vendorFieldsOf, vendorInput } from './vendor-input';

/** Of the rule by which drafts are priced. */
const CREDITS_PER_DOLLAR = 180;

const entryOf = (id: string): ModelEntry => SHIPPED_MODELS.find((entry) => entry.id === id)!;
const offerOf = (entry: ModelEntry, { start }: Choice) => choicesOf(entry, start, entry.routes[0]);

describe('prices of shipped models', () => {
  const prices: [string, string, Record<string, number>][] = [
    ['seedance', 'video', { '5 480p': 18, '5 720p': 36, '10 480p': 36, '10 720p': 72 }],
    ['stableVideo', 'video', { '5 480p': 22, '5 720p': 44, '10 480p': 44, '10 720p': 87 }],
    ['zeroscope', 'video', { '5 480p': 27, '5 720p': 54, '10 480p': 54, '10 720p': 108 }],
  ];
  it.each(prices)('%s costs what the specification says [G-10]', (id, output, credits) => {
    const { price, parameters, output: made } = entryOf(id);
    expect(made).toBe(output);
    const combinations = valuesOf(parameters.duration!).flatMap((duration) =>
      valuesOf(parameters.resolution!).map((resolution) => [duration, resolution] as const),
    );
    const found = combinations.map(([duration, resolution]) => [
      `${duration} ${resolution}`,
      priceOf(price!, { duration: Number(duration), resolution: String(resolution) }),
    ]);
    expect(Object.fromEntries(found)).toEqual(credits);
  });

  it('a new installation offers the models of the specification, and two for images', () => {
    const offered = SHIPPED_MODELS.filter(({ state }) => state !== 'draft');
    expect(offered.map(({ id }) => id)).toEqual([
      ...['seedance', 'stableVideo', 'zeroscope', 'gfpgan', 'ddcolor'],
      ...['nano-banana-2.1', 'flux-dev'],
    ]);
  });

  it.each([1, 2, 3, 4])('%i images cost as much as that many requests for one, each rounded up', (count) => {
    const { price } = SHIPPED_MODELS.find(({ id }) => id === 'nano-banana-2.1')!;
    expect(priceOf(price!, { count })).toBe(8 * count);
  });

  it('restorations cost what the specification says [G-20]', () => {
    const { price } = entryOf('gfpgan');
    expect(['standard', 'high', 'ultra'].map((quality) => priceOf(price!, { quality }))).toEqual([4, 8, 12]);
  });
});

describe('shipped drafts', () => {
  const drafts = SHIPPED_MODELS.filter(({ state }) => state === 'draft');

  it.each(drafts)('half of the price of $id covers what its vendors charge', ({ price, routes }) => {
    const rates = price!.perSecond ?? price!.perImage ?? price!.perRun ?? {};
    for (const { cost } of routes) {
      const costs = cost?.perSecond ?? cost?.perImage ?? cost?.perRun ?? {};
      for (const [key, dollars] of Object.entries(costs)) {
        const credits = (rates[key] ?? rates.all!) / 1_000;
        expect(credits).toBeGreaterThanOrEqual(dollars * CREDITS_PER_DOLLAR);
        expect(credits).toBeLessThan(dollars * CREDITS_PER_DOLLAR + 0.5);
      }
    }
  });
});

describe('properties of entries', () => {
  it('what a form offers is valid and has the price of the quote, and everything else is refused', () => {
    fc.assert(
      fc.property(videoEntries, choices, (entry, choice) => {
        const offer = offerOf(entry, choice);
        const { values, hasLastImage = false, references = 0 } = choice;
        const { parameters } = offer ?? {};
        const isListed = (name: 'duration' | 'resolution' | 'aspectRatio' | 'strength') => {
          const [definition, value] = [parameters?.[name], values[name]];
          return value === undefined || (definition !== undefined && valuesOf(definition).includes(value));
        };
        const length = (text = '') => Array.from(text).length;
        const isOffered =
          parameters !== undefined &&
          isListed('duration') &&
          isListed('resolution') &&
          isListed('aspectRatio') &&
          isListed('strength') &&
          length(values.prompt) <= parameters.prompt!.maxCharacters &&
          (!values.negativePrompt ||
            length(values.negativePrompt) <= (parameters.negativePrompt?.maxCharacters ?? 0)) &&
          (!values.sound || parameters.sound !== undefined) &&
          (values.seed === undefined || (parameters.seed !== undefined && values.seed >= 0)) &&
          (!hasLastImage || offer!.hasLastImage) &&
          references <= offer!.references;
        expect(refusalsOf(offer, choice).length === 0).toBe(isOffered);
      }),
      { numRuns: 500 },
    );
  });

  it('a choice that a model takes has the exact price, rounded up once', () => {
    fc.assert(
      fc.property(videoEntries, choices, (entry, choice) => {
        const offer = offerOf(entry, choice);
        if (!offer) return;
        const { duration, resolution, sound } = withDefaults(offer, keptValues(offer, choice.values));
        const factor = sound ? BigInt(entry.price!.sound ?? 1_000) : 1_000n;
        const millionths = BigInt(entry.price!.perSecond![resolution!]!) * BigInt(duration!) * factor;
        const exact = millionths / 1_000_000n + (millionths % 1_000_000n > 0n ? 1n : 0n);
        expect(BigInt(priceOf(entry.price!, { duration, resolution, sound }))).toBe(exact);
        expect(exact).toBeGreaterThan(0n);
      }),
      { numRuns: 500 },
    );
  });

  it('the form keeps what a model takes, and the JSON Schemas of its parameters say the same as the refusals', () => {
    fc.assert(
      fc.property(videoEntries, choices, (entry, choice) => {
        const offer = offerOf(entry, choice);
        if (!offer) return;
        const { start, values } = choice;
        const kept = keptValues(offer, values);
        expect(refusalsOf(offer, { start, values: kept })).toEqual([]);
        expect(keptValues(offer, kept)).toEqual(kept);
        const schemas = schemasOf(offer);
        for (const [name, value] of Object.entries(values) as [ParameterName, string | number | boolean][]) {
          if (value === false || value === '') continue;
          const schema = schemas[name];
          const isTaken = schema !== undefined && z.fromJSONSchema(schema).safeParse(value).success;
          expect({ name, value, isTaken }).toEqual({
            name,
            value,
            isTaken: refusalsOf(offer, { start, values: { [name]: value } }).length === 0,
          });
          if (isTaken) expect(kept[name]).toBe(value);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('a form and a JSON body are read as the same values', () => {
    fc.assert(
      fc.property(choices, ({ values: { prompt: _, ...values } }) => {
        const [json, form] = [z.object(videoBody), z.object(videoFormFields)];
        const read = json.safeParse(values);
        const text = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
        expect(form.safeParse(text).data).toEqual(read.data);
        expect(form.safeParse(values).data).toEqual(read.data);
        if (read.success) expect(json.parse(read.data)).toEqual(read.data);
      }),
      { numRuns: 500 },
    );
  });

  it('a vendor gets exactly the mapped fields of a start that have a value, and the fixed ones', () => {
    fc.assert(
      fc.property(videoEntries, choices, fc.constantFrom('first', 'second'), (entry, choice, provider) => {
        const offer = offerOf(entry, choice);
        if (!offer) return;
        const hasLastImage = choice.hasLastImage && offer.hasLastImage;
        const isFromText = choice.start === 'text';
        // A start from text ignores images.
        const images = { image: 'data:a', lastImage: hasLastImage || isFromText ? 'data:b' : null };
        const values = { ...withDefaults(offer, keptValues(offer, choice.values)), ...images };
        const route = taskRouteOf(entry, provider, choice.start)!;
        const isKept = !isFromText && entry.parameters.aspectRatio?.keepsImage;
        const sent = Object.entries(entry.routes.find((each) => each.provider === provider)!.fields).flatMap(
          ([name, mapping]) => {
            const value = values[name as keyof typeof values] ?? null;
            const isIgnored = isFromText && (name === 'image' || name === 'lastImage');
            const isUnsent = value === null || isIgnored || (name === 'aspectRatio' && isKept);
            return isUnsent ? [] : vendorFieldsOf(mapping!);
          },
        );
        const input = vendorInput(route, values);
        expect(Object.keys(input).sort()).toEqual([...sent, 'watermark'].sort());
        expect(input).toMatchObject({ watermark: false, prompt: values.prompt });
        expect(route.model).toBe(`a/${choice.start}`);
        expect('seed' in input).toBe(provider === 'first' && values.seed !== undefined);
      }),
      { numRuns: 500 },
    );
  });
});

describe('input of vendors', () => {
  it('a vendor is told that the image decides the ratio if its route has a word for it, and gets no ratio otherwise', () => {
    const ratioAt = (provider: string, start: 'text' | 'image', aspectRatio: string | null) => {
      const input = vendorInput(taskRouteOf(RICH_MODEL, provider, start)!, { prompt: 'x', aspectRatio });
      return input.aspect_ratio;
    };
    expect(ratioAt('replicate', 'image', null)).toBe('adaptive');
    expect(ratioAt('replicate', 'image', 'original')).toBe('adaptive');
    expect(ratioAt('replicate', 'text', '21:9')).toBe('21:9');
    expect(ratioAt('fal', 'image', null)).toBeUndefined();
    expect(ratioAt('fal', 'text', '21:9')).toBe('21:9');
  });

  it('the image to change begins the list that it shares with further ones', () => {
    const entry = entryOf('nano-banana-2.1');
    const images = { image: 'data:a', references: ['data:b', 'data:c'] };
    const route = taskRouteOf(entry, 'fal', 'image')!;
    expect(vendorInput(route, { prompt: 'x', ...images })).toEqual({
      prompt: 'x',
      image_urls: ['data:a', 'data:b', 'data:c'],
    });
    const [{ fields }] = entry.routes as [ModelEntry['routes'][number]];
    const faultsWith = (image: typeof fields.image) =>
      problemsOf({ ...entry, routes: [{ ...entry.routes[0], fields: { ...fields, image } }] }).map(({ path }) => path);
    expect(faultsWith({ as: 'list', field: 'image_urls' })).toEqual([]);
    expect(faultsWith('image_urls')).toEqual(['routes.0.fields.references']);
  });

  it('a vendor with its own model for references gets them there, and everywhere else the model of an image', () => {
    const modelAt = (provider: string, hasFirstImage: boolean) =>
      taskRouteOf(RICH_MODEL, provider, 'image', hasFirstImage)?.model;
    expect([modelAt('fal', false), modelAt('fal', true), modelAt('ark', false)]).toEqual([
      'bytedance/seedance-2.0/reference-to-video',
      'bytedance/seedance-2.0/image-to-video',
      'dreamina-seedance-2-0-260128',
    ]);
  });

  it('values are converted as the route says', () => {
    const fields = {
      duration: { as: 'frames', field: 'num_frames', framesPerSecond: 24, plus: 1 },
      resolution: { as: 'size', width: 'width', height: 'height', multipleOf: 16 },
      strength: { as: 'fraction', field: 'strength' },
      count: { as: 'text', field: 'n' },
      quality: { as: 'map', field: 'scale', values: { high: 3 } },
      seed: 'seed',
      image: { as: 'list', field: 'image_input' },
      references: 'reference_images',
    } as const;
    const values = { duration: 5, resolution: '480p', aspectRatio: '16:9', strength: 25, count: 2, quality: 'high' };
    const images = { image: 'data:a', references: ['data:b', 'data:c'] };
    expect(vendorInput({ fields, fixed: { watermark: false } }, { ...values, ...images, seed: null })).toEqual({
      ...{ watermark: false, num_frames: 121, width: 848, height: 480, strength: 0.25, n: '2', scale: 3 },
      ...{ image_input: ['data:a'], reference_images: ['data:b', 'data:c'] },
    });
  });
});
