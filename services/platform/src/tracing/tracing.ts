import {
  type Attributes,
  context,
  type Context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import type { Telemetry } from 'bullmq';

const TRACER = 'luit';

interface Traced {
  kind: SpanKind;
  /** Names and numbers; never a secret, a prompt or an address of a person. */
  attributes: Attributes;
}

let queueTelemetry: Telemetry<Context> | undefined;

/** What BullMQ needs to carry traces; undefined while nothing is traced. */
export function bullmqTelemetry(): Telemetry<Context> | undefined {
  return queueTelemetry;
}

export function setBullmqTelemetry(telemetry: Telemetry<Context> | undefined): void {
  queueTelemetry = telemetry;
}

/** Whether what runs now belongs to a trace that is recorded. */
function isTraced(): boolean {
  const active = trace.getSpanContext(context.active());
  return active !== undefined && (active.traceFlags & TraceFlags.SAMPLED) !== 0;
}

/** W3C `traceparent` of what runs now, for a message to another process; undefined where nothing is recorded. */
export function traceparent(): string | undefined {
  return isTraced() ? injectTraceparent(context.active()) : undefined;
}

/** For log lines. */
export function traceIds(): { trace_id: string; span_id: string } | undefined {
  const active = trace.getSpanContext(context.active());
  return active && isTraced() ? { trace_id: active.traceId, span_id: active.spanId } : undefined;
}

/** Runs `work` as a part of the trace that a message came with. */
export function continueTrace<T>(parent: string | undefined, work: () => T): T {
  return parent ? context.with(extractContext(parent), work) : work();
}

/** Runs `work` as a span of the trace it belongs to; where there is none, as it is: traces begin with an HTTP request. */
export function inSpan<T>(name: string, options: Traced, work: () => Promise<T>): Promise<T> {
  if (!isTraced()) return work();
  return trace.getTracer(TRACER).startActiveSpan(name, options, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', codeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Notes on the span that runs now. */
export function annotateSpan(attributes: Attributes, isError = false): void {
  const span = trace.getActiveSpan();
  span?.setAttributes(attributes);
  if (isError) span?.setStatus({ code: SpanStatusCode.ERROR });
}

/** Begins the trace of a request from outside. What it says of traces itself is not believed: anybody may send it. */
export function startTrace(name: string, attributes: Attributes): { span: Span; run<T>(work: () => T): T } {
  const span = trace.getTracer(TRACER).startSpan(name, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
  const inside = trace.setSpan(context.active(), span);
  return { span, run: (work) => context.with(inside, work) };
}

export interface OutboxSpan {
  /** What BullMQ keeps of it beside the entry. */
  metadata?: string;
  end(): void;
}

/** The way of a message that was written `ageMs` ago as part of `parent`, until `end`. */
export function startOutboxSpan(name: string, parent: string | undefined, ageMs: number): OutboxSpan {
  if (!parent || !queueTelemetry) return { end: () => undefined };
  const from = extractContext(parent);
  const options = { kind: SpanKind.PRODUCER, startTime: Date.now() - ageMs };
  const span = trace.getTracer(TRACER).startSpan(name, options, from);
  return {
    metadata: JSON.stringify({ traceparent: injectTraceparent(trace.setSpan(from, span)) }),
    end: () => span.end(),
  };
}

function extractContext(parent: string): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent: parent });
}

function injectTraceparent(from: Context): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(from, carrier);
  return carrier.traceparent;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error ? String(error.code) : error.name;
}
