export interface AdminState {
  email: string | null;
  /** Why the last session ended, to be shown on the login. */
  message: string | null;
}

interface StoredSession {
  token: string;
  email: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

const KEYS = { token: 'luit.admin.token', email: 'luit.admin.email', expiry: 'luit.admin.expiry' } as const;

/**
 * The operator's session: token, email and expiry in local storage. Signed in means that all three are there and the
 * expiry lies ahead; anything less is cleared.
 */
export class AdminSession {
  private state: AdminState;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
    private readonly now: () => number,
  ) {
    this.state = { email: this.read()?.email ?? null, message: null };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): AdminState => this.state;

  /** The bearer token, or null once it is missing or run out. */
  token(): string | null {
    return this.read()?.token ?? null;
  }

  open(token: string, email: string): void {
    this.storage.setItem(KEYS.token, token);
    this.storage.setItem(KEYS.email, email);
    this.storage.setItem(KEYS.expiry, String(expiryOf(token)));
    this.set({ email, message: null });
  }

  end(message: string | null = null): void {
    this.clear();
    this.set({ email: null, message });
  }

  private read(): StoredSession | null {
    const token = this.storage.getItem(KEYS.token);
    const email = this.storage.getItem(KEYS.email);
    const expiresAt = Number(this.storage.getItem(KEYS.expiry));
    if (token && email && expiresAt > this.now()) return { token, email, expiresAt };
    this.clear();
    return null;
  }

  private clear(): void {
    Object.values(KEYS).forEach((key) => this.storage.removeItem(key));
  }

  private set(state: AdminState): void {
    this.state = state;
    this.listeners.forEach((listener) => listener());
  }
}

/** The `exp` of a JWT in milliseconds (RFC 7519); 0 when the token carries none. */
function expiryOf(token: string): number {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    const exp = typeof claims === 'object' && claims !== null && 'exp' in claims ? Number(claims.exp) : 0;
    return Number.isFinite(exp) ? exp * 1000 : 0;
  } catch {
    // Not a JWT: without an expiry the session does not count as open.
    return 0;
  }
}
