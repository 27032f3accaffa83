import { METHOD_SHAPES, PATH_SHAPES, QUERY_STRINGS } from './addresses';
import { FRAME_SHAPES } from './frame-shapes';
import { FOREIGN_PAGES, HEADER_SHAPES, IDEMPOTENCY_KEYS } from './headers';
import { HIDDEN_ACCOUNTS } from './hidden-accounts';
import type { Family } from './input';
import { JSON_SHAPES } from './json-shapes';
import { FOREIGN_ADDRESSES, SIGNED_LINKS, WEBHOOK_SHAPES } from './links';
import { NAMES } from './names';
import { RUNNERS } from './runners';
import { SEARCHES } from './searches';
import { SMUGGLING } from './smuggling';
import { COOKIE_SHAPES, TOKENS } from './tokens';
import { UPLOADS } from './uploads';

/** At least 300 inputs that no legitimate client sends. */
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
  RUNNERS,
  IDEMPOTENCY_KEYS,
  HIDDEN_ACCOUNTS,
  SEARCHES,
  NAMES,
  UPLOADS,
  WEBHOOK_SHAPES,
  SIGNED_LINKS,
  FOREIGN_ADDRESSES,
  FRAME_SHAPES,
];
