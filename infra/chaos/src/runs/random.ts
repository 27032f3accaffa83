/** Seeded random numbers (mulberry32): one seed always gives the same sequence. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer between both bounds, inclusive. */
  between(lowest: number, highest: number): number {
    return lowest + Math.floor(this.next() * (highest - lowest + 1));
  }

  isBelow(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(choices: readonly T[]): T {
    const chosen = choices[this.between(0, choices.length - 1)];
    if (chosen === undefined) throw new Error('Nothing to choose from');
    return chosen;
  }

  shuffled<T>(values: readonly T[]): T[] {
    const left = [...values];
    return values.map(() => left.splice(this.between(0, left.length - 1), 1)[0] as T);
  }
}
