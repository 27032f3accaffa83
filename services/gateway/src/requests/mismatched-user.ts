import { Logger } from '@nestjs/common';

const log = new Logger('NamedUser');

/** A body's `userId` decides nothing: the token does. Where the two differ it is worth knowing. */
export function logMismatchedUser(userId: string, named: unknown): void {
  if (named !== undefined && named !== userId) log.warn({ msg: 'A body named another user', userId });
}
