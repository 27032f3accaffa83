import { authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { identityOf } from '../identities/token-check';
import { ADMIN, type Operator } from '../identities/token.strategy';

/** A notice of a session's end may be lost, so each is asked for this often too, milliseconds. */
const ASK_EVERY_MS = 15_000;

interface Watched {
  disconnect(close: boolean): unknown;
}

/** Operators' sockets: let in by a token whose session auth still knows, and ended with it. */
@Injectable()
export class OperatorSessions implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger(OperatorSessions.name);
  private readonly watched = new Map<Watched, Operator>();
  private timer?: NodeJS.Timeout;

  constructor(private readonly calls: CallClient) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.check(), ASK_EVERY_MS);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /**
   * Undefined where this is no operator's, or the session has ended.
   *
   * @param authorization as in the header of that name
   * @throws LuitError `unavailable`
   */
  async identify(authorization: string): Promise<Operator | undefined> {
    const admin = await identityOf(ADMIN, { headers: { authorization } });
    if (!admin) return undefined;
    const operator: Operator = { ...admin, isOperator: true };
    return (await this.isActive(operator)) ? operator : undefined;
  }

  watch(socket: Watched, operator: Operator): void {
    this.watched.set(socket, operator);
  }

  forget(socket: Watched): void {
    this.watched.delete(socket);
  }

  /** Ends the sockets of sessions that are over. */
  async check(): Promise<void> {
    for (const [socket, operator] of [...this.watched]) {
      try {
        if (!(await this.isActive(operator))) socket.disconnect(true);
      } catch (error) {
        this.log.warn({ msg: 'An operator’s session could not be checked', reason: (error as Error).message });
      }
    }
  }

  private async isActive({ id, sessionId }: Operator): Promise<boolean> {
    return (await this.calls.call(authCalls.checkAdminSession, { adminId: id, sessionId, isBackground: true })).active;
  }
}
