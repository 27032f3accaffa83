import {
  type HttpRequest,
  type HttpResponse,
  MAX_RESPONSE_BYTES,
  type Send,
  toNoResponseError,
  tooLarge,
} from '@luit/engines/transport/http';
import { metrics } from '@luit/platform/metrics/metrics';
import { withDeadline } from '@luit/platform/scheduling/deadline';
import { annotateSpan, inSpan } from '@luit/platform/tracing/tracing';
import { SpanKind } from '@opentelemetry/api';
import { Histogram } from 'prom-client';

const providerRequests = new Histogram({
  name: 'luit_provider_request_duration_seconds',
  help: 'Duration of a request to a provider, by provider, operation and outcome (HTTP status or error code)',
  labelNames: ['provider', 'operation', 'outcome'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [metrics],
});

/** Records requests in metrics and traces. */
export function traced(send: Send): Send {
  return (request) => {
    const { operation, method, url } = request;
    const provider = request.instance.id;
    // The log does not contain paths and queries, which may contain signatures and callback URLs.
    const attributes = {
      'luit.provider': provider,
      'http.request.method': method,
      'server.address': new URL(url).host,
    };
    return inSpan(`${provider} ${operation}`, { kind: SpanKind.CLIENT, attributes }, () => measured(send, request));
  };
}

async function measured(send: Send, request: HttpRequest): Promise<HttpResponse> {
  const { instance, operation } = request;
  const stopTimer = providerRequests.startTimer({ provider: instance.id, operation });
  try {
    const response = await send(request);
    stopTimer({ outcome: String(response.status) });
    annotateSpan({ 'http.response.status_code': response.status }, response.status >= 400);
    return response;
  } catch (error) {
    const noResponse = toNoResponseError(error);
    stopTimer({ outcome: noResponse.code });
    throw noResponse;
  }
}

/** Sends requests to vendors. */
export const sendRequest: Send = traced(({ method, url, headers, body, timeoutMs, signal: outer }) =>
  withDeadline(timeoutMs, outer, async (signal) => {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      body: body ? JSON.stringify(body) : undefined,
      redirect: 'manual',
      signal,
    });
    return { status: response.status, headers: response.headers, text: await readBounded(response) };
  }),
);

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
