import { IGNORED_IN_SEARCH } from '@luit/contracts/messages/search-text';

const escape = (point: number) => `\\U${point.toString(16).padStart(8, '0')}`;
const IGNORED = `[${IGNORED_IN_SEARCH.map(([first, last]) => `${escape(first)}-${escape(last)}`).join('')}]`;
const withoutIgnored = (sql: string) => `regexp_replace(${sql}, '${IGNORED}', '', 'g')`;
/** Its case does not depend on the locale of the database. */
const LOWER = (sql: string) => `lower(${sql} COLLATE pg_catalog.pg_c_utf8)`;

/**
 * SQL: creates `search_text`, which returns what `searchText` of the contracts does, so that an index can have it. ASCII, by far the most
 * frequent, takes a shorter way. Not STRICT, so that Postgres can inline it, which makes a search of ASCII nine times as fast.
 * Locks: none. Idempotent: no.
 */
export const CREATE_SEARCH_TEXT = `
  CREATE FUNCTION search_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN octet_length(value) = char_length(value) THEN ${LOWER('value')}
      ELSE ${withoutIgnored(`normalize(replace(${LOWER(withoutIgnored('normalize(value, NFKD)'))}, 'ς', 'σ'), NFKD)`)} END
  $$`;
