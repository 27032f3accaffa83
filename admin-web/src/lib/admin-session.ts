export interface AdminState {
  email: string | null;
  /** Why the last session ended; shown on the login page. */
  message: string | null;
}

const KEYS = { email: 'luit.admin.email', expiry: 'luit.admin.expiry' } as const;
/** Earlier versions kept the token in local storage. */
const OBSOLETE_KEY = 'luit.admin.token';

/**
 * The operator's email and session expiry, kept in local storage so that all tabs agree. The session itself is an HttpOnly
 * cookie. An operator is signed in while both values exist and the expiry is in the future; otherwise they are cleared.
 */
export class AdminSession {
  private state: AdminState;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
    private readonly now: () => number,
  ) {
    this.storage.removeItem(OBSOLETE_KEY);
    this.state = { email: this.isOpen() ? this.read() : null, message: null };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): AdminState => this.state;

  isOpen(): boolean {
    if (this.read()) return true;
    this.clear();
    return false;
  }

  /** @param expiresIn seconds: the server's clock may differ from this one */
  open(email: string, expiresIn: number): void {
    this.storage.setItem(KEYS.email, email);
    this.storage.setItem(KEYS.expiry, String(this.now() + expiresIn * 1_000));
    this.set({ email, message: null });
  }

  end(message: string | null = null): void {
    this.clear();
    this.set({ email: null, message });
  }

  /** Follows a sign-in or sign-out in another tab. Clears nothing, because that tab may still be writing. */
  readonly follow = (): void => {
    const email = this.read();
    if (email !== this.state.email) this.set({ email, message: null });
  };

  private read(): string | null {
    const email = this.storage.getItem(KEYS.email);
    return email && Number(this.storage.getItem(KEYS.expiry)) > this.now() ? email : null;
  }

  private clear(): void {
    Object.values(KEYS).forEach((key) => this.storage.removeItem(key));
  }

  private set(state: AdminState): void {
    this.state = state;
    this.listeners.forEach((listener) => listener());
  }
}
