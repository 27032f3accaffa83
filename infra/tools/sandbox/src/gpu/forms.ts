import type { FastifyInstance } from 'fastify';

/** Lets routes of this scope take `multipart/form-data`; their body is a `FormData`. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request, body, done) => {
    new Response(new Uint8Array(body as Buffer), { headers: { 'content-type': request.headers['content-type'] ?? '' } })
      .formData()
      .then(
        (form) => done(null, form),
        () => done(Object.assign(new Error('The form cannot be read'), { statusCode: 400 })),
      );
  });
}

export async function dataUriOf(file: Blob): Promise<string> {
  return `data:${file.type};base64,${Buffer.from(await file.arrayBuffer()).toString('base64')}`;
}
