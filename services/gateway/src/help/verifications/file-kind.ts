import type { ReadableFormat } from '@luit/media/content-credentials/read-credentials';
import { type ImageKind, imageKindOf, SIGNATURE_BYTES } from '../../storage/uploads/image-kind';

/** A demuxer of ffmpeg, or an image. */
export type FileKind = ({ type: 'video'; demuxer: 'mov' | 'matroska' } | { type: 'image' }) & {
  /** The format in which Content Credentials are read; null if the format cannot have any. */
  credentialFormat: ReadableFormat | null;
};

export { SIGNATURE_BYTES };

const EBML = Buffer.from('1a45dfa3', 'hex');
const IMAGE_FORMATS = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const satisfies Record<
  ImageKind,
  ReadableFormat
>;
/** The brand of QuickTime files, which follows `ftyp`. */
const QUICKTIME = 'qt  ';

/** Identifies the files that can be verified by their first bytes: MP4 and MOV, WebM and Matroska, JPEG, PNG and WebP. */
export function fileKindOf(start: Buffer): FileKind | undefined {
  const image = imageKindOf(start);
  if (image) return { type: 'image', credentialFormat: IMAGE_FORMATS[image] };
  if (start.toString('latin1', 4, 8) === 'ftyp') {
    const isQuickTime = start.toString('latin1', 8, 12) === QUICKTIME;
    return { type: 'video', demuxer: 'mov', credentialFormat: isQuickTime ? 'video/quicktime' : 'video/mp4' };
  }
  if (start.subarray(0, EBML.length).equals(EBML))
    return { type: 'video', demuxer: 'matroska', credentialFormat: null };
  return undefined;
}
