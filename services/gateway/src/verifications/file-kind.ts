import { type ImageKind, imageKindOf, SIGNATURE_BYTES } from '../uploads/image-kind';

/** A demuxer of ffmpeg, or an image. */
export type FileKind = { type: 'video'; demuxer: 'mov' | 'matroska' } | { type: 'image'; format: ImageKind };

export { SIGNATURE_BYTES };

const EBML = Buffer.from('1a45dfa3', 'hex');

/** Identifies the files that can be verified by their first bytes: MP4 and MOV, WebM and Matroska, JPEG, PNG and WebP. */
export function fileKindOf(start: Buffer): FileKind | undefined {
  const format = imageKindOf(start);
  if (format) return { type: 'image', format };
  if (start.toString('latin1', 4, 8) === 'ftyp') return { type: 'video', demuxer: 'mov' };
  return start.subarray(0, EBML.length).equals(EBML) ? { type: 'video', demuxer: 'matroska' } : undefined;
}
