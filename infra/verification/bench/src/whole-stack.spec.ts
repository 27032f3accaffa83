import { describeDoctor } from '@luit/doctor/run-checks.suite';
import { NO_RATE_LIMITS, startThrowawayStack, type ThrowawayStack } from '@luit/local/throwaway-stack';
import { TraceCollector } from '@luit/smoke/testing/trace-collector';
import { describeLogs } from '@luit/smoke/logs.suite';
import { describePublicApi } from '@luit/smoke/public-api.suite';
import { describeRotation, DURING_ROTATION } from '@luit/smoke/rotation.suite';
import { describeTraces } from '@luit/smoke/traces.suite';
import { describeWebhooks } from '@luit/smoke/webhooks.suite';
import { describeRefusals } from './refusals.suite';

const TRACED = ['auth', 'billing', 'generation', 'worker'];

/**
 * Tests that only observe a whole stack share one, because each stack takes ten seconds of processor time to start. `whole-stack.slow.ts` has
 * those whose subject tests of the services cover too.
 */
describe('a whole stack', () => {
  let throwaway: ThrowawayStack;
  let collector: TraceCollector;

  beforeAll(async () => {
    collector = await TraceCollector.open();
    const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const traced = Object.fromEntries(TRACED.map((name) => [name, tracing]));
    throwaway = await startThrowawayStack({
      env: {
        ...traced,
        ...DURING_ROTATION,
        billing: { ...tracing, ...DURING_ROTATION.billing },
        gateway: { ...tracing, ...NO_RATE_LIMITS },
      },
    });
  }, 300_000);

  afterAll(async () => {
    await throwaway.close();
    await collector.close();
  }, 120_000);

  describe('traces', () => describeTraces(() => ({ throwaway, collector })));
  describe('the public API', () => describePublicApi(() => throwaway));
  describe('refusals', () => describeRefusals(() => throwaway.running));
  describe("a rotation of Razorpay's secrets", () => describeRotation(() => throwaway));
  describe('webhooks', () => describeWebhooks(() => throwaway));
  describe('logs', () => describeLogs(() => throwaway));
  describe('the doctor', () => describeDoctor(() => throwaway.running));
});
