import type { RunningSandbox } from './sandbox';

export interface SandboxResponse {
  status: number;
  headers: Headers;
  /** The parsed body; `{}` if it was empty. */
  body: Record<string, unknown>;
}

type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<SandboxResponse>;

export interface SandboxClient {
  razorpay: Send;
  replicate: Send;
  fal: Send;
  /** fal's platform API, which lists requests. */
  falPlatform: Send;
  ark: Send;
  push: Send;
  control: Send;
}

/** A test client with the sandbox's credentials. Paths start after the version, as in `/orders`. */
export function sandboxClient({ url, razorpay, replicate, fal, ark }: RunningSandbox): SandboxClient {
  const basic = Buffer.from(`${razorpay.keyId}:${razorpay.keySecret}`).toString('base64');
  return {
    razorpay: sender(`${url}/razorpay/v1`, { authorization: `Basic ${basic}` }),
    replicate: sender(`${url}/replicate/v1`, { authorization: `Bearer ${replicate.apiToken}` }),
    fal: sender(`${url}/fal/queue`, { authorization: `Key ${fal.key}` }),
    falPlatform: sender(`${url}/fal/platform/v1`, { authorization: `Key ${fal.key}` }),
    ark: sender(`${url}/ark/api/v3`, { authorization: `Bearer ${ark.apiKey}` }),
    push: sender(`${url}/push`, {}),
    control: sender(`${url}/control`, {}),
  };
}

function sender(base: string, credentials: Record<string, string>): Send {
  return async (method, path, body, headers = {}) => {
    const hasBody = body !== undefined;
    const response = await fetch(base + path, {
      method,
      headers: { ...credentials, ...(hasBody && { 'content-type': 'application/json' }), ...headers },
      body: hasBody ? JSON.stringify(body) : undefined,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  };
}
