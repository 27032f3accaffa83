import type { OperatorSession } from '@luit/contracts/auth/admins';
import { authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { hasFreshSecondFactor, isComplete } from './operator-access';
import { identityOf } from './token-check';
import { ADMIN, type Identity, type Operator } from './token.strategy';

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
   * Returns undefined if the token is not an operator's, the session has ended or its second factor is missing.
   *
   * @param authorization value of an Authorization header
   * @throws LuitError `unavailable`
   */
  async identify(authorization: string): Promise<Operator | undefined> {
    const admin = await identityOf(ADMIN, { headers: { authorization } });
    if (!admin) return undefined;
    const session = await this.sessionOf(admin);
    if (!session) return undefined;
    return { ...admin, isOperator: true, role: session.role, hasFreshSecondFactor: hasFreshSecondFactor(session) };
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
        const session = await this.sessionOf(operator);
        // A socket keeps its subscriptions, so another role needs another socket.
        if (session?.role !== operator.role) socket.disconnect(true);
      } catch (error) {
        this.log.warn({ msg: 'Operator session check failed', reason: (error as Error).message });
      }
    }
  }

  /** Undefined if the session has ended or its second factor is missing. */
  private async sessionOf({ id, sessionId }: Identity): Promise<OperatorSession | undefined> {
    const check = { adminId: id, sessionId, isBackground: true };
    const { active, operator } = await this.calls.call(authCalls.checkAdminSession, check);
    return active && operator && isComplete(operator) ? operator : undefined;
  }
}
