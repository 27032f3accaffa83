const loadWithinMs = 10_000;
const maxBytes = 10 * 1024 * 1024;

/**
 * The bytes of an input image, fetched as a model fetches it: what a link cannot give ends the prediction as failed.
 * @throws Error when it cannot be had within 10 s and 10 MB
 */
export async function loadImage(source: string, signal: AbortSignal): Promise<Buffer> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`not within ${loadWithinMs / 1_000} s`)), loadWithinMs);
  try {
    // fetch reads data URIs as well.
    const response = await fetch(source, { signal: AbortSignal.any([signal, late.signal]) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    throw new Error(`the input image could not be loaded: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}
