import { t } from '@lingui/core/macro';
import type { Session } from '@luit/contracts/auth/sessions';
import type { User } from '@luit/contracts/auth/users';
import type { ApiClient, TokenSource } from './api-client';
import { ApiError, isLockedOut } from './api-error';
import { logFailure } from './log';

/** `unknown`: no sign of a session, and nothing has required one yet. */
export type SessionStatus = 'unknown' | 'loading' | 'signed-in' | 'signed-out';

export interface SessionState {
  status: SessionStatus;
  user: User | null;
  /** The last error of the auth layer, until it is cleared. */
  error: string | null;
  /** The code of that error, or the reason why the session ended. */
  errorCode: string | null;
  /** Whether the session ended because its account is being deleted. */
  isBeingDeleted: boolean;
  /** Whether the user signed out here while the server could not be told, so that the session there has not ended yet. */
  isSignOutPending: boolean;
}

/** A message from one tab to the others. */
type SessionMessage = { kind: 'renewed'; session: ActiveSession } | { kind: 'ended' };

interface ActiveSession {
  token: string;
  /** Unix time in milliseconds, by the local clock. */
  expiresAt: number;
  user: User;
}

export interface SessionEnvironment {
  api: Pick<ApiClient, 'call'>;
  now: () => number;
  wait: (ms: number) => Promise<void>;
  /** Resolves as soon as there is a connection. Without one, it is unknown whether a session exists. */
  whenOnline?: () => Promise<void>;
  /** Runs a task under a lock shared by all tabs. */
  exclusively: <T>(task: () => Promise<T>) => Promise<T>;
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  /**
   * Removes the user's data from this browser: `secrets` whenever a session ends, `everything` on sign-out and lockout.
   * Otherwise drafts are kept, so that a session that expires while a form is open does not lose its content.
   */
  clearData?: (scope: 'secrets' | 'everything') => void;
  /** Remembers across page loads that a session may exist, so that visitors cause no refresh requests, or that it has to be ended. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/** The auth client ticks every 30 s and refreshes when 3 ticks remain. */
export const TICK_MS = 30_000;
export const REFRESH_MARGIN_MS = 3 * TICK_MS;

/** How long a refresh may take. Within 10 s of the first attempt the server accepts a second one with the same cookie. */
const REFRESH_WAIT_MS = 8_000;
const MAX_WAITS = 2;

const SESSION_HINT_KEY = 'luit.session';
/** The hint of a session that the user ended here, until the server knows. */
const ENDING = 'ending';
/** Pauses between attempts to tell the server. The next page load tries again. */
const SIGN_OUT_PAUSES_MS = [500, 2_000, 10_000, 60_000];
/** Live event reasons and error codes after which the user cannot sign in again. */
const LOCKOUT_CODES = ['blocked', 'user_blocked', 'account_closed'];
const NO_ERROR = { error: null, errorCode: null };
const NO_REASON = { isBeingDeleted: false, isSignOutPending: false };

/**
 * The session of this browser. The access token is kept only in memory; the refresh token is an HttpOnly cookie. Tabs share
 * renewed tokens and refresh one at a time, because each refresh rotates the refresh token.
 */
export class SessionStore implements TokenSource {
  private state: SessionState;
  private active: ActiveSession | null = null;
  private restoring: Promise<void> | null = null;
  epoch = 0;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly environment: SessionEnvironment) {
    const mayExist = environment.storage.getItem(SESSION_HINT_KEY) !== null;
    this.state = { status: mayExist ? 'loading' : 'unknown', user: null, ...NO_ERROR, ...NO_REASON };
    if (this.isEnding()) {
      // The refresh cookie would still restore it.
      this.restoring = Promise.resolve();
      this.state = { ...this.state, status: 'signed-out', isSignOutPending: true };
    }
    environment.channel?.addEventListener('message', (event) =>
      this.receive((event as MessageEvent<SessionMessage>).data),
    );
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): SessionState => this.state;

  accessToken(): string | null {
    return this.active?.token ?? null;
  }

