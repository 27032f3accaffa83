import type { FastifyReply } from 'fastify';
import { filesOriginOf } from './file-links.service';

/** A file that is opened directly runs no scripts, sends no requests and has an opaque origin, regardless of its content. */
const FILE_POLICY = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";
const INLINE = /\.(jpg|png|webp|mp4)$/;

interface Disposition {
  /** Downloads the file under this name. If absent, images and videos are shown inline under the name of their key. */
  downloadName?: string;
}

/** Sets the headers of every response that contains a stored file. */
export function setFileHeaders(
  reply: FastifyReply,
  key: string,
  { downloadName }: Disposition,
  origins: { webUrl: string; filesUrl: string },
): void {
  const name = (downloadName ?? key.slice(key.lastIndexOf('/') + 1)).replace(/[^\w.-]/g, '_');
  const isInline = downloadName === undefined && INLINE.test(key);
  void reply
    .header('content-security-policy', FILE_POLICY)
    .header('content-disposition', `${isInline ? 'inline' : 'attachment'}; filename="${name}"`);
  if (filesOriginOf(origins) === null) return;
  // Pages embed and read files of the files origin. The signed link authorizes the request, not a cookie.
  void reply
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', new URL(origins.webUrl).origin)
    .header('vary', 'Origin');
}
