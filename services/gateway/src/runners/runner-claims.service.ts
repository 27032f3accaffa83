import { LuitError } from '@luit/contracts/errors';
import { generationCalls, generationPushes } from '@luit/contracts/generation/messages';
import { CLAIM_WAIT_MS, MAX_RUNNERS_PER_TOKEN } from '@luit/contracts/generation/runner-limits';
import type { ClaimedRunnerJob, RunnerFacts, RunnerGrant } from '@luit/contracts/generation/runners';
import { CallClient } from '@luit/platform/calls/call-client';
import { OnPush } from '@luit/platform/pushes/on-push';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** How often waiting runners are recorded, and lost pushes made up for. */
const RECORD_EVERY_MS = 5_000;
const MAX_REMEMBERED = 10_000;

interface Waiting {
  key: string;
  instance: string;
  facts: RunnerFacts & { tokenId: string };
  isClaiming: boolean;
  /** Answers the runner: with a job, or null for none. */
  end: (job: ClaimedRunnerJob | null) => void;
}

/**
 * Holds the claims of runners until there is a job for them. Pushes say when: an idle runner costs no calls of its own, and all of them are
 * recorded together.
 */
@Injectable()
export class RunnerClaimsService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly log = new Logger(RunnerClaimsService.name);
  private readonly waiting = new Map<string, Waiting>();
  /** Pushes per instance. */
  private readonly pushes = new Map<string, number>();
  /** By token: the number of pushes before a claim that found no job. Until the next push, there is none. */
  private readonly idle = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  /** Runners whose latest claim waited in vain, so that they have missed no answer. */
  private readonly answered = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  private isStopping = false;

  constructor(
    private readonly calls: CallClient,
    private readonly scheduler: Scheduler,
  ) {}

  onModuleInit(): void {
    this.scheduler.every('waiting-runners', RECORD_EVERY_MS, () => this.record(), { isAwaitedAtShutdown: false });
  }

  /** Runners continue at another gateway. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
    for (const { end } of this.waiting.values()) end(null);
  }

  /**
   * Waits for a job for this runner, 25 s at most. A second claim of the same runner ends the first.
   *
   * @param onGone registers what to do when the runner closes the connection
   * @throws LuitError `too_many_requests`
   */
  async claim(
    { id: tokenId, instance }: RunnerGrant,
    facts: RunnerFacts,
    onGone: (listener: () => void) => void,
  ): Promise<ClaimedRunnerJob | null> {
    const key = `${tokenId} ${facts.runner}`;
    const earlier = this.waiting.get(key);
    earlier?.end(null);
    if (this.isStopping) return null;
    this.assertRoom(tokenId);
    const isKnown = earlier !== undefined || this.answered.has(key);
    this.answered.delete(key);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.answered.set(key, true);
        runner.end(null);
      }, CLAIM_WAIT_MS);
      const runner: Waiting = {
        ...{ key, instance, facts: { ...facts, tokenId }, isClaiming: false },
        end: (job) => {
          clearTimeout(timer);
          if (this.waiting.get(key) === runner) this.waiting.delete(key);
          resolve(job);
        },
      };
      this.waiting.set(key, runner);
      onGone(() => runner.end(null));
      if (!isKnown || this.idle.get(tokenId) !== this.pushesOf(instance)) void this.take(runner);
    });
  }

  @OnPush(generationPushes.runnerJobsWaiting)
  wake({ instance, jobs }: { instance: string; jobs: number }): void {
    this.pushes.set(instance, this.pushesOf(instance) + 1);
    let left = jobs;
    for (const runner of this.waiting.values()) {
      if (left === 0) return;
      if (runner.instance !== instance || runner.isClaiming) continue;
      left -= 1;
      void this.take(runner);
    }
  }

  private assertRoom(tokenId: string): void {
    let runners = 0;
    for (const { facts } of this.waiting.values()) if (facts.tokenId === tokenId) runners += 1;
    if (runners < MAX_RUNNERS_PER_TOKEN) return;
    throw new LuitError('too_many_requests', 'Too many runners use this token.', { retryAfterSeconds: 30 });
  }

  private pushesOf(instance: string): number {
    return this.pushes.get(instance) ?? 0;
  }

  private async take(runner: Waiting): Promise<void> {
    const { instance, facts, key } = runner;
    const isWaiting = () => this.waiting.get(key) === runner;
    runner.isClaiming = true;
    try {
      for (let pushes = -1; pushes !== this.pushesOf(instance) && isWaiting();) {
        pushes = this.pushesOf(instance);
        const { job } = await this.calls.call(generationCalls.claimRunnerJob, facts);
        // An answer that nobody receives any more is repeated to the next claim of the same runner, which does not hold the job.
        if (job) return isWaiting() ? runner.end(job) : undefined;
        this.idle.set(facts.tokenId, pushes);
      }
    } catch (error) {
      this.log.warn({ msg: 'Claiming a job for a runner failed', instance, reason: (error as Error).message });
    } finally {
      runner.isClaiming = false;
    }
  }

  private async record(): Promise<void> {
    const runners = [...this.waiting.values()].map(({ facts }) => facts);
    for (let i = 0; i < runners.length; i += MAX_RUNNERS_PER_TOKEN) {
      const some = runners.slice(i, i + MAX_RUNNERS_PER_TOKEN);
      const { waiting } = await this.calls.call(generationCalls.recordRunners, { runners: some });
      for (const each of waiting) this.wake(each);
    }
  }
}
