/** A request that waits for a fresh second factor. The dialog answers it; requests that come meanwhile share the answer. */
export class StepUp {
  private pending: { answer: (isVerified: boolean) => void; answered: Promise<boolean> } | null = null;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly isPending = (): boolean => this.pending !== null;

  /** Resolves to whether the operator has verified a second factor. */
  request(): Promise<boolean> {
    if (this.pending) return this.pending.answered;
    let answer: (isVerified: boolean) => void = () => undefined;
    const answered = new Promise<boolean>((resolve) => (answer = resolve));
    this.pending = { answer, answered };
    this.notify();
    return answered;
  }

  finish(isVerified: boolean): void {
    this.pending?.answer(isVerified);
    this.pending = null;
    this.notify();
  }

  private notify(): void {
    this.listeners.forEach((listener) => listener());
  }
}
