import type { RazorpayConfig } from '../config';

interface RazorpayRequest {
  method: 'GET' | 'POST';
  /** Below `/v1`. */
  path: string;
  query?: object;
  body?: string;
  headers?: Record<string, string>;
}

/** Sends requests to Razorpay: the SDK's own transport has no options for base URL, timeout and custom headers. */
export class RazorpayTransport {
  private readonly authorization: string;

  constructor(
    private readonly config: Pick<RazorpayConfig, 'apiUrl' | 'timeoutMs'>,
    { keyId, keySecret }: { keyId: string; keySecret: string },
  ) {
    this.authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  }

  /**
   * Returns the parsed response. Rejects like the SDK: with `{statusCode, error}` for an error response, and with the
   * error of `fetch` if there is no response in time.
   */
  async send<Response>({ method, path, query = {}, body, headers }: RazorpayRequest): Promise<Response> {
    const url = new URL(`${this.config.apiUrl}/v1${path}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    const response = await fetch(url, {
      method,
      body,
      headers: {
        authorization: this.authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      signal: AbortSignal.timeout(this.config.timeoutMs),
    });
    const answer = parseJson(await response.text());
    if (response.ok) return answer as Response;
    // The shape of the SDK's own rejections.
    throw { statusCode: response.status, error: (answer as { error?: unknown } | null)?.error };
  }
}

/** Null for a body that is not JSON, which no schema accepts. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
