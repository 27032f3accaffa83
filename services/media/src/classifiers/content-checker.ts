/** A service that checks texts or images: the classifier or the hash matcher. */
export interface ContentChecker {
  /** For operators, such as `classifier`. */
  readonly name: string;
  /** It did not answer the last two times. */
  readonly isFailing: boolean;
  /** Asks about something harmless if it did not answer the last time, unless it is left alone. Does not throw. */
  probe(): Promise<void>;
}
