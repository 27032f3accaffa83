/** How one thing that has to hold at every moment stood when it was last looked at. */
export interface InvariantStatus {
  /** As in docs/architecture.md. */
  invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6';
  name: string;
  /** What is broken and could not be mended. */
  violations: number;
  /** What the last look mended. */
  repaired: number;
  /** Ids of some that are broken, for the runbook's queries. */
  samples: string[];
  checkedAt: string;
  /** The first look in a row that found a violation; null while it holds. */
  brokenSince: string | null;
}
