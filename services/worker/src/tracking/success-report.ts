/** The report that a task has succeeded. It may wait for a while, because an outcome that follows soon makes it superfluous. */
export class SuccessReport {
  private readonly since = performance.now();
  private timer?: NodeJS.Timeout;
  private sent?: Promise<void>;

  constructor(private readonly record: () => Promise<void>) {}

  /** Sends it now, or in that many milliseconds unless it is canceled before. `send` and `replace` throw what recording it throws. */
  sendWithin(milliseconds: number): void {
    const send = () => void this.send().catch(() => undefined);
    if (milliseconds === 0) send();
    else this.timer = setTimeout(send, milliseconds);
  }

  /** Sends it once. @throws what recording it throws */
  send(): Promise<void> {
    this.cancel();
    return (this.sent ??= this.record());
  }

  cancel(): void {
    clearTimeout(this.timer);
  }

  /**
   * Before an outcome is reported: waits for the report if it was sent, and cancels it otherwise.
   *
   * @returns milliseconds since the success if it was not reported
   * @throws what recording it throws
   */
  async replace(): Promise<number | undefined> {
    this.cancel();
    if (!this.sent) return Math.round(performance.now() - this.since);
    await this.sent;
    return undefined;
  }
}
