import { choicesOf, type Start, withDefaults } from '@luit/contracts/generation/catalog/choices';
import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { taskRouteOf, vendorInput } from '@luit/contracts/generation/catalog/vendor-input';
import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { newTask } from '../test/tasks';
import { adapterOf, type Vendor } from '../test/vendors';

const { signal } = new AbortController();
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

/** Each route of what Luit ships, drafts too, by what it starts from. */
const ROUTES = SHIPPED_MODELS.filter(({ output }) => output !== 'image').flatMap((entry) =>
  (['text', 'image'] as const)
    .filter((start) => entry.starts[start])
    .flatMap((start) => entry.routes.map((route) => ({ id: entry.id, entry, route, start }))),
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
