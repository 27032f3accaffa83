/** One line per event, without prompts. */
export function log(event: string, fields: Record<string, unknown> = {}): void {
  const details = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => ` ${name}=${String(value)}`);
  process.stdout.write(`${new Date().toISOString()} ${event}${details.join('')}\n`);
}
