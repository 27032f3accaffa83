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
  /** Names and numbers; never secrets, prompts or email addresses. */
  attributes: Attributes;
}

let queueTelemetry: Telemetry<Context> | undefined;

/** The telemetry option of BullMQ; undefined while tracing is off. */
export function bullmqTelemetry(): Telemetry<Context> | undefined {
  return queueTelemetry;
}

export function setBullmqTelemetry(telemetry: Telemetry<Context> | undefined): void {
  queueTelemetry = telemetry;
}

/** Returns true if the current context belongs to a recorded trace. */
function isTraced(): boolean {
  const active = trace.getSpanContext(context.active());
  return active !== undefined && (active.traceFlags & TraceFlags.SAMPLED) !== 0;
}

/** W3C `traceparent` of the current context for a message to another process; undefined if no trace is recorded. */
export function traceparent(): string | undefined {
  return isTraced() ? injectTraceparent(context.active()) : undefined;
}

/** Trace and span id of the current context for log lines; undefined if no trace is recorded. */
export function traceIds(): { trace_id: string; span_id: string } | undefined {
  const active = trace.getSpanContext(context.active());
  return active && isTraced() ? { trace_id: active.traceId, span_id: active.spanId } : undefined;
}

/** Runs `work` in the trace of a message. */
export function continueTrace<T>(parent: string | undefined, work: () => T): T {
  return parent ? context.with(extractContext(parent), work) : work();
}

/** Runs `work` in a new span of the current trace, or without a span if no trace is recorded. */
export function inSpan<T>(name: string, options: Traced, work: () => Promise<T>): Promise<T> {
  if (!isTraced()) return work();
  return trace.getTracer(TRACER).startActiveSpan(name, options, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', errorType(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Adds attributes to the current span. */
export function annotateSpan(attributes: Attributes, isError = false): void {
  const span = trace.getActiveSpan();
  span?.setAttributes(attributes);
  if (isError) span?.setStatus({ code: SpanStatusCode.ERROR });
}

/** Starts the trace of an external request. A `traceparent` header of the request is ignored, because clients are untrusted. */
export function startTrace(name: string, attributes: Attributes): { span: Span; run<T>(work: () => T): T } {
  const span = trace.getTracer(TRACER).startSpan(name, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
  const inside = trace.setSpan(context.active(), span);
  return { span, run: (work) => context.with(inside, work) };
}

export interface OutboxSpan {
  /** W3C traceparent for the message to the next process. */
  traceparent?: string;
  /** The same for BullMQ, which stores it with the queue entry. */
  metadata?: string;
  end(): void;
}

/** Starts the span of an outbox row: from its insertion `ageMs` milliseconds ago, as a child of `parent`, until `end`. */
export function startOutboxSpan(name: string, parent: string | undefined, ageMs: number): OutboxSpan {
  if (!parent || !queueTelemetry) return { end: () => undefined };
  const from = extractContext(parent);
  const options = { kind: SpanKind.PRODUCER, startTime: Date.now() - ageMs };
  const span = trace.getTracer(TRACER).startSpan(name, options, from);
  const traceparent = injectTraceparent(trace.setSpan(from, span));
  return {
    traceparent,
    metadata: JSON.stringify({ traceparent }),
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

function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error ? String(error.code) : error.name;
}
