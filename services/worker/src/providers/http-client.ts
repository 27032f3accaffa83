import { type HttpRequest, type HttpResponse, type Send, toNoResponseError } from '@luit/engines/transport/http';
import { send } from '@luit/engines/transport/send';
import { metrics } from '@luit/platform/metrics/metrics';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
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
    if (noResponse.code === 'forbidden_address') {
      recordSecurityEvent('outbound_address_blocked', { reason: noResponse.message, provider: instance.id });
    }
    throw noResponse;
  }
}

/** Sends requests to providers. */
export const sendRequest: Send = traced(send);