  /** Restores the session if one may exist, or ends it, and starts the 30 s tick. Returns a function that stops the tick. */
  start(): () => void {
    if (this.state.status === 'loading') void this.restore();
    if (this.isEnding()) void this.endOnServer();
    const timer = setInterval(() => void this.tick(), TICK_MS);
    return () => clearInterval(timer);
  }

  /** Checks whether the refresh cookie is still valid. Concurrent calls share one request. */
  restore(): Promise<void> {
    this.restoring ??= this.findSession();
    return this.restoring;
  }

  /** Renews the access token if at most 90 s remain. */
  async tick(): Promise<void> {
    if (this.active && this.isDue())
      await this.refresh(() => this.isDue()).catch((cause) => logFailure('Session refresh failed', cause));
  }

  async renew(rejected: string): Promise<string | null> {
    const { epoch } = this;
    try {
      await this.refresh(() => this.active?.token === rejected);
    } catch (cause) {
      logFailure('Session refresh after a rejected token failed', cause);
    }
    return epoch === this.epoch && this.active && this.active.token !== rejected ? this.active.token : null;
  }

  /** Signs in with the response of an auth call. @throws Error if the email address is not confirmed */
  async establish(session: Session): Promise<void> {
    if (!session.user.email_confirmed_at) {
      await this.signOut();
      throw new Error(t`Please check your email and confirm your account before signing in`);
    }
    this.store(session);
  }

  /** Publishes a changed user to every tab. */
  updateUser(user: User): void {
    if (this.active?.user.id === user.id) this.activate({ ...this.active, user });
  }

  /** Signs out here at once, and on the server as soon as it can be reached. */
  async signOut(): Promise<void> {
    const headers = this.active ? { authorization: `Bearer ${this.active.token}` } : undefined;
    this.environment.storage.setItem(SESSION_HINT_KEY, ENDING);
    this.endLocally();
    this.environment.channel?.postMessage({ kind: 'ended' } satisfies SessionMessage);
    await this.endOnServer(headers);
  }

  /** Handles a session that the server ended: revoked, blocked, or its account is being deleted. */
  end(refusal: { code: string; message: string } | null = null): void {
    this.active = null;
    this.epoch += 1;
    if (!this.isEnding()) this.environment.storage.removeItem(SESSION_HINT_KEY);
    this.restoring = Promise.resolve();
    const isBeingDeleted = refusal?.code === 'account_closed';
    this.environment.clearData?.(LOCKOUT_CODES.includes(refusal?.code ?? '') ? 'everything' : 'secrets');
    this.set({
      status: 'signed-out',
      user: null,
      ...(isBeingDeleted || !refusal ? NO_ERROR : { error: refusal.message, errorCode: refusal.code }),
      isBeingDeleted,
      isSignOutPending: false,
    });
  }

  /** @param cause the error that `error` explains */
  setError(error: string, cause: unknown): void {
    this.set({ ...this.state, error, errorCode: cause instanceof ApiError ? cause.code : null });
  }

  readonly clearError = (): void => {
    if (this.state.error !== null) this.set({ ...this.state, ...NO_ERROR });
  };

  /** Takes over what another tab announced, or the session of a page that was opened without a connection. */
  receive(message: SessionMessage): void {
    if (message.kind === 'renewed') return this.take(message.session);
    const wasSignedIn = this.active !== null;
    this.endLocally(wasSignedIn ? { code: 'signed_out', message: t`You signed out in another tab.` } : null);
  }

  /** The user signed out in this or another tab. */
  private endLocally(reason: { code: string; message: string } | null = null): void {
    this.end(reason);
    this.environment.clearData?.('everything');
  }

  private isEnding(): boolean {
    return this.environment.storage.getItem(SESSION_HINT_KEY) === ENDING;
  }

