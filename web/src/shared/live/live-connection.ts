import { t } from '@lingui/core/macro';
import type { SessionEndReason } from '@luit/contracts/auth/sessions';
import type { Balance } from '@luit/contracts/billing/balances';
import type { CreditsUpdated } from '@luit/contracts/http/accounts';
import type { RequestView, SyncAnswer } from '@luit/contracts/http/requests';
import type { QueryClient } from '@tanstack/react-query';
import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client';
import { dispatchCreditsUpdated } from '../../lib/credits-events';
import { connectivity as browserConnectivity, type Connectivity } from '../../lib/connectivity';
import { logFailure } from '../../lib/log';
import type { SessionStore } from '../../lib/session-store';
import { knownSequences, mergeRequest } from '../requests/request-cache';

/** `polling`: the socket cannot connect, and pages rely on the 3 s poll. `offline`: there is no connection to poll over either. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'polling' | 'offline';

/** Why the server refused or closed a socket, and when to retry. */
interface LiveRefusal {
  code: string;
  message: string;
  retryAfterSeconds?: number;
}

interface ServerEvents {
  /** The gateway asks for an acknowledgment of a final state, and mails the owner if no client acknowledges it. */
  'request.updated': (request: RequestView, acknowledge?: () => void) => void;
  'credits.updated': (credits: CreditsUpdated) => void;
  'session.ended': (end: { reason: SessionEndReason }) => void;
  limited: (refusal: LiveRefusal) => void;
  /** The gateway may have missed updates, although this socket stayed connected. */
  'updates.lost': () => void;
}

interface ClientEvents {
  auth: (credentials: { token: string | null }) => void;
  sync: (request: { since: Record<string, number> }, acknowledge: (synced: SyncAnswer) => void) => void;
}

export type LiveSocket = Socket<ServerEvents, ClientEvents>;
export type LiveOptions = Partial<ManagerOptions & SocketOptions>;

const BALANCE_KEY = ['credits', 'balance'];
const CREDIT_NOTICES_KEY = ['credits', 'notices'];
const SYNC_TIMEOUT_MS = 10_000;
/** All clients of a gateway learn of lost updates at once, and spread their requests over this time. */
const MAX_SYNC_DELAY_MS = 5_000;
/** Billing captures the held credits of a finished request a moment after its update. Only the held credits change then. */
const CAPTURED_WITHIN_MS = 2_000;
const FAILURES_BEFORE_POLLING = 2;
/** Used if the server does not send a retry delay. */
const RETRY_AFTER_SECONDS = 60;
const SESSION_ENDS: Readonly<Record<SessionEndReason, string>> = {
  get signed_out() {
    return t`You’ve been signed out.`;
  },
  get token_reused() {
    return t`You’ve been signed out because your session was used on another device. Please sign in again.`;
  },
  get blocked() {
    return t`This account has been blocked. Please contact support.`;
  },
  get password_changed() {
    return t`Your password was changed. Please sign in with the new one.`;
  },
  get account_closed() {
    return t`Your account is being deleted. We’ll email you when it’s done.`;
  },
};

/**
 * Receives live events and writes them only to the query cache, so that pages need not distinguish pushed from polled state.
 * After each connect it requests missed changes.
 */
