import type { DataSource } from 'typeorm';
import { RequestEntity } from './request.entity';

/** The entity of a row that a statement returned. @param columns a row of `requests` as the driver returns it */
export function toEntity(database: DataSource, columns: Record<string, unknown>): RequestEntity {
  const row = new RequestEntity();
  for (const column of database.getMetadata(RequestEntity).columns) {
    column.setEntityValue(row, database.driver.prepareHydratedValue(columns[column.databaseName], column));
  }
  return row;
}
