import { LuitError } from '@luit/contracts/errors';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { Batcher } from '@luit/platform/database/batcher';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { CONFIG, type GenerationConfig } from '../config';
import type { Quote } from '../plans/plans.service';
import type { StoredOptions } from '../options/stored-options';
import { ProviderSelectionService } from '../providers/provider-selection.service';
import { RequestEntity } from '../request-state/request.entity';
import { newClientRef } from '../request-state/steps';
import { inputHash } from './new-request';

/** The columns of a new row. */
const COLUMNS = [
  'id',
  'user_id',
  'payer_id',
  'guest_email',
  'idempotency_key',
  'input_hash',
  'type',
  'prompt',
  'image_key',
  'last_image_key',
  'retry_of',
  'remix_of',
  'api_key_id',
  'metadata',
  'plan_id',
  'model',
  'duration',
  'restore',
  'options',
  'resolution',
  'credits',
  'color_model',
  'provider',
  'client_ref',
  'run_limit_seconds',
  'state',
].join(', ');

/** Rows are inserted in the order of their keys, so that two replicas with the same keys do not wait for each other. */
const INSERT_SQL = `
  INSERT INTO requests (${COLUMNS}, has_webhooks)
  SELECT ${COLUMNS}, EXISTS (SELECT FROM webhook_accounts w WHERE w.user_id = r.user_id AND w.is_active)
    FROM jsonb_populate_recordset(NULL::requests, $1::jsonb) r ORDER BY user_id, idempotency_key, id
  ON CONFLICT DO NOTHING RETURNING id, created_at, has_webhooks`;

type Row = Pick<RequestEntity, 'id' | 'state'> & Partial<RequestEntity>;
/** Undefined if its idempotency key is taken. */
type Inserted = Pick<RequestEntity, 'createdAt' | 'hasWebhooks'> | undefined;

/** Inserts requests. Those that arrive together share a statement. */
@Injectable()
export class InsertionService {
  private readonly batcher = new Batcher<Row, Inserted>((rows) => this.insertAll(rows), {
    dropsLateItems: true,
  });

  constructor(
    private readonly database: DataSource,
    private readonly selection: ProviderSelectionService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /**
   * Inserts a row, in state `accepting` unless `changes` say otherwise. Undefined if the idempotency key is taken.
   *
   * @throws LuitError `key_concurrency_reached`
   */
  async insert(
    request: NewRequest,
    { plan, model, credits }: Quote,
    options: StoredOptions | null,
    changes: Partial<Pick<RequestEntity, 'state' | 'payerId' | 'guestEmail' | 'inputHash'>> = {},
  ): Promise<RequestEntity | undefined> {
    const colorModel = request.restore?.colorRestoration ? this.config.colorModel : null;
    const row = {
      id: uuidv7(),
      userId: request.userId,
      payerId: null,
      guestEmail: null,
      idempotencyKey: request.idempotencyKey ?? null,
      inputHash: inputHash(request),
      type: request.type,
      prompt: request.prompt,
      imageKey: request.imageKey ?? null,
      lastImageKey: request.lastImageKey ?? null,
      retryOf: request.retryOf ?? null,
      remixOf: request.remixOf ?? null,
      apiKeyId: request.apiKeyId ?? null,
      metadata: request.metadata ?? null,
      planId: plan.id,
      model: model.id,
      duration: plan.duration,
      restore: request.restore ?? null,
      options,
      resolution: plan.quality,
      credits,
      colorModel,
      provider: this.selection.preferred(colorModel ?? model.id),
      clientRef: newClientRef(),
      runLimitSeconds: plan.runLimitSeconds,
      state: 'accepting' as const,
      ...changes,
    };
    const inserted = await this.batcher.add(row);
    return inserted && Object.assign(new RequestEntity(), row, inserted);
  }

  /** Requests of API keys are counted and inserted in one transaction, so that a key never has more than it may have. */
  private async insertAll(rows: Row[]): Promise<(Inserted | LuitError)[]> {
    const keys = [...new Set(rows.flatMap(({ apiKeyId }) => apiKeyId ?? []))];
    if (keys.length === 0) return this.insertRows(rows, this.database.manager);
    return this.database.transaction(async (manager) => {
      const isAdmitted = await this.admission(keys, manager);
      const admitted = rows.filter(isAdmitted);
      const inserted = await this.insertRows(admitted, manager);
      const byRow = new Map(admitted.map((row, n) => [row, inserted[n]]));
      return rows.map((row) => (byRow.has(row) ? byRow.get(row) : this.concurrencyReached()));
    });
  }

  /** Decides in the order of arrival. */
  private async admission(keys: string[], manager: EntityManager): Promise<(row: Row) => boolean> {
    const counts = await manager.query<{ key_id: string; unfinished: number }[]>(
      'SELECT key_id, unfinished FROM lock_api_keys($1)',
      [keys],
    );
    const left = new Map(counts.map(({ key_id: id, unfinished }) => [id, this.config.apiKeyConcurrency - unfinished]));
    return ({ apiKeyId }) => {
      if (!apiKeyId) return true;
      const open = left.get(apiKeyId) ?? 0;
      left.set(apiKeyId, open - 1);
      return open > 0;
    };
  }

  private concurrencyReached(): LuitError {
    const limit = this.config.apiKeyConcurrency;
    const text = `This API key has ${limit} unfinished requests, which is as many as one may have. Try again when one of them is done.`;
    return new LuitError('key_concurrency_reached', text, { details: { limit } });
  }

  private async insertRows(rows: Row[], manager: EntityManager): Promise<Inserted[]> {
    const inserted = await manager.query<{ id: string; created_at: Date; has_webhooks: boolean }[]>(INSERT_SQL, [
      JSON.stringify(rows.map((row) => this.toColumns(row))),
    ]);
    const byId = new Map(inserted.map((row) => [row.id, { createdAt: row.created_at, hasWebhooks: row.has_webhooks }]));
    return rows.map(({ id }) => byId.get(id));
  }

  private toColumns(row: Row): Record<string, unknown> {
    const { columns } = this.database.getMetadata(RequestEntity);
    const given = columns.filter(({ propertyName }) => propertyName in row);
    return Object.fromEntries(
      given.map((column) => [column.databaseName, column.getEntityValue(row as RequestEntity)]),
    );
  }
}
