import { choicesOf, type Start, withDefaults } from '@luit/contracts/generation/catalog/choices';
import { valuesOf } from '@luit/contracts/generation/catalog/listed-values';
import type { Choices, ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import { MAX_SEED } from '@luit/contracts/generation/limits';
import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { taskRouteOf, vendorInput } from '@luit/contracts/generation/catalog/vendor-input';
import { requireModel } from '@luit/sandbox/ark/models';
import { requireEndpoint } from '@luit/sandbox/fal/endpoints';
import { modelOf, modelOfVersion } from '@luit/sandbox/replicate/models';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import fc from 'fast-check';
import { newTask } from '../test/tasks';
import { adapterOf, type Vendor } from '../test/vendors';

const { signal } = new AbortController();
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

/** Each route of what Luit ships, drafts too, by what it starts from. */
const ALL_ROUTES = SHIPPED_MODELS.flatMap((entry) =>
  (['text', 'image'] as const)
    .filter((start) => entry.starts[start])
    .flatMap((start) => entry.routes.map((route) => ({ id: entry.id, entry, route, start }))),
);
const ROUTES = ALL_ROUTES.filter(({ entry }) => entry.output !== 'image');
type OneRoute = (typeof ALL_ROUTES)[number];

/** Any choice that a form offers for a start. */
function offeredValues({ parameters }: Choices): fc.Arbitrary<ParameterValues> {
  const arbitraries = Object.entries(parameters).map(([name, definition]) => {
    if (name === 'seed') return [name, fc.nat({ max: MAX_SEED })] as const;
    if (name === 'sound') return [name, fc.boolean()] as const;
    const isListed = 'values' in definition || 'from' in definition;
    return [name, isListed ? fc.constantFrom(...valuesOf(definition)) : fc.constant('Boats')] as const;
  });
  const { prompt, ...others } = Object.fromEntries(arbitraries);
  return fc
    .tuple(fc.record(others, { requiredKeys: [] }), prompt ?? fc.constant(undefined))
    .map(([values, text]) => ({ ...values, prompt: text })) as fc.Arbitrary<ParameterValues>;
}

/** What the vendor makes of the input. @throws if it publishes that it does not take it, or ignores a field of it */
function madeOf(provider: string, model: string, input: Record<string, unknown>): object {
  if (provider === 'ark') {
    const { durations, resolutions, ratios } = requireModel(model);
    const { duration, resolution, ratio = 'adaptive' } = input;
    expect(durations).toContain(duration);
    expect(resolutions).toContain(resolution);
    expect([...ratios, 'adaptive']).toContain(ratio);
    return { duration, resolution, aspectRatio: ratio };
  }
  const published =
    provider === 'fal' ? requireEndpoint(model) : model.includes(':') ? modelOfVersion(model) : modelOf(model);
  const { fields, work } = published.input;
  expect(Object.keys(fields.shape)).toEqual(expect.arrayContaining(Object.keys(input)));
  return work.parse(input);
}

it.each(ALL_ROUTES)(
  '$route.provider makes each choice of $id that is offered from $start',
  ({ entry, route, start }: OneRoute) => {
    const offered = choicesOf(entry, start, route)!;
    const { model, ...taskRoute } = taskRouteOf(entry, route.provider, start)!;
    fc.assert(
      fc.property(offeredValues(offered), (chosen) => {
        const { count: _, ...values } = withDefaults(offered, chosen);
        const image = start === 'image' ? PIXEL : undefined;
        const made = madeOf(route.provider, model, vendorInput(taskRoute, { ...values, image }));
        const { duration, resolution, aspectRatio } = values;
        if (entry.output === 'video') expect(made).toMatchObject({ duration, resolution });
        if (entry.output === 'video' && start === 'text' && !('size' in made))
          expect(made).toMatchObject({ aspectRatio });
      }),
      { numRuns: 50 },
    );
  },
);

describe('the vendors of the sandbox', () => {
  let sandbox: RunningSandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ mailbox: false });
  });
  afterAll(() => sandbox.close());

  /** The defaults of the entry are fixed fields, as of a run that an operator tries. */
  const submit = ({ entry, route, start }: (typeof ROUTES)[number]) => {
    const values = withDefaults(choicesOf(entry, start, route)!, { prompt: 'Boats [never]' });
    const taskRoute = taskRouteOf(entry, route.provider, start as Start)!;
    const { image, lastImage: _, references: __, ...others } = taskRoute.fields;
    const fixed = vendorInput({ fields: others, fixed: taskRoute.fixed }, values) as typeof taskRoute.fixed;
    const images = start === 'image' && image !== undefined ? { image } : {};
    const task = newTask({
      ...{ provider: route.provider, model: entry.id, route: { model: taskRoute.model, fields: images, fixed } },
      ...{ type: start === 'text' ? 'video' : 'image_video', prompt: '', duration: null, options: undefined },
    });
    return adapterOf(route.provider as Vendor, sandbox).submit(
      { task, image: start === 'image' ? PIXEL : null },
      signal,
    );
  };

  it.each(ROUTES)('serve $id from $start at $route.provider', async (route) => {
    expect(await submit(route)).toMatchObject({ result: 'submitted' });
  });
});
