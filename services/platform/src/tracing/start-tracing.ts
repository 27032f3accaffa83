import { Logger } from '@nestjs/common';
import { context, diag, DiagLogLevel, propagation, SpanKind, trace } from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace';
import type { CommonConfig } from '../config';
import { setBullmqTelemetry, bullmqTelemetry } from './tracing';

/** Limits one export, including the last one at shutdown. */
const EXPORT_TIMEOUT_MS = 3_000;

/** Exports the remaining spans and turns tracing off. */
export type StopTracing = () => Promise<void>;

/**
 * Starts recording and exporting traces if a collector is configured; otherwise the SDK is not loaded. If a process runs
 * several services, the first one starts tracing for all. Call it before queues are opened, because they receive the
 * telemetry when they are created.
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
  const warn = (reason: string): void => log.warn({ msg: 'Tracing error', reason });
  const silent = (): void => undefined;
  diag.setLogger({ error: warn, warn, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN);
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
    await provider.shutdown().catch((error: Error) => warn(error.message));
    trace.disable();
    context.disable();
    propagation.disable();
  };
}

/** Samples only traces that start with an external request, because pollers and idle queue workers would outnumber them. */
function requestsOnly(ratio: Sampler, notRecord: number): Sampler {
  return {
    shouldSample: (parent, traceId, name, kind, attributes, links) =>
      kind === SpanKind.SERVER
        ? ratio.shouldSample(parent, traceId, name, kind, attributes, links)
        : { decision: notRecord },
    toString: () => `RequestsOnly{${ratio.toString()}}`,
  };
}
