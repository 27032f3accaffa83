import { z } from 'zod';

export const MAX_ENDPOINTS = 50;

/** Repeated parameters, or one with commas. */
export const texts = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat().flatMap((text) => text.split(',')))
  .pipe(z.array(z.string().min(1)).min(1).max(MAX_ENDPOINTS));

/** The number of a page in base64. */
export const pageCursor = z
  .base64()
  .transform((text) => Number(Buffer.from(text, 'base64').toString()))
  .pipe(z.int().min(1))
  .default(1);

interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
  has_more: boolean;
}

export function pageOf<Item>(all: readonly Item[], page: number, limit: number): Page<Item> {
  const hasMore = all.length > page * limit;
  return {
    items: all.slice((page - 1) * limit, page * limit),
    next_cursor: hasMore ? Buffer.from(String(page + 1)).toString('base64') : null,
    has_more: hasMore,
  };
}
