import type { VerificationResult } from '@luit/contracts/http/verifications';

/**
 * The result of comparing a file with the output that it names: the fingerprints match; they differ, or the file is of another kind; or
 * there is nothing to compare, because one of them is too plain or the output was deleted.
 */
export type Claim = 'matches' | 'differs' | 'incomparable';

export interface Evidence {
  /** The file has Content Credentials of ours that are intact. */
  isSigned: boolean;
  /** Null if the file names no output of ours. */
  claim: Claim | null;
  /** The fingerprint of the file matches one of our outputs, regardless of the output that the file names. */
  isSimilar: boolean;
}

/** @param isSimilar null if they cannot be compared */
export function claimOf(isSimilar: boolean | null): Claim {
  if (isSimilar === null) return 'incomparable';
  return isSimilar ? 'matches' : 'differs';
}

/** Only our intact signature, or the fingerprint of the output that the file names, proves that a file was made here. */
export function verdictOf({ isSigned, claim, isSimilar }: Evidence): VerificationResult {
  if (isSigned || claim === 'matches') return 'made_here';
  if (isSimilar) return 'looks_alike';
  if (claim === null) return 'unknown';
  return claim === 'differs' ? 'differs' : 'unconfirmed';
}
