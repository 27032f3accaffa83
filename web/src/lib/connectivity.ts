/** `offline`: the browser has no network. `unreachable`: it has one, but requests get no response. */
export type ConnectionState = 'online' | 'offline' | 'unreachable';

interface ConnectivityEnvironment {
  /** Makes a small request. Resolves if the server responds at all, with any status. */
  probe: () => Promise<unknown>;
  hasNetwork: () => boolean;
}

const FIRST_PROBE_MS = 2_000;
const MAX_PROBE_MS = 30_000;
const PROBE_TIMEOUT_MS = 5_000;

/**
 * Whether the server can be reached: the only source of this fact in the app. Browser events report a lost network, failed
 * requests a server that does not respond. Only a response proves that the connection is back, so it probes until there is one.
 */
export class Connectivity {
  private state: ConnectionState = 'online';
  private probing: Promise<void> | null = null;
  private delayMs = FIRST_PROBE_MS;
  private timer?: ReturnType<typeof setTimeout>;
  private reminders = 0;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly environment: ConnectivityEnvironment) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): ConnectionState => this.state;

  /** How often someone tried to use the server without a connection. */
  readonly getReminders = (): number => this.reminders;

  isOnline(): boolean {
    return this.state === 'online';
  }

  /** Listens to the browser until the returned function is called. */
  start(target: Window = window): () => void {
    const onOffline = () => this.lose();
    const onOnline = () => {
      this.delayMs = FIRST_PROBE_MS;
      void this.check();
    };
    const onVisible = () => {
      if (!this.isOnline() && target.document.visibilityState === 'visible') void this.check();
    };
    target.addEventListener('offline', onOffline);
    target.addEventListener('online', onOnline);
    target.document.addEventListener('visibilitychange', onVisible);
    if (!this.environment.hasNetwork()) this.lose();
    return () => {
      clearTimeout(this.timer);
      target.removeEventListener('offline', onOffline);
      target.removeEventListener('online', onOnline);
      target.document.removeEventListener('visibilitychange', onVisible);
    };
  }

  /** Wraps `fetch` so that every request reports whether it reached the server. */
  watch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return async (input, init) => {
      try {
        return await fetch(input, init);
      } catch (cause) {
        // One request can fail for reasons of its own, so a probe decides.
        if ((init?.signal?.reason as Error | undefined)?.name !== 'AbortError') void this.check();
        throw cause;
      }
    };
  }

  /** Resolves as soon as there is a connection. */
  whenOnline(): Promise<void> {
    if (this.isOnline()) return Promise.resolve();
    return new Promise((resolve) => {
      const unsubscribe = this.subscribe(() => {
        if (!this.isOnline()) return;
        unsubscribe();
        resolve();
      });
    });
  }

  /** Wraps an action that needs the server. Without a connection, the app shows its reminder again instead of running the action. */
  readonly unlessOffline = (action: () => void) => (): void => {
    if (this.isOnline()) return action();
    this.reminders += 1;
    this.publish();
  };

  /** Probes now. Concurrent calls share one probe. */
  check(): Promise<void> {
    clearTimeout(this.timer);
    this.probing ??= this.environment
      .probe()
      .then(
        () => this.restore(),
        () => this.lose(),
      )
      .finally(() => (this.probing = null));
    return this.probing;
  }

  private lose(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), this.delayMs);
    this.delayMs = Math.min(this.delayMs * 2, MAX_PROBE_MS);
    this.set(this.environment.hasNetwork() ? 'unreachable' : 'offline');
  }

  private restore(): void {
    this.delayMs = FIRST_PROBE_MS;
    this.set('online');
  }

  private set(state: ConnectionState): void {
    if (state === this.state) return;
    this.state = state;
    this.publish();
  }

  private publish(): void {
    this.listeners.forEach((listener) => listener());
  }
}

export const connectivity = new Connectivity({
  probe: () => fetch('/api/status', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }),
  hasNetwork: () => navigator.onLine,
});
