const loadWithinMs = 10_000;
const maxBytes = 10 * 1024 * 1024;

/**
 * Fetches an input image as a model would. An error fails the prediction.
 * @throws Error if it takes more than 10 s or 10 MB
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
