import { authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { identityOf } from '../identities/token-check';
import { ADMIN, type Operator } from '../identities/token.strategy';

/** Broadcasts of revoked sessions may be lost, so every session is also polled at this interval, milliseconds. */
const POLL_INTERVAL_MS = 15_000;

interface OperatorSocket {
  disconnect(close: boolean): unknown;
}

/** Sockets of operators. They are admitted while their session is active, and disconnected when it ends. */
@Injectable()
export class OperatorSessions implements OnModuleInit {
  private readonly log = new Logger(OperatorSessions.name);
  private readonly sockets = new Map<OperatorSocket, Operator>();

  constructor(
    private readonly calls: CallClient,
    private readonly scheduler: Scheduler,
  ) {}

  onModuleInit(): void {
    this.scheduler.every('operator-sessions', POLL_INTERVAL_MS, () => this.check(), { isAwaitedAtShutdown: false });
  }

  /**
   * Returns undefined if the token is not an operator's or the session has ended.
   *
   * @param authorization value of an Authorization header
   * @throws LuitError `unavailable`
   */
  async identify(authorization: string): Promise<Operator | undefined> {
    const admin = await identityOf(ADMIN, { headers: { authorization } });
    if (!admin) return undefined;
    const operator: Operator = { ...admin, isOperator: true };
    return (await this.isActive(operator)) ? operator : undefined;
  }

  add(socket: OperatorSocket, operator: Operator): void {
    this.sockets.set(socket, operator);
  }

  remove(socket: OperatorSocket): void {
    this.sockets.delete(socket);
  }

  /** Disconnects the sockets of sessions that have ended. */
  async check(): Promise<void> {
    for (const [socket, operator] of [...this.sockets]) {
      try {
        if (!(await this.isActive(operator))) socket.disconnect(true);
      } catch (error) {
        this.log.warn({ msg: 'Operator session check failed', reason: (error as Error).message });
      }
    }
  }

  private async isActive({ id, sessionId }: Operator): Promise<boolean> {
    return (await this.calls.call(authCalls.checkAdminSession, { adminId: id, sessionId, isBackground: true })).active;
  }
}
