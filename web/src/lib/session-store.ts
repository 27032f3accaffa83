import type { Session } from '@luit/contracts/auth/sessions';
import type { User } from '@luit/contracts/auth/users';
import type { ApiClient, TokenSource } from './api-client';
import { ApiError, isLockedOut, messageOf } from './api-error';
import { logFailure } from './log';

/** `unknown`: nothing hints at a session and nobody has needed to know yet. */
export type SessionStatus = 'unknown' | 'loading' | 'signed-in' | 'signed-out';

export interface SessionState {
  status: SessionStatus;
  user: User | null;
  /** The last refusal of the auth layer, until it is cleared. */
  error: string | null;
  /** Whether the account of the session that ended is being deleted. */
  isBeingDeleted: boolean;
}

/** What one tab tells the others. */
type SessionMessage = { kind: 'renewed'; held: ActiveSession } | { kind: 'ended' };

interface ActiveSession {
  token: string;
  /** Milliseconds since the epoch, on this machine's clock. */
  expiresAt: number;
  user: User;
}

export interface SessionEnvironment {
  api: Pick<ApiClient, 'call'>;
  now: () => number;
  wait: (ms: number) => Promise<void>;
  /** Runs one task at a time across all tabs. */
  exclusively: <T>(task: () => Promise<T>) => Promise<T>;
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  /**
   * Removes what this browser kept of whoever was signed in: their secrets at any end, and also their words where they
   * signed out or were shut out. Words survive other ends, because a session that ends in the middle of a form must not
   * cost it.
   */
  forget?: (what: 'secrets' | 'everything') => void;
  /** Remembers across loads that a session may exist, so that visitors are not asked in vain. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/** The auth client ticks every 30 s and refreshes when 3 ticks remain. */
export const TICK_MS = 30_000;
export const REFRESH_MARGIN_MS = 3 * TICK_MS;

const HINT = 'luit.session';
/** Codes of ends after which this person cannot come back: of live events and of refusals. */
const SHUT_OUT = ['blocked', 'user_blocked', 'account_closed'];
const UNCONFIRMED = 'Please check your email and confirm your account before signing in';

/**
 * The session of this browser. The access token lives in memory alone; the refresh token is an HttpOnly cookie that
 * only the server reads. Tabs share renewed tokens, and one refresh runs at a time across them, because a refresh
 * token is rotated by its use.
 */
export class SessionStore implements TokenSource {
  private state: SessionState;
  private held: ActiveSession | null = null;
  private restoring: Promise<void> | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly environment: SessionEnvironment) {
    const mayExist = environment.storage.getItem(HINT) !== null;
    this.state = { status: mayExist ? 'loading' : 'unknown', user: null, error: null, isBeingDeleted: false };
    environment.channel?.addEventListener('message', (event) =>
      this.hear((event as MessageEvent<SessionMessage>).data),
    );
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): SessionState => this.state;

  accessToken(): string | null {
    return this.held?.token ?? null;
  }

  /** Starts the 30 s tick, restoring the session first where one may exist. Returns what stops it. */
  start(): () => void {
    if (this.state.status === 'loading') void this.restore();
    const timer = setInterval(() => void this.tick(), TICK_MS);
    return () => clearInterval(timer);
  }

  /** Finds out whether the refresh cookie still opens a session. Asked once, however often it is called. */
  restore(): Promise<void> {
    this.restoring ??= this.findSession();
    return this.restoring;
  }

  /** Renews the access token when at most 90 s of it remain. */
  async tick(): Promise<void> {
    if (this.held && this.isDue())
      await this.refresh(() => this.isDue()).catch((cause) => logFailure('Refresh', cause));
  }

  async renew(refused: string): Promise<string | null> {
    try {
      await this.refresh(() => this.held?.token === refused);
    } catch (cause) {
      logFailure('Refresh after a refused token', cause);
    }
    return this.held && this.held.token !== refused ? this.held.token : null;
  }

