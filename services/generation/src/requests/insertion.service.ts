import { isTestAccount } from '@luit/contracts/auth/test-accounts';
import { LuitError } from '@luit/contracts/errors';
import { type NewRequest, newRequestFields } from '@luit/contracts/generation/requests';
import { runLimitOf } from '@luit/contracts/generation/catalog/vendor-input';
import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import { MAX_SEED } from '@luit/contracts/generation/limits';
import { unavailable } from '@luit/platform/errors/errors';
import { Batcher } from '@luit/platform/database/batcher';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { sortedMetadata } from '@luit/contracts/generation/metadata';
import { pickFields } from '@luit/contracts/messages/pick-fields';
import { createHash } from 'node:crypto';
import { CONFIG, type GenerationConfig } from '../config';
import type { Quote } from '../options/quotes.service';
import type { StoredOptions } from '../request-rows/stored-options';
import { ProviderSelectionService } from '../providers/provider-selection.service';
import { RequestEntity } from '../request-rows/request.entity';
import { newClientRef } from '../request-state/steps';

/** Who asks does not make a request different, and an image that was uploaded twice has two keys. */
const HASHED = newRequestFields.omit({
  ...{ userId: true, apiKeyId: true, idempotencyKey: true, metadata: true },
  ...{ imageKey: true, imageHash: true, lastImageKey: true, lastImageHash: true },
  ...{ referenceKeys: true, referenceHashes: true },
});

/** Equal for equal requests; detects a key that is reused for a different one. */
export function inputHash(request: NewRequest): string {
  const { imageKey, imageHash, lastImageKey, lastImageHash, referenceKeys, referenceHashes, metadata } = request;
  const images = [imageHash ?? imageKey, lastImageHash ?? lastImageKey, referenceHashes ?? referenceKeys];
  const fields = Object.values(pickFields(HASHED, request)).map(sorted);
  // JSON turns undefined into null.
  const input = [...fields, ...images, metadata && sortedMetadata(metadata)];
  return createHash('sha256').update(JSON.stringify(input)).digest('hex');
}

/** An object as its entries in the order of their names. */
function sorted(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).sort() : value;
}

/**
 * $2: the API keys, which it locks; $3: the unfinished requests that each of them may have. Decides in the order of arrival which requests are
 * admitted; a set is admitted as a whole. Its first row has the idempotency key, and decides whether the others are inserted. Rows are
 * inserted in the order of their keys, so that two replicas with the same keys do not wait for each other.
 */
const insertSql = (names: string[]) => {
  const columns = names.join(', ');
  const values = names.map((name) => `item.${name}`).join(', ');
  return `
  WITH numbered AS MATERIALIZED (
    SELECT r.*, k.unfinished + row_number() OVER (PARTITION BY r.api_key_id ORDER BY ordinality) AS place
      FROM jsonb_populate_recordset(NULL::requests, $1::jsonb) WITH ORDINALITY r
      LEFT JOIN lock_api_keys($2) k ON k.key_id = r.api_key_id
  ), item AS MATERIALIZED (
    SELECT *, coalesce(max(place) OVER (PARTITION BY coalesce(set_id, id)) <= $3, true) AS is_admitted FROM numbered
  ), first AS (
    INSERT INTO requests (${columns}, has_webhooks)
    SELECT ${values}, EXISTS (SELECT FROM webhook_accounts w WHERE w.user_id = item.user_id AND w.is_active)
      FROM item WHERE is_admitted AND coalesce(set_index, 0) = 0 ORDER BY user_id, idempotency_key, id
    ON CONFLICT DO NOTHING RETURNING id, created_at, has_webhooks
  ), other AS (
    INSERT INTO requests (${columns}, has_webhooks)
    SELECT ${values}, first.has_webhooks FROM item JOIN first ON first.id = item.set_id WHERE item.set_index > 0
  )
  SELECT item.id, is_admitted, first.created_at, first.has_webhooks FROM item LEFT JOIN first ON first.id = coalesce(set_id, item.id)`;
};

type Row = Pick<RequestEntity, 'id' | 'state'> & Partial<RequestEntity>;
/** Undefined if its idempotency key is taken. */
type Inserted = Pick<RequestEntity, 'createdAt' | 'hasWebhooks'> | undefined;

/** The result for a row. `created_at` is null if its set was not inserted. */
interface InsertRow {
  id: string;
  is_admitted: boolean;
  created_at: Date | null;
  has_webhooks: boolean;
}

/** Each of several results gets the next seed, so that they differ and can be repeated. */
function withSeedOf(options: StoredOptions, index: number): StoredOptions {
  const { seed } = options;
  return seed === null ? options : { ...options, seed: (seed + index) % (MAX_SEED + 1) };
}

