import { generationCalls } from '@luit/contracts/generation/messages';
import type { Poll } from '@luit/contracts/generation/tracking';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { ProviderHealthService } from '../providers/provider-health.service';
import { ProviderRateLimiter } from '../providers/provider-rate-limiter';
import type { RequestEntity } from '../request-rows/request.entity';
import { ProviderTaskBuilder } from '../provider-tasks/provider-task-builder';
import { claimDuePolls, type ClaimedPoll, readOthers, releasePolls } from './poll-statements';

/** Hands due polls of providers to workers. Rows schedule the polls; several workers share them. */
@Injectable()
export class PollsService {
  constructor(
    private readonly database: DataSource,
    private readonly rateLimiter: ProviderRateLimiter,
    private readonly health: ProviderHealthService,
    private readonly builder: ProviderTaskBuilder,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** Claims due polls within the rate limits of their providers; the rest stay due. Also claims due checks of providers. */
  @OnCall(generationCalls.claimPolls)
  async claim(
    input: RequestOf<typeof generationCalls.claimPolls>,
  ): Promise<{ polls: Poll[]; nextPollMs: number | null; checks: string[] }> {
    const { manager } = this.database;
    const claimed = await claimDuePolls(manager, { ...input, leaseMs: this.config.limits.leaseMs });
    const { granted, refused, waitMs } = await this.withinRates(claimed.polls);
    if (refused.length > 0) await releasePolls(manager, refused);
    const outdated = granted.filter(({ isOutdated }) => isOutdated).map(({ id }) => id);
    const others = await readOthers(manager, outdated);
    return {
      polls: await Promise.all(granted.map((poll) => this.toPoll(poll, others.get(poll.id) ?? poll.others))),
      nextPollMs: refused.length > 0 ? waitMs : claimed.nextPollMs,
      checks: claimed.isCheckDue ? await this.health.claimChecks() : [],
    };
  }

  /**
   * The poll of a row that was claimed without stray tasks. Ends its lease if its provider takes no poll now.
   *
   * @returns in `waitMs` the milliseconds until it does
   */
  async withinRate(row: RequestEntity): Promise<{ poll?: Poll; waitMs: number }> {
    const { count, waitMs } = await this.rateLimiter.acquirePolls(row.provider, 1);
    if (count === 1) return { poll: await this.ofRow(row), waitMs };
    await releasePolls(this.database.manager, [row]);
    return { waitMs };
  }

  /** The poll of a row that was claimed without stray tasks, regardless of the rate of its provider. */
  ofRow(row: RequestEntity): Promise<Poll> {
    const isPastDeadline = row.deadlineAt !== null && row.deadlineAt <= row.updatedAt;
    const claimed = { ...row, externalId: row.externalId!, isPastDeadline };
    return this.toPoll(claimed, { cancel: [], events: [] });
  }

  /** @returns in `waitMs` the milliseconds until a provider takes a further poll */
  private async withinRates(
    polls: ClaimedPoll[],
  ): Promise<{ granted: ClaimedPoll[]; refused: ClaimedPoll[]; waitMs: number }> {
    const granted: ClaimedPoll[] = [];
    const refused: ClaimedPoll[] = [];
    let shortestMs = Infinity;
    for (const provider of new Set(polls.map((poll) => poll.provider))) {
      const own = polls.filter((poll) => poll.provider === provider);
      const { count, waitMs } = await this.rateLimiter.acquirePolls(provider, own.length);
      granted.push(...own.slice(0, count));
      refused.push(...own.slice(count));
      if (count < own.length) shortestMs = Math.min(shortestMs, waitMs);
    }
    return { granted, refused, waitMs: shortestMs };
  }

  private async toPoll(row: Omit<ClaimedPoll, 'others' | 'isOutdated'>, others: Poll['others']): Promise<Poll> {
    const { id: requestId, lease, externalId, correlation, cancelRequested, isPastDeadline } = row;
    const built = await this.builder.build(row);
    // Only a submission needs the graph, which is large.
    const task = { ...built, route: built.route && { ...built.route, workflow: undefined } };
    return { requestId, lease, task, externalId, correlation, cancelRequested, isPastDeadline, others };
  }
}
