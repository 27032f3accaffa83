const RANGE = 2 ** 32;

/** Seeded random numbers (mulberry32): one seed always gives the same sequence. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / RANGE;
  }

  /** An integer from `least` to `most`, both inclusive. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws RangeError if there is nothing to choose from */
  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new RangeError('Nothing to choose from');
    return choices[this.int(0, choices.length - 1)] as T;
  }

  shuffled<T>(values: readonly T[]): T[] {
    const left = [...values];
    return values.map(() => left.splice(this.int(0, left.length - 1), 1)[0] as T);
  }

  bytes(size: number): Buffer {
    return Buffer.from(Array.from({ length: size }, () => this.int(0, 255)));
  }
}
