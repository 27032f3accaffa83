import { getMetadataArgsStorage } from 'typeorm';

/** For a column of the type bigint whose values stay far below 2^53. The driver returns bigint as text. */
export const bigintAsNumber = {
  to: (value?: number) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

/**
 * SQL of an entity's columns, named as its fields, for the SELECT list or RETURNING of a statement: the rows are entities without a class.
 * Leaves out columns with `select: false`.
 *
 * @param alias of the table in the statement, if the statement reads several tables
 */
export function columnsOf(entity: new () => object, alias?: string): string {
  const columns = getMetadataArgsStorage().filterColumns(entity);
  return columns
    .filter(({ options }) => options.select !== false)
    .map(({ propertyName, options: { name = propertyName, transformer } }) => {
      if (transformer !== undefined && transformer !== bigintAsNumber)
        throw new Error(`${entity.name}.${propertyName}: SQL cannot apply this transformer`);
      const column = alias === undefined ? `"${name}"` : `${alias}."${name}"`;
      return `${column}${transformer ? '::float8' : ''} AS "${propertyName}"`;
    })
    .join(', ');
}
