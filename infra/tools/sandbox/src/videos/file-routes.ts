import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import type { OutputFiles } from './output-files';
import type { Directives } from './directives';

type Named = { Params: { id: string; name: string } };

const OUTPUT_TYPES: Record<string, string> = { 'out.mp4': 'video/mp4', 'out.png': 'image/png' };

const HUGE_BYTES = 5 * 1024 ** 3;
const PIECE = Buffer.alloc(64 * 1024);

/** The path of a task's output below its vendor's `/files`; null if it has none. */
export function outputPath(id: string, output: Directives['output']): string | null {
  if (output === 'none') return null;
  const isSpecial = output === 'huge' || output === 'endless' || output === 'private';
  return `${id}/${isSpecial ? output : 'out'}.mp4`;
}

/** Serves outputs, registered under `/files` of a vendor. They are public, as the vendors' delivery links are. */
export function fileRoutes(app: FastifyInstance, files: OutputFiles, notFound: () => Error): void {
  app.get<Named>('/:id/:name', async ({ params, headers }, reply) => {
    const type = OUTPUT_TYPES[params.name];
    const file = type && files.open(params.id, headers.range);
    if (!file) throw notFound();
    void reply.header('accept-ranges', 'bytes').type(type);
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
