import { LuitError } from '@luit/contracts/errors';
import { isUuid } from '@luit/platform/database/is-uuid';
import type { SelectQueryBuilder } from 'typeorm';
import type { RequestEntity } from '../request-rows/request.entity';

const MAX_PAGE = 100;

interface Page {
  limit: number;
  cursor?: string;
  order?: 'asc' | 'desc';
}

/** Keyset pagination: ids rise with time, so inserts do not shift pages. */
export async function pageOf(
  query: SelectQueryBuilder<RequestEntity>,
  { limit, cursor, order = 'desc' }: Page,
): Promise<{ rows: RequestEntity[]; nextCursor: string | null }> {
  const size = Math.min(Math.max(Math.trunc(limit) || 1, 1), MAX_PAGE);
  if (cursor !== undefined) {
    if (!isUuid(cursor)) throw invalidCursor();
    query.andWhere(`r.id ${order === 'desc' ? '<' : '>'} :cursor`, { cursor });
  }
  const rows = await query
    .orderBy('r.id', order === 'desc' ? 'DESC' : 'ASC')
    .take(size + 1)
    .getMany();
  const page = rows.slice(0, size);
  return { rows: page, nextCursor: rows.length > size ? (page.at(-1)?.id ?? null) : null };
}

function invalidCursor(): LuitError {
  const text = 'This cursor is not valid';
  return new LuitError('validation_failed', text, { details: { cursor: text } });
}
