/** Limits concurrent work per subject, for example an account or an address, and in total. */
export class InFlight {
  private readonly counts = new Map<string, number>();
  private total = 0;

  constructor(private readonly limits: { perSubject: number; total: number }) {}

  /** Returns an idempotent release function, or undefined if a limit is reached. */
  begin(subject: string): (() => void) | undefined {
    const count = this.counts.get(subject) ?? 0;
    if (count >= this.limits.perSubject || this.total >= this.limits.total) return undefined;
    this.counts.set(subject, count + 1);
    this.total += 1;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      this.total -= 1;
      const left = (this.counts.get(subject) ?? 1) - 1;
      if (left === 0) this.counts.delete(subject);
      else this.counts.set(subject, left);
    };
  }
}
