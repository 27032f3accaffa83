import type { FastifyInstance } from 'fastify';
import { ClassifierError } from './routes';
import { scoresOfImage } from './classify';

const BANK = 'SANDBOX_BANK';
const PART = /^--([^\r\n]+)\r\n[^]*?name="photo"[^]*?\r\n\r\n/;

/** The lookup of a Hasher-Matcher-Actioner, registered under `/hma`. Its bank has all magenta images. */
export function hashMatcherRoutes(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post('/m/lookup', async ({ body }) => {
    const image = photoIn(body as Buffer);
    const { violence = 0 } = await scoresOfImage(image);
    return { pdq: violence > 0.5 ? [BANK] : [] };
  });
}

/** The only file of a form. @throws ClassifierError if there is none */
function photoIn(form: Buffer): Buffer {
  // Latin-1 keeps one character per byte.
  const text = form.toString('latin1');
  const [head, boundary] = PART.exec(text) ?? [];
  const end = text.lastIndexOf(`\r\n--${boundary}--`);
  if (head === undefined || end < head.length) throw new ClassifierError(400);
  return form.subarray(head.length, end);
}
