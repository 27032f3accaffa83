/** SQL: the column's time is in the quarter that begins on the day `$1`, in India’s time zone. */
export function isInQuarter(column: string): string {
  return `${column} >= $1::date::timestamp AT TIME ZONE 'Asia/Kolkata'
    AND ${column} < ($1::date + interval '3 months') AT TIME ZONE 'Asia/Kolkata'`;
}
