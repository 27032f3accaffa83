import type { NewRequest } from '@luit/contracts/generation/requests';
import { Batcher } from '@luit/platform/database/batcher';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
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
  INSERT INTO requests (${COLUMNS})
  SELECT ${COLUMNS} FROM jsonb_populate_recordset(NULL::requests, $1::jsonb) ORDER BY user_id, idempotency_key, id
  ON CONFLICT DO NOTHING RETURNING id, created_at`;

type Row = Pick<RequestEntity, 'id' | 'state'> & Partial<RequestEntity>;

/** Inserts requests. Those that arrive together share a statement. */
@Injectable()
export class InsertionService {
  private readonly batcher = new Batcher<Row, Date | undefined>((rows) => this.insertAll(rows), {
    dropsLateItems: true,
  });

  constructor(
    private readonly database: DataSource,
    private readonly selection: ProviderSelectionService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** Inserts a row, in state `accepting` unless `changes` say otherwise. Undefined if the key is taken. */
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
    const createdAt = await this.batcher.add(row);
    return createdAt && Object.assign(new RequestEntity(), row, { createdAt });
  }

  private async insertAll(rows: Row[]): Promise<(Date | undefined)[]> {
    const inserted = await this.database.query<{ id: string; created_at: Date }[]>(INSERT_SQL, [
      JSON.stringify(rows.map((row) => this.toColumns(row))),
    ]);
    const createdAt = new Map(inserted.map(({ id, created_at }) => [id, created_at]));
    return rows.map(({ id }) => createdAt.get(id));
  }

  private toColumns(row: Row): Record<string, unknown> {
    const { columns } = this.database.getMetadata(RequestEntity);
    const given = columns.filter(({ propertyName }) => propertyName in row);
    return Object.fromEntries(
      given.map((column) => [column.databaseName, column.getEntityValue(row as RequestEntity)]),
    );
  }
}