export class LiveConnection {
  private state: LiveState = 'connecting';
  private failures = 0;
  private hasSynced = false;
  private limited: LiveRefusal | null = null;
  private retry?: ReturnType<typeof setTimeout>;
  private delayedSync?: ReturnType<typeof setTimeout>;
  private creditsRefresh?: ReturnType<typeof setTimeout>;
  private socket: LiveSocket | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly client: QueryClient,
    private readonly session: SessionStore,
    private readonly open: (options: LiveOptions) => Promise<LiveSocket>,
    private readonly connectivity: Pick<Connectivity, 'isOnline' | 'subscribe'> = browserConnectivity,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): LiveState => this.state;

  /** Connects and reconnects until the returned function is called. */
  start(): () => void {
    let isStopped = false;
    let isOpening = false;
    const open = async () => {
      isOpening = true;
      try {
        const socket = await this.open({
          path: '/socket.io',
          auth: (provide) => provide({ token: this.session.accessToken() }),
        });
        if (isStopped) socket.disconnect();
        else this.attach(socket);
      } catch (cause) {
        logFailure('Loading the live connection failed', cause);
        this.set('polling');
      } finally {
        isOpening = false;
      }
    };
    void open();
    let wasOnline = true;
    const followConnectivity = () => {
      const isOnline = this.connectivity.isOnline();
      if (isOnline === wasOnline) return;
      wasOnline = isOnline;
      if (!isOnline) this.suspend();
      else if (this.socket) this.resume(this.socket);
      else if (!isOpening) void open();
    };
    followConnectivity();
    const unsubscribes = [this.renewOnNewToken(), this.connectivity.subscribe(followConnectivity)];
    return () => {
      isStopped = true;
      unsubscribes.forEach((unsubscribe) => unsubscribe());
      clearTimeout(this.retry);
      clearTimeout(this.delayedSync);
      clearTimeout(this.creditsRefresh);
      this.socket?.disconnect();
      this.socket = null;
    };
  }

  /** Without a connection the socket would only notice after a missed heartbeat, and then retry in vain. */
  private suspend(): void {
    this.socket?.disconnect();
    this.set('offline');
  }

  /** Connects immediately instead of after the current backoff, unless the server asked the client to wait. */
  private resume(socket: LiveSocket): void {
    this.failures = 0;
    this.set(this.limited ? 'polling' : 'connecting');
    if (!this.limited) socket.connect();
  }

  private attach(socket: LiveSocket): void {
    this.socket = socket;
    if (!this.connectivity.isOnline()) socket.disconnect();
    socket.on('connect', () => {
      this.failures = 0;
      this.limited = null;
      this.set('live');
      void this.sync(socket);
    });
    socket.on('request.updated', (request: RequestView, acknowledge?: () => void) => {
      mergeRequest(this.client, request);
      if (request.status === 'completed') this.refreshCreditsLater();
      acknowledge?.();
    });
    socket.on('updates.lost', () => this.syncLater(socket));
    socket.on('credits.updated', (credits) => this.updateBalance(credits));
    socket.on('session.ended', ({ reason }) => this.session.end({ code: reason, message: SESSION_ENDS[reason] }));
    socket.on('limited', (refusal) => {
      this.limited = refusal;
    });
    socket.on('disconnect', (reason) => {
      if (this.limited) return this.connectLater(socket, this.limited);
      if (!this.connectivity.isOnline()) return;
      this.set('reconnecting');
      // The server closes sockets with expired tokens, and socket.io does not reconnect after a server-side disconnect.
      if (reason === 'io server disconnect') void this.reopen(socket);
    });
    socket.on('connect_error', (cause: Error & { data?: LiveRefusal }) => {
      if (!this.connectivity.isOnline()) return;
      this.failures += 1;
      this.set(this.failures >= FAILURES_BEFORE_POLLING ? 'polling' : 'reconnecting');
      if (cause.message === 'unauthorized') void this.reopen(socket);
      // socket.io does not retry after the server's middleware refused the handshake.
      else if (cause.data) this.connectLater(socket, cause.data);
    });
  }

  /** Polls until the retry. The random delay prevents clients from reconnecting at the same time. */
  private connectLater(socket: LiveSocket, refusal: LiveRefusal): void {
    const { retryAfterSeconds = RETRY_AFTER_SECONDS } = refusal;
    this.limited = refusal;
    this.set('polling');
    clearTimeout(this.retry);
    const delayMs = retryAfterSeconds * 1_000 * (1 + Math.random());
    this.retry = setTimeout(() => {
      this.limited = null;
      if (this.socket === socket && this.connectivity.isOnline()) socket.connect();
    }, delayMs);
  }

  private async reopen(socket: LiveSocket): Promise<void> {
    const refused = this.session.accessToken();
    if (refused && (await this.session.renew(refused)) && this.socket === socket) socket.connect();
  }

  private syncLater(socket: LiveSocket): void {
    clearTimeout(this.delayedSync);
    this.delayedSync = setTimeout(() => void this.sync(socket), MAX_SYNC_DELAY_MS * Math.random());
  }

  private refreshCreditsLater(): void {
    clearTimeout(this.creditsRefresh);
    this.creditsRefresh = setTimeout(dispatchCreditsUpdated, CAPTURED_WITHIN_MS);
  }

  private async sync(socket: LiveSocket): Promise<void> {
    try {
      const since = knownSequences(this.client);
      const answer: SyncAnswer = await socket.timeout(SYNC_TIMEOUT_MS).emitWithAck('sync', { since });
      if (this.socket !== socket) return;
      answer.requests.forEach((request) => mergeRequest(this.client, request));
      // The first answer after the page was opened usually repeats what the page has just loaded.
      if (this.hasSynced || this.differsFromCache(answer.credits)) this.updateBalance(answer.credits);
      else this.cacheBalance(answer.credits);
      this.hasSynced = true;
    } catch (cause) {
      logFailure('Syncing missed changes failed', cause);
    }
  }

  private updateBalance(balance: Balance): void {
    this.cacheBalance(balance);
    dispatchCreditsUpdated();
  }

  private cacheBalance({ credits, available, held }: Balance): void {
    this.client.setQueryData<Balance>(BALANCE_KEY, { credits, available, held });
    void this.client.invalidateQueries({ queryKey: CREDIT_NOTICES_KEY });
  }

  private differsFromCache({ credits, available, held }: Balance): boolean {
    const cached = this.client.getQueryData<Balance>(BALANCE_KEY);
    return !!cached && (cached.credits !== credits || cached.available !== available || cached.held !== held);
  }

  private renewOnNewToken(): () => void {
    let last = this.session.accessToken();
    return this.session.subscribe(() => {
      const token = this.session.accessToken();
      if (token && token !== last) this.socket?.emit('auth', { token });
      last = token;
    });
  }

  private set(next: LiveState): void {
    const state = this.connectivity.isOnline() ? next : 'offline';
    if (state === this.state) return;
    this.state = state;
    this.listeners.forEach((listener) => listener());
  }
}
