import { type AlertCause, alertCalls } from '@luit/contracts/alerts/alerts';
import { AlertReporter } from '@luit/platform/alerts/alert-reporter';
import type { CallClient } from '@luit/platform/calls/call-client';
import { metrics } from '@luit/platform/metrics/metrics';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { ManualTimers } from '@luit/platform/testing/manual-timers';
import { ClassifierUnavailableError } from './classifier-unavailable';
import { checkerAlerts } from './checker-alerts';
import type { ContentChecker } from './content-checker';
import { FailureCircuit } from './failure-circuit';

const REPORT_MS = 5_000;

describe('the alert about a classifier without answers', () => {
  let timers: ManualTimers;
  let scheduler: Scheduler;
  let reports: { source: string; kinds: string[] }[];
  let isDown: boolean;
  let asked: number;

  beforeEach(() => {
    timers = new ManualTimers();
    scheduler = new Scheduler(timers, () => 0);
    [reports, isDown, asked] = [[], false, 0];
  });
  afterEach(() => scheduler.beforeApplicationShutdown());

  const calls = {
    call: (_: typeof alertCalls.reportAlerts, { source, causes }: { source: string; causes: AlertCause[] }) => {
      reports.push({ source, kinds: causes.map(({ kind, subject }) => `${kind} ${subject}`) });
      return Promise.resolve({});
    },
  } as unknown as CallClient;

  /** A process with its own view of the classifier. */
  const start = (name = 'classifier') => {
    const circuit = new FailureCircuit(name, () => timers.now);
    const work = () => {
      asked += 1;
      return isDown ? Promise.reject(new Error('down')) : Promise.resolve();
    };
    const checker: ContentChecker = {
      name,
      get isFailing() {
        return circuit.isFailing;
      },
      probe: () => circuit.probe(work),
    };
    new AlertReporter(scheduler, calls, checkerAlerts(checker)).onApplicationBootstrap();
    return { ask: () => circuit.run(work) };
  };
  const open = { source: 'classifier', kinds: ['classifier_unavailable classifier'] };
  const closed = { source: 'classifier', kinds: [] };

  it('opens within seconds of a request without an answer, and closes once a probe has one', async () => {
    const { ask } = start();
    await ask();
    await timers.advance(60_000);
    expect([asked, reports]).toEqual([1, []]);
    isDown = true;
    await expect(ask()).rejects.toThrow(ClassifierUnavailableError);
    await timers.advance(REPORT_MS);
    expect(reports).toEqual([open]);
    await timers.advance(60_000);
    // The circuit lets one probe through every 30 seconds.
    expect(asked).toBeLessThanOrEqual(6);
    isDown = false;
    await timers.advance(35_000);
    expect(reports.at(-1)).toEqual(closed);
    const settled = [asked, reports.length];
    await timers.advance(120_000);
    expect([asked, reports.length]).toEqual(settled);
  });

  it('a single request without an answer opens none', async () => {
    const { ask } = start();
    isDown = true;
    await expect(ask()).rejects.toThrow(ClassifierUnavailableError);
    isDown = false;
    await timers.advance(60_000);
    expect(reports).toEqual([]);
  });

  it('a process that never missed an answer does not close the alert of another one', async () => {
    const failing = start();
    start();
    isDown = true;
    await expect(failing.ask()).rejects.toThrow(ClassifierUnavailableError);
    await timers.advance(130_000);
    expect(reports).toEqual([open]);
  });

  it('requests are counted by outcome, also those that are skipped', async () => {
    const { ask } = start('classifier of this test');
    await ask();
    isDown = true;
    for (let i = 0; i < 5; i += 1) await expect(ask()).rejects.toThrow(ClassifierUnavailableError);
    const counter = await metrics.getSingleMetric('luit_content_checks_total')?.get();
    const own = counter?.values.filter(({ labels }) => labels.checker === 'classifier of this test');
    expect(Object.fromEntries(own!.map(({ labels, value }) => [labels.outcome, value]))).toEqual({
      succeeded: 1,
      failed: 3,
      skipped: 2,
    });
  });
});
