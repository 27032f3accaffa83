import { METHOD_SHAPES, PATH_SHAPES, QUERY_STRINGS } from './addresses';
import { FOREIGN_PAGES, HEADER_SHAPES } from './headers';
import type { Family } from './input';
import { JSON_SHAPES } from './json-shapes';
import { SEARCHES } from './searches';
import { SMUGGLING } from './smuggling';
import { COOKIE_SHAPES, IDEMPOTENCY_KEYS, TOKENS } from './tokens';

/** At least 300 inputs that nobody sends by accident. */
export const CORPUS: readonly Family[] = [
  JSON_SHAPES,
  QUERY_STRINGS,
  PATH_SHAPES,
  METHOD_SHAPES,
  HEADER_SHAPES,
  FOREIGN_PAGES,
  SMUGGLING,
  TOKENS,
  COOKIE_SHAPES,
  IDEMPOTENCY_KEYS,
  SEARCHES,
];