/** Inserts requests. Requests that arrive together share a statement. */
@Injectable()
export class InsertionService {
  private readonly batcher = new Batcher<Row[], Inserted>((sets) => this.insertAll(sets), {
    dropsLateItems: true,
  });

  constructor(
    private readonly database: DataSource,
    private readonly selection: ProviderSelectionService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /**
   * Inserts a row for each result, in state `accepting` unless `changes` say otherwise. Undefined if the idempotency key is taken.
   *
   * @throws LuitError `key_concurrency_reached`
   */
  async insert(
    request: NewRequest,
    { planId, model, values, count, credits }: Quote,
    options: StoredOptions | null,
    changes: Partial<Pick<RequestEntity, 'state' | 'payerId' | 'guestEmail' | 'guestLanguage' | 'inputHash'>> = {},
  ): Promise<RequestEntity[] | undefined> {
    const { duration = null } = values;
    const isTwoSteps = request.restore?.colorRestoration && !isTestAccount(request.userId);
    const colorModel = isTwoSteps ? this.config.colorModel : null;
    const provider = await this.providerFor(request.userId, colorModel ?? model.id);
    const common = {
      userId: request.userId,
      payerId: null,
      guestEmail: null,
      guestLanguage: null,
      inputHash: inputHash(request),
      type: request.type,
      prompt: request.prompt,
      imageKey: request.imageKey ?? null,
      lastImageKey: request.lastImageKey ?? null,
      referenceKeys: request.referenceKeys ?? [],
      retryOf: request.retryOf ?? null,
      remixOf: request.remixOf ?? null,
      apiKeyId: request.apiKeyId ?? null,
      metadata: request.metadata ?? null,
      planId,
      model: model.id,
      modelRevision: model.revision,
      duration,
      restore: request.restore ?? null,
      resolution: values.resolution ?? values.quality ?? '',
      credits,
      colorModel,
      provider,
      runLimitSeconds: runLimitOf(model.entry, provider, duration),
      state: 'accepting' as const,
      ...changes,
    };
    const ids = Array.from({ length: count }, () => uuidv7());
    const [setId] = ids;
    const rows = ids.map((id, i) => ({
      ...{ id, ...common, clientRef: newClientRef() },
      ...(count > 1 ? { setId, setIndex: i } : { setId: null, setIndex: null }),
      idempotencyKey: i === 0 ? (request.idempotencyKey ?? null) : null,
      options: options && withSeedOf(options, i),
    }));
    const inserted = await this.batcher.add(rows);
    return inserted && rows.map((row) => Object.assign(new RequestEntity(), row, inserted));
  }

  /** Test accounts have their own provider for every model. @throws LuitError `unavailable` if the last route has just become missing */
  private async providerFor(userId: string, model: string): Promise<string> {
    const provider = isTestAccount(userId) ? TEST_PROVIDER : await this.selection.preferred(model);
    if (provider === undefined) throw unavailable();
    return provider;
  }

  /** The statement counts the requests of API keys that it inserts, so that a key never has more than it may have. */
  private async insertAll(sets: Row[][]): Promise<(Inserted | LuitError)[]> {
    const rows = sets.flat();
    const keys = [...new Set(rows.flatMap(({ apiKeyId }) => apiKeyId ?? []))];
    const items = rows.map((row) => this.toColumns(row));
    // All rows have the same columns.
    const sql = insertSql(Object.keys(items[0] ?? {}));
    const values = [JSON.stringify(items), keys, this.config.apiKeyConcurrency];
    const results = await this.database.query<InsertRow[]>(sql, values);
    const byId = new Map(results.map((result) => [result.id, result]));
    return sets.map(([first]) => this.resultOf(byId.get(first!.id)!));
  }

  private resultOf(row: InsertRow): Inserted | LuitError {
    if (!row.is_admitted) return this.concurrencyReached();
    return row.created_at ? { createdAt: row.created_at, hasWebhooks: row.has_webhooks } : undefined;
  }

  private concurrencyReached(): LuitError {
    const limit = this.config.apiKeyConcurrency;
    const text = `This API key has ${limit} unfinished requests, which is as many as one may have. Try again when one of them is done.`;
    return new LuitError('key_concurrency_reached', text, { details: { limit } });
  }

  private toColumns(row: Row): Record<string, unknown> {
    const { columns } = this.database.getMetadata(RequestEntity);
    const given = columns.filter(({ propertyName }) => propertyName in row);
    return Object.fromEntries(
      given.map((column) => [column.databaseName, column.getEntityValue(row as RequestEntity)]),
    );
  }
}
