import type { ThrowawayStack } from '@luit/local/throwaway-stack';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { LuitClient } from './client';
import { newCreator } from './smoke-test';
import { LiveConnection } from './live';
import type { CollectedSpan, TraceCollector } from './testing/trace-collector';
import { until } from './until';

const PLATFORM = path.resolve(__dirname, '..', '..', '..', '..', 'services', 'platform', 'dist');
const SERVICES = ['auth', 'billing', 'generation', 'worker-1', 'gateway'];
// The job has no callback, so that a poll reads the task.
const PROMPT = 'A heron over the wetlands [no-webhook]';
const REQUEST = 'gateway: POST /api/generate';

/** Each span of a video request with its parent. */
const HOPS = [
  ['gateway: call generation.createRequest', REQUEST],
  ['generation: generation.createRequest', 'gateway: call generation.createRequest'],
  ['generation: call billing.holdCredits', 'generation: generation.createRequest'],
  ['billing: billing.holdCredits', 'generation: call billing.holdCredits'],
  ['generation: dispatch submit', 'generation: generation.createRequest'],
  ['worker: process submit', 'generation: dispatch submit'],
  ['worker: call generation.claimSubmission', 'worker: process submit'],
  ['worker: replicate submit', 'worker: process submit'],
  ['worker: call generation.recordSubmission', 'worker: process submit'],
  ['worker: poll', 'generation: generation.recordSubmission'],
  ['worker: replicate get', 'worker: poll'],
  ['worker: call generation.settleJob', 'worker: poll'],
  ['generation: outbox generation.requestUpdated', 'generation: generation.settleJob'],
  ['gateway: push generation.requestUpdated', 'generation: outbox generation.requestUpdated'],
  ['generation: outbox generation.requestSettled', 'generation: generation.settleJob'],
  ['billing: process events-billing', 'generation: outbox generation.requestSettled'],
] as const;

/** @param stack a stack whose services export their traces to the collector */
export function describeTraces(stack: () => { throwaway: ThrowawayStack; collector: TraceCollector }): void {
  let collector: TraceCollector;
  let throwaway: ThrowawayStack;
  let creator: LuitClient;
  let request: CollectedSpan;

  const trace = () => collector.spans.filter(({ traceId }) => traceId === request.traceId);
  const has = (name: string, parent: string) =>
    trace().some((span) => {
      const parentSpan = trace().find(({ spanId }) => spanId === span.parentSpanId);
      return span.name === name && parentSpan?.name === parent;
    });

  beforeAll(async () => {
    ({ collector, throwaway } = stack());
    const addresses = throwaway.running.stack;
    creator = await newCreator(addresses);
    await creator.buyPack('starter');
    const live = await LiveConnection.open(addresses.api, creator.session?.access_token ?? '');
    await live.finalState(await creator.generate(PROMPT));
    live.close();
    request = await until('the request', () => collector.spans.findLast(({ name }) => name === REQUEST));
  }, 180_000);

  it('one trace covers every hop of a video, from the request to the settled hold [SRV-20]', async () => {
    const missing = () => HOPS.filter(([name, parent]) => !has(name, parent)).map((hop) => hop.join(' in '));
    await until('every hop', () => missing().length === 0 || undefined).catch(() => undefined);
    expect(missing()).toEqual([]);
    const submit = trace().find(({ name }) => name === 'worker: replicate submit');
    expect(submit?.attributes).toMatchObject({ 'luit.provider': 'replicate', 'http.response.status_code': 201 });
    expect(request.attributes).toMatchObject({ 'http.route': '/api/generate', 'http.response.status_code': 202 });
  }, 180_000);

  it('only external requests start traces [SRV-20]', () => {
    const roots = collector.spans.filter(({ parentSpanId }) => !parentSpanId).map(({ name }) => name);
    expect(roots.filter((name) => !/^gateway: (GET|POST|DELETE) \/(api|v1)\//.test(name))).toEqual([]);
  });

  it('no span contains a secret or a prompt [SRV-20]', () => {
    const { running } = throwaway;
    const secrets = SERVICES.flatMap((name) =>
      Object.entries(running.environmentOf(name))
        .filter(([key]) => /SECRET|TOKEN|KEY$|PASSWORD/.test(key))
        .map(([, value]) => value),
    );
    const exported = JSON.stringify(collector.spans);
    const secret = [...secrets, PROMPT, creator.session?.access_token, creator.session?.refresh_token].filter(Boolean);
    expect(secret.length).toBeGreaterThan(8);
    expect(secret.filter((text) => exported.includes(String(text)))).toEqual([]);
  });

  it('log lines carry the trace id [SRV-20]', async () => {
    const log = await readFile(path.join(throwaway.luitDir, 'logs', 'worker-1.log'), 'utf8');
    const lines = log.split('\n').filter((line) => line.includes(`"trace_id":"${request.traceId}"`));
    const ids = lines.map((line) => (JSON.parse(line) as { correlationId: string }).correlationId);
    expect(new Set(ids)).toEqual(new Set([request.attributes['luit.correlation_id']]));
  });

  it('the SDK is not loaded when tracing is off [SRV-20]', async () => {
    const script = `
      const { startTracing } = require('${PLATFORM}/tracing/start-tracing.js');
      require('${PLATFORM}/bootstrap.js');
      startTracing('auth', { tracing: null }).then(() => console.log(JSON.stringify(
        Object.keys(require.cache).filter((file) => /@opentelemetry.(?!api.)|bullmq-otel/.test(file)))));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]);
    expect(JSON.parse(stdout)).toEqual([]);
  });
}
