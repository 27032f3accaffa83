const JSON_TYPE = /[/+]json\b/i;

/**
 * `fetch` that gives up if the head of the response, or a body of JSON, takes too long. Other bodies are streams, which may take any time.
 *
 * @throws DOMException `TimeoutError`
 */
export function limitedFetch(timeoutMs: number): (request: Request) => Promise<Response> {
  return async (request) => {
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new DOMException(`No response within ${timeoutMs} ms`, 'TimeoutError')),
      timeoutMs,
    );
    try {
      const response = await fetch(request, { signal: AbortSignal.any([request.signal, timeout.signal]) });
      if (!JSON_TYPE.test(response.headers.get('content-type') ?? '')) return response;
      const { status, statusText, headers } = response;
      return new Response(await response.arrayBuffer(), { status, statusText, headers });
    } finally {
      clearTimeout(timer);
    }
  };
}
