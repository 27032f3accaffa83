import type { DataSource } from 'typeorm';

/** The entity of a row that a statement returned. @param columns as the driver returns them */
export function toEntity<Entity extends object>(
  database: DataSource,
  type: new () => Entity,
  columns: Record<string, unknown>,
): Entity {
  const row = new type();
  for (const column of database.getMetadata(type).columns) {
    column.setEntityValue(row, database.driver.prepareHydratedValue(columns[column.databaseName], column));
  }
  return row;
}
