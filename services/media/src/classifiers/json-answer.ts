import type { z } from 'zod';

const MAX_ANSWER_BYTES = 64 * 1024;

/** Reads at most 64 kB of JSON. @throws Error for another status or shape, which does not quote the answer */
export async function jsonAnswer<Answer>(response: Response, schema: z.ZodType<Answer>): Promise<Answer> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`The service answered with status ${response.status}`);
  }
  const text = await readText(response);
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new Error('The answer of the service has another shape');
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('The answer of the service is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
