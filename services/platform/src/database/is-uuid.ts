const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether Postgres would take it for an id; of any version. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
