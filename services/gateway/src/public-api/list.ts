import { z } from 'zod';

/** A page in the shape of the Videos API, which servers of video models share. */
export interface List<Item> {
  object: 'list';
  data: Item[];
  first_id: string | null;
  last_id: string | null;
  has_more: boolean;
}

/** The fields of a page. */
export const listOf = <Item extends z.ZodType>(item: Item) => ({
  object: z.literal('list'),
  data: z.array(item),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  has_more: z.boolean(),
});

export function toList<Item extends { id: string }>(data: Item[], hasMore: boolean): List<Item> {
  return {
    object: 'list',
    data,
    first_id: data.at(0)?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: hasMore,
  };
}
