import { newApiKey, hashOfApiKey } from '@luit/contracts/auth/api-key-format';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls, generationPushes } from '@luit/contracts/generation/messages';
import { MAX_RUNNER_TOKENS } from '@luit/contracts/generation/runner-limits';
import type { RunnerGrant, RunnerOverview } from '@luit/contracts/generation/runners';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsEvents } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { withIsoTimes, type WithDates } from '@luit/platform/database/iso-times';
import { writeEvent } from '@luit/platform/events/outbox';
import { PushPublisher } from '@luit/platform/pushes/push-publisher';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { IS_ONLINE } from './runner-rows';

type RunnerTokens = Awaited<ReturnType<RunnerTokensService['list']>>['tokens'];

const TOKENS = `
  SELECT t.id, t.name, t.last4, t.models, t.created_at AS "createdAt",
         (SELECT max(r.seen_at) FROM runners r WHERE r.token_id = t.id) AS "lastSeenAt"
    FROM runner_tokens t WHERE t.revoked_at IS NULL`;

/** The tokens with which runners call, and the runners that called with them. */
@Injectable()
export class RunnerTokensService {
  constructor(
    private readonly database: DataSource,
    private readonly pushes: PushPublisher,
  ) {}

  @OnCall(generationCalls.findRunnerToken)
  async find({ tokenHash }: RequestOf<typeof generationCalls.findRunnerToken>): Promise<{ grant: RunnerGrant | null }> {
    const [grant] = await this.database.query<RunnerGrant[]>(
      `SELECT id, instance, models FROM runner_tokens WHERE token_hash = decode($1, 'hex') AND revoked_at IS NULL`,
      [tokenHash],
    );
    return { grant: grant ?? null };
  }

  @OnCall(generationCalls.listRunners)
  async list({ instance }: RequestOf<typeof generationCalls.listRunners>) {
    const [tokens, runners] = await Promise.all([
      this.database.query<
        WithDates<
          {
            id: string;
            name: string;
            last4: string;
            models: string[] | null;
            createdAt: string;
            lastSeenAt: string | null;
          },
          'createdAt' | 'lastSeenAt'
        >[]
      >(`${TOKENS} AND t.instance = $1 ORDER BY t.id`, [instance]),
      this.database.query<WithDates<RunnerOverview, 'lastSeenAt'>[]>(
        `SELECT r.id, r.token_id AS "tokenId", r.version, r.gpu, r.engines, r.slots, ${IS_ONLINE} AS "isOnline",
                r.seen_at AS "lastSeenAt",
                (SELECT count(*)::int FROM runner_jobs j
                  WHERE j.token_id = r.token_id AND j.runner_id = r.id AND j.state = 'running') AS running
           FROM runners r JOIN runner_tokens t ON t.id = r.token_id
          WHERE t.instance = $1 AND t.revoked_at IS NULL ORDER BY r.seen_at DESC LIMIT 500`,
        [instance],
      ),
    ]);
    return {
      tokens: tokens.map((token) => withIsoTimes(token)),
      runners: runners.map((runner) => withIsoTimes(runner)),
    };
  }

  /** @throws LuitError `conflict` if the instance has too many, `not_found` if it is none of runners */
  @OnCall(generationCalls.createRunnerToken)
  create(
    input: RequestOf<typeof generationCalls.createRunnerToken>,
  ): Promise<{ token: string; runnerToken: RunnerTokens[number] }> {
    const { adminId, instance, name, models } = input;
    return this.database.transaction(async (manager) => {
      const locked = await manager.query<unknown[]>(
        `SELECT FROM provider_instances WHERE id = $1 AND kind = 'runner' FOR UPDATE`,
        [instance],
      );
      if (locked.length === 0) throw new LuitError('not_found', 'This provider has no runners.');
      const [{ count }] = (await manager.query(
        `SELECT count(*)::int AS count FROM runner_tokens WHERE instance = $1 AND revoked_at IS NULL`,
        [instance],
      )) as [{ count: number }];
      if (count >= MAX_RUNNER_TOKENS)
        throw new LuitError('conflict', `This instance has ${MAX_RUNNER_TOKENS} tokens already. Revoke one first.`);
      const token = newApiKey('runner');
      const [{ id }] = (await manager.query(
        `INSERT INTO runner_tokens (instance, name, token_hash, last4, models, created_by)
         VALUES ($1, $2, decode($3, 'hex'), $4, $5, $6) RETURNING id`,
        [instance, name, hashOfApiKey(token), token.slice(-4), models, adminId],
      )) as [{ id: string }];
      await record(manager, { adminId, action: 'runner_token_created', instance, details: { token: id, name } });
      const [created] = await manager.query<[Parameters<typeof withIsoTimes>[0]]>(`${TOKENS} AND t.id = $1`, [id]);
      return { token, runnerToken: withIsoTimes(created) as RunnerTokens[number] };
    });
  }

  /** Idempotent. @throws LuitError `not_found` for a token of another instance */
  @OnCall(generationCalls.revokeRunnerToken)
  async revoke(input: RequestOf<typeof generationCalls.revokeRunnerToken>): Promise<void> {
    const { adminId, instance, tokenId, reason } = input;
    await this.database.transaction(async (manager) => {
      const [[token]] = await manager.query<[{ isNew: boolean; name: string }[], number]>(
        `UPDATE runner_tokens SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 AND instance = $2
         RETURNING old.revoked_at IS NULL AS "isNew", name`,
        [tokenId, instance],
      );
      if (!token) throw new LuitError('not_found', 'This token does not exist.');
      if (!token.isNew) return;
      // Another runner may take its jobs at once.
      await manager.query(`UPDATE runner_jobs SET lease_until = now() WHERE token_id = $1 AND state = 'running'`, [
        tokenId,
      ]);
      const details = { token: tokenId, name: token.name, reason };
      await record(manager, { adminId, action: 'runner_token_revoked', instance, details });
    });
    this.pushes.publish(generationPushes.runnerTokenRevoked, { tokenId });
  }
}

async function record(
  manager: EntityManager,
  {
    adminId,
    action,
    instance,
    details,
  }: {
    adminId: string;
    action: 'runner_token_created' | 'runner_token_revoked';
    instance: string;
    details: Record<string, string>;
  },
): Promise<void> {
  await writeEvent(manager, operationsEvents.operatorActed, {
    id: uuidv7(),
    adminId,
    action,
    subject: instance,
    details,
  });
}
