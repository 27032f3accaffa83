import { Logger } from '@nestjs/common';

const log = new Logger('MismatchedUser');

/** Logs a `userId` in the body that differs from the token. The token decides, the body is ignored. */
export function logMismatchedUser(userId: string, bodyUserId: unknown): void {
  if (bodyUserId !== undefined && bodyUserId !== userId)
    log.warn({ msg: 'Ignored a userId in the body that differs from the token', userId });
}
