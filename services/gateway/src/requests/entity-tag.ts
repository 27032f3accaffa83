import { createHash } from 'node:crypto';

/** A strong tag of what an answer says. */
export function entityTag(answer: unknown): string {
  return `"${createHash('sha1').update(JSON.stringify(answer)).digest('base64url')}"`;
}

/** Whether the client holds this answer already; a weak tag of it counts too (RFC 9110, 13.1.2). */
export function isHeld(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag);
}
