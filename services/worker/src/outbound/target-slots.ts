/** Deliveries to one endpoint or device at a time. Even the ten endpoints of an account leave more than half of the queue's slots to others. */
const PER_TARGET = 4;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

/** Limits the deliveries that this process has in flight to each target, so that a slow one does not hold up others. */
export class TargetSlots {
  private readonly inFlight = new Map<string, number>();
  /** Deliveries that were put off and have not had a slot since. */
  private readonly waiting = new Map<string, number>();

  /** Returns true if there was a free slot. */
  take(targetId: string): boolean {
    const taken = this.inFlight.get(targetId) ?? 0;
    if (taken >= PER_TARGET) return false;
    this.inFlight.set(targetId, taken + 1);
    add(this.waiting, targetId, -1);
    return true;
  }

  release(targetId: string): void {
    add(this.inFlight, targetId, -1);
  }

  /** Milliseconds to put off a delivery that got no slot: the more have been, the longer. */
  putOff(targetId: string): number {
    const ahead = this.waiting.get(targetId) ?? 0;
    this.waiting.set(targetId, ahead + 1);
    return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * (1 + Math.floor(ahead / PER_TARGET)));
  }
}

/** Removes a count that reaches zero. */
function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
