import { readFileSync } from 'node:fs';

/**
 * @param value PEM text, in which `\n` may stand for a line break, or the path of a PEM file
 * @returns PEM text
 * @throws Error if the file cannot be read
 */
export function readPem(value: string): string {
  return value.includes('-----BEGIN') ? value.replaceAll('\\n', '\n') : readFileSync(value, 'utf8');
}
