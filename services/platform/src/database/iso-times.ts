/** A row as a message has it: with times in ISO 8601 instead of dates. */
export type WithIsoTimes<Row> = {
  [Field in keyof Row]: Row[Field] extends Date ? string : Row[Field] extends Date | null ? string | null : Row[Field];
};

/** A message as its row has it: with dates instead of the times in `Times`. */
export type WithDates<Message, Times extends keyof Message> = Omit<Message, Times> & {
  [Field in Times]: null extends Message[Field] ? Date | null : Date;
};

export function withIsoTimes<Row extends object>(row: Row): WithIsoTimes<Row> {
  const fields = Object.entries(row).map(([name, value]: [string, unknown]) => {
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(fields) as WithIsoTimes<Row>;
}
