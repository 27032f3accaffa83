import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import type { OutputFiles } from './output-files';
import type { Directives } from './directives';
import type { Work } from './work';

type Named = { Params: { id: string; name: string } };

const OUTPUT_NAME = /^out(?:-(\d))?\.(mp4|png|jpg|webp)$/;
const TYPES: Record<string, string> = { mp4: 'video/mp4', png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

const HUGE_BYTES = 5 * 1024 ** 3;
const PIECE = Buffer.alloc(64 * 1024);

/** The paths of a task's files below its vendor's `/files`; none if it has no output. */
export function outputPaths(id: string, work: Work, output: Directives['output']): string[] {
  if (output === 'none') return [];
  const isSpecial = output === 'huge' || output === 'endless' || output === 'private';
  if (isSpecial) return [`${id}/${output}.mp4`];
  if (work.kind === 'video') return [`${id}/out.mp4`];
  if (work.kind !== 'images') return [`${id}/out.png`];
  return Array.from({ length: work.count }, (_, i) => `${id}/out-${i}.${work.format}`);
}

export function contentTypeOf(path: string): string | undefined {
  return TYPES[path.split('.').at(-1) ?? ''];
}

/** Serves outputs, registered under `/files` of a vendor. They are public, as the vendors' delivery links are. */
export function fileRoutes(app: FastifyInstance, files: OutputFiles, notFound: () => Error): void {
  app.get<Named>('/:id/:name', async ({ params, headers }, reply) => {
    const [name, index = '0'] = OUTPUT_NAME.exec(params.name) ?? [];
    const file = name && files.open(params.id, Number(index), headers.range);
    if (!file) throw notFound();
    void reply.header('accept-ranges', 'bytes').type(contentTypeOf(name) ?? '');
    if (file.bytes === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
    if (file.bytes === null) return reply.header('content-length', file.size).send(file.stream);
    const { start, end } = file.bytes;
    return reply
      .code(206)
      .headers({ 'content-range': `bytes ${start}-${end}/${file.size}`, 'content-length': end - start + 1 })
      .send(file.stream);
  });

  /** Announces a size that is far too large. */
  app.get('/:id/huge.mp4', (_request, reply) =>
    reply.type('video/mp4').header('content-length', HUGE_BYTES).send(endless()),
  );
  /** Announces no size and never ends. */
  app.get('/:id/endless.mp4', (_request, reply) => reply.type('video/mp4').send(endless()));
  /** Redirects into the client's private network. */
  app.get('/:id/private.mp4', (_request, reply) => reply.redirect('http://10.0.0.1/out.mp4'));
}

function endless(): Readable {
  return new Readable({
    read() {
      this.push(PIECE);
    },
  });
}
