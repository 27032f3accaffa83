import { colorBucket } from '@luit/media/fingerprints/similarity';
import type { RequestEntity } from '../request-rows/request.entity';

/** The columns for the fingerprint of an output. @param fingerprint hex; none if the output is too plain */
export function fingerprintColumns(
  fingerprint: string | null | undefined,
): Pick<RequestEntity, 'fingerprint' | 'fingerprintBucket'> {
  if (!fingerprint) return { fingerprint: null, fingerprintBucket: null };
  return { fingerprint: `\\x${fingerprint}`, fingerprintBucket: colorBucket(Buffer.from(fingerprint, 'hex')) };
}