  /** Ends the session on the server, which the refresh cookie identifies if the access token has expired. */
  private async endOnServer(headers?: Record<string, string>): Promise<void> {
    for (const pause of SIGN_OUT_PAUSES_MS) {
      // Another tab may have told the server, or someone signed in.
      if (!this.isEnding()) break;
      try {
        await this.environment.api.call('/api/auth/signout?scope=local', { method: 'POST', headers, keepalive: true });
        this.forgetEnding();
      } catch (cause) {
        logFailure('Sign-out failed', cause);
        if (cause instanceof ApiError && cause.isDefinite) this.forgetEnding();
        else await this.waitToEnd(pause);
      }
    }
    if (!this.isEnding() && this.state.isSignOutPending) this.set({ ...this.state, isSignOutPending: false });
  }

  private async waitToEnd(pauseMs: number): Promise<void> {
    if (this.isEnding() && !this.state.isSignOutPending) this.set({ ...this.state, isSignOutPending: true });
    await this.environment.wait(pauseMs);
    await this.environment.whenOnline?.();
  }

  private forgetEnding(): void {
    if (this.isEnding()) this.environment.storage.removeItem(SESSION_HINT_KEY);
  }

  private isDue(): boolean {
    return this.active !== null && this.active.expiresAt - this.environment.now() <= REFRESH_MARGIN_MS;
  }

  private async findSession(): Promise<void> {
    if (this.active) return;
    if (this.state.status !== 'loading') this.set({ ...this.state, status: 'loading' });
    const { epoch } = this;
    let failure: unknown;
    let waits = 0;
    for (const pause of [500, 1500, 0]) {
      const start = this.environment.now();
      try {
        return await this.refresh(() => this.active === null && epoch === this.epoch);
      } catch (cause) {
        failure = cause;
        logFailure('Restoring the session failed', cause);
        if (this.environment.now() - start >= REFRESH_WAIT_MS) waits += 1;
        if (waits === MAX_WAITS) break;
        if (pause) await this.environment.wait(pause);
        await this.environment.whenOnline?.();
      }
    }
    if (epoch !== this.epoch) return;
    // No response: the hint stays so that the next page load tries again.
    this.set({ ...this.state, status: 'signed-out', user: null, ...NO_ERROR });
    if (failure instanceof ApiError) this.setError(failure.message, failure);
    this.restoring = null;
  }

  /** @param isNeeded checked again under the lock, because another tab may have refreshed in the meantime */
  private refresh(isNeeded: () => boolean): Promise<void> {
    return this.environment.exclusively(async () => {
      if (!isNeeded()) return;
      const { epoch } = this;
      // The user may have signed out, in and out of this tab, while the answer was on its way.
      const isOver = () => epoch !== this.epoch || this.isEnding();
      try {
        const signal = AbortSignal.timeout(REFRESH_WAIT_MS);
        const options = { method: 'POST', body: {}, signal } as const;
        const session = await this.environment.api.call<Session>('/api/auth/refresh', options);
        if (isOver()) return;
        if (session.user.email_confirmed_at) this.store(session);
        else this.end();
      } catch (cause) {
        if (isOver()) return;
        if (!(cause instanceof ApiError) || !cause.isDefinite) throw cause;
        if (isLockedOut(cause)) return this.end(cause);
        const wasSignedIn = this.active !== null || this.environment.storage.getItem(SESSION_HINT_KEY) !== null;
        this.end(wasSignedIn ? { code: 'signed_out', message: t`You’ve been signed out.` } : null);
      }
    });
  }

  private store(session: Session): void {
    this.activate({
      token: session.access_token,
      expiresAt: this.environment.now() + session.expires_in * 1000,
      user: session.user,
    });
  }

  private activate(session: ActiveSession): void {
    this.take(session);
    this.environment.channel?.postMessage({ kind: 'renewed', session } satisfies SessionMessage);
  }

  private take(session: ActiveSession): void {
    if (session.user.id !== this.active?.user.id) this.epoch += 1;
    this.active = session;
    this.environment.storage.setItem(SESSION_HINT_KEY, '1');
    this.set({ status: 'signed-in', user: session.user, ...NO_ERROR, ...NO_REASON });
  }

  private set(state: SessionState): void {
    this.state = state;
    this.listeners.forEach((listener) => listener());
  }
}
