import { Logger } from '@nestjs/common';
import { context, diag, DiagLogLevel, propagation, SpanKind, trace } from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace';
import type { CommonConfig } from '../config';
import { setBullmqTelemetry, bullmqTelemetry } from './tracing';

/** For one export, and so for the last one of a process that ends. */
const EXPORT_TIMEOUT_MS = 3_000;

/** Sends what is left, and traces nothing more. */
export type StopTracing = () => Promise<void>;

/**
 * Records and exports traces where the configuration names a collector; elsewhere the SDK is not even loaded. The first
 * service of a process traces for all of them. Before queues are opened: they are told at their making.
 */
export async function startTracing(service: string, config: CommonConfig): Promise<StopTracing> {
  const { tracing } = config;
  if (!tracing || bullmqTelemetry()) return () => Promise.resolve();
  const [sdk, resources, exporters, contexts, core, queues] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('bullmq-otel'),
  ]);
  const log = new Logger('tracing');
  const tell = (reason: string): void => log.warn({ msg: 'Tracing stumbled', reason });
  const silent = (): void => undefined;
  diag.setLogger({ error: tell, warn: tell, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN);
  const exporter = new exporters.OTLPTraceExporter({
    url: `${tracing.endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const requests = requestsOnly(new sdk.TraceIdRatioBasedSampler(tracing.ratio), sdk.SamplingDecision.NOT_RECORD);
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': `luit-${service}`,
      'service.instance.id': config.instance,
    }),
    sampler: new sdk.ParentBasedSampler({ root: requests }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  setBullmqTelemetry(new queues.BullMQOtel({ tracerName: 'bullmq' }));
  return async () => {
    setBullmqTelemetry(undefined);
    await provider.shutdown().catch((error: Error) => tell(error.message));
    trace.disable();
    context.disable();
    propagation.disable();
  };
}

/** A trace begins with a request from outside. Pollers and idle queue workers would bury those under their own. */
function requestsOnly(ratio: Sampler, no: number): Sampler {
  return {
    shouldSample: (parent, traceId, name, kind, attributes, links) =>
      kind === SpanKind.SERVER ? ratio.shouldSample(parent, traceId, name, kind, attributes, links) : { decision: no },
    toString: () => `RequestsOnly{${ratio.toString()}}`,
  };
}
