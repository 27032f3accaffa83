import type { OperatorSession, SecondFactorState } from '@luit/contracts/auth/admins';
import { authCalls } from '@luit/contracts/auth/messages';
import { type OperatorRole, touchesMoney } from '@luit/contracts/auth/operator-permissions';
import type { OperatorIdentity } from '@luit/contracts/auth/operators';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { PasskeysService } from '../second-factors/passkeys.service';
import { type OperatorSessionId, SecondFactorsService } from '../second-factors/second-factors.service';
import { OperatorSessionEntity } from './operator-session.entity';

/** An idle operator is signed out after this long (ASVS 5, 7.3.1). */
const IDLE_SECONDS = 30 * 60;
const LAST_USED_PRECISION_SECONDS = 60;

interface SessionCheck {
  active: boolean;
  isIdle?: boolean;
  operator?: OperatorSession;
}

interface SessionRow {
  email: string;
  name: string;
  role: OperatorRole;
  idleSeconds: number;
  secondsSinceSecondFactor: number | null;
  hasTotp: boolean;
  hasPasskey: boolean;
}

/** Operator sessions: whether they are active, and how far their sign-in has come. */
@Injectable()
export class OperatorSessionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly factors: SecondFactorsService,
    private readonly passkeys: PasskeysService,
  ) {}

  /**
   * Tells whether the session is active, and if not, whether it timed out idle. Operator activity extends the session with
   * at most one write a minute; background requests of the page do not.
   */
  @OnCall(authCalls.checkAdminSession)
  async check(request: RequestOf<typeof authCalls.checkAdminSession>): Promise<SessionCheck> {
    const { sessionId, isBackground = false } = request;
    const session = await this.find(request);
    if (!session) return { active: false };
    if (session.idleSeconds >= IDLE_SECONDS) return { active: false, isIdle: true };
    if (!isBackground && session.idleSeconds >= LAST_USED_PRECISION_SECONDS) {
      await this.database.manager.update(OperatorSessionEntity, { id: sessionId }, { lastUsedAt: () => 'now()' });
    }
    const { role, secondsSinceSecondFactor } = session;
    return { active: true, operator: { role, secondFactor: this.stateOf(session), secondsSinceSecondFactor } };
  }

  /** @throws LuitError `unauthorized` if the session has ended */
  @OnCall(authCalls.getOperatorIdentity)
  async identityOf(request: OperatorSessionId): Promise<OperatorIdentity> {
    const session = await this.find(request);
    if (!session) throw new LuitError('unauthorized', 'Session expired. Please login again.');
    const { email, name, role, hasTotp, hasPasskey } = session;
    const methods = { hasTotp, hasPasskey, isPasskeyPossible: this.passkeys.isAvailable() };
    return { id: request.adminId, email, name, role, secondFactor: this.stateOf(session), methods };
  }

  /** @throws LuitError `second_factor_invalid`, `too_many_attempts`, `unauthorized` */
  @OnCall(authCalls.verifySecondFactor)
  async verify(request: RequestOf<typeof authCalls.verifySecondFactor>): Promise<OperatorIdentity> {
    await this.factors.verify(request, request.proof, request.device);
    return this.identityOf(request);
  }

  private async find({ adminId, sessionId }: OperatorSessionId): Promise<SessionRow | undefined> {
    const [row] = await this.database.query<SessionRow[]>(
      `SELECT a.email, a.name, a.role,
              extract(epoch FROM now() - s.last_used_at)::int AS "idleSeconds",
              extract(epoch FROM now() - s.second_factor_at)::int AS "secondsSinceSecondFactor",
              EXISTS (SELECT FROM operator_totps t WHERE t.admin_id = a.id AND t.confirmed_at IS NOT NULL) AS "hasTotp",
              EXISTS (SELECT FROM operator_passkeys p WHERE p.admin_id = a.id) AS "hasPasskey"
         FROM admin_sessions s JOIN admins a ON a.id = s.admin_id
        WHERE s.id = $1 AND a.id = $2 AND s.ended_at IS NULL AND s.expires_at > now() AND a.disabled_at IS NULL`,
      [sessionId, adminId],
    );
    return row;
  }

  private stateOf({ role, secondsSinceSecondFactor, hasTotp, hasPasskey }: SessionRow): SecondFactorState {
    if (hasTotp || hasPasskey) return secondsSinceSecondFactor === null ? 'to_verify' : 'verified';
    return this.config.isSecondFactorRequired && touchesMoney(role) ? 'to_set_up' : 'not_required';
  }
}
