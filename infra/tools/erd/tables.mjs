import { MIGRATION_TABLES } from '../../../services/platform/dist/migrations/migration-records.js';

/** Postgres' long type names, and the short ones that people write. */
const SHORT_TYPES = {
  'timestamp with time zone': 'timestamptz',
  'double precision': 'float8',
  'character varying': 'varchar',
};

const COLUMNS = `
  SELECT class.relname AS table, attribute.attname AS name, format_type(attribute.atttypid, NULL) AS type,
         NOT attribute.attnotnull AS "isNullable",
         coalesce(bool_or(c.contype = 'p'), false) AS "isPrimary",
         coalesce(bool_or(c.contype = 'f'), false) AS "isForeign",
         coalesce(bool_or(c.contype = 'u' AND cardinality(c.conkey) = 1), false) AS "isUnique"
    FROM pg_class class
    JOIN pg_attribute attribute ON attribute.attrelid = class.oid AND attribute.attnum > 0 AND NOT attribute.attisdropped
    LEFT JOIN pg_constraint c ON c.conrelid = class.oid AND attribute.attnum = ANY (c.conkey)
   WHERE class.relnamespace = $1::regnamespace AND class.relkind IN ('r', 'p') AND NOT class.relispartition
     AND class.relname <> ALL ($2)
   GROUP BY class.relname, attribute.attname, attribute.atttypid, attribute.attnotnull, attribute.attnum
   ORDER BY class.relname, attribute.attnum`;

const REFERENCES = `
  SELECT child.relname AS child, parent.relname AS parent,
         (SELECT string_agg(attname, ', ' ORDER BY attnum) FROM pg_attribute
           WHERE attrelid = child.oid AND attnum = ANY (c.conkey)) AS columns,
         (SELECT bool_or(NOT attnotnull) FROM pg_attribute
           WHERE attrelid = child.oid AND attnum = ANY (c.conkey)) AS "isOptional",
         EXISTS (SELECT FROM pg_constraint u
                  WHERE u.conrelid = child.oid AND u.contype IN ('p', 'u')
                    AND u.conkey @> c.conkey AND u.conkey <@ c.conkey) AS "isOneToOne"
    FROM pg_constraint c
    JOIN pg_class child ON child.oid = c.conrelid
    JOIN pg_class parent ON parent.oid = c.confrelid
   WHERE c.contype = 'f' AND c.connamespace = $1::regnamespace
   ORDER BY child, parent, columns`;

/** Tables of a schema with their columns, and the foreign keys between them. */
export async function readTables(client, schema) {
  const { rows: columns } = await client.query(COLUMNS, [schema, MIGRATION_TABLES]);
  const { rows: references } = await client.query(REFERENCES, [schema]);
  const names = [...new Set(columns.map(({ table }) => table))];
  return {
    tables: names.map((name) => ({
      name,
      columns: columns
        .filter(({ table }) => table === name)
        .map(({ type, ...column }) => ({ ...column, type: SHORT_TYPES[type] ?? type })),
    })),
    references,
  };
}
