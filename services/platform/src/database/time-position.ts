import { isUuid } from './is-uuid';

const POSITION = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([0-9a-f-]{36})$/;

/** SQL: a time with microseconds, for the position of a row in a list by time and id. */
export function positionTime(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** The position after which a page begins. */
export function formatPosition(time: string, id: string): string {
  return `${time}_${id}`;
}

/** Undefined if the cursor is not from `formatPosition`. */
export function parsePosition(cursor: string): [time: string, id: string] | undefined {
  const [, time = '', id = ''] = POSITION.exec(cursor) ?? [];
  return isUuid(id) && !Number.isNaN(Date.parse(time)) ? [time, id] : undefined;
}