  /** Signs in with what an auth call answered. @throws Error when the address is not confirmed */
  async establish(session: Session): Promise<void> {
    if (!session.user.email_confirmed_at) {
      await this.signOut();
      throw new Error(UNCONFIRMED);
    }
    this.hold(session);
  }

  /** Shows what the signed-in person changed about the account, in every tab. */
  changeUser(user: User): void {
    if (this.held?.user.id === user.id) this.share({ ...this.held, user });
  }

  async signOut(): Promise<void> {
    const headers = this.held ? { authorization: `Bearer ${this.held.token}` } : undefined;
    this.leave();
    this.environment.channel?.postMessage({ kind: 'ended' } satisfies SessionMessage);
    try {
      await this.environment.api.call('/api/auth/signout?scope=local', { method: 'POST', headers });
    } catch (cause) {
      logFailure('Sign-out', cause);
    }
  }

  /** The server has ended this session: signed out elsewhere, blocked, or its account deleted. */
  end(refusal: { code: string; message: string } | null = null): void {
    this.held = null;
    this.environment.storage.removeItem(HINT);
    this.restoring = Promise.resolve();
    const isBeingDeleted = refusal?.code === 'account_closed';
    this.environment.forget?.(SHUT_OUT.includes(refusal?.code ?? '') ? 'everything' : 'secrets');
    this.set({
      status: 'signed-out',
      user: null,
      error: isBeingDeleted ? null : (refusal?.message ?? null),
      isBeingDeleted,
    });
  }

  fail(error: unknown, fallback: string): void {
    this.set({ ...this.state, error: messageOf(error, fallback) });
  }

  readonly clearError = (): void => {
    if (this.state.error !== null) this.set({ ...this.state, error: null });
  };

  /** Signed out on purpose, in this tab or another. */
  private leave(): void {
    this.end();
    this.environment.forget?.('everything');
  }

  private isDue(): boolean {
    return this.held !== null && this.held.expiresAt - this.environment.now() <= REFRESH_MARGIN_MS;
  }

  private async findSession(): Promise<void> {
    if (this.held) return;
    if (this.state.status !== 'loading') this.set({ ...this.state, status: 'loading' });
    for (const pause of [500, 1500, 0]) {
      try {
        await this.refresh(() => this.held === null);
        return;
      } catch (cause) {
        logFailure('Restoring the session', cause);
        if (pause) await this.environment.wait(pause);
      }
    }
    // Nothing answered: the hint stays, so that the next load asks again.
    this.set({ ...this.state, status: 'signed-out', user: null, error: null });
    this.restoring = null;
  }

  /** @param isNeeded asked again inside the lock, because another tab may have refreshed meanwhile */
  private refresh(isNeeded: () => boolean): Promise<void> {
    return this.environment.exclusively(async () => {
      if (!isNeeded()) return;
      try {
        const session = await this.environment.api.call<Session>('/api/auth/refresh', { method: 'POST', body: {} });
        if (session.user.email_confirmed_at) this.hold(session);
        else this.end();
      } catch (cause) {
        if (!(cause instanceof ApiError) || !cause.isDefinite) throw cause;
        this.end(isLockedOut(cause) ? cause : null);
      }
    });
  }

  private hold(session: Session): void {
    this.share({
      token: session.access_token,
      expiresAt: this.environment.now() + session.expires_in * 1000,
      user: session.user,
    });
  }

  private share(held: ActiveSession): void {
    this.held = held;
    this.take();
    this.environment.channel?.postMessage({ kind: 'renewed', held } satisfies SessionMessage);
  }

  private take(): void {
    this.environment.storage.setItem(HINT, '1');
    this.set({ status: 'signed-in', user: this.held?.user ?? null, error: null, isBeingDeleted: false });
  }

  private hear(news: SessionMessage): void {
    if (news.kind === 'ended') return this.leave();
    this.held = news.held;
    this.take();
  }

  private set(state: SessionState): void {
    this.state = state;
    this.listeners.forEach((listener) => listener());
  }
}
