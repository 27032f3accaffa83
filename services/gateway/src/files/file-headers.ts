import type { FastifyReply } from 'fastify';
import { filesOriginOf } from './file-links.service';

/** A file that is opened by itself runs nothing, sends nothing and belongs to no origin, whatever its bytes are. */
const FILE_POLICY = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";
const SHOWN = /\.(jpg|png|webp|mp4)$/;

interface Showing {
  /** Saved under this name; without one a picture or video is shown, under the name of its key. */
  downloadName?: string;
}

/** Headers of every answer that holds a stored file. */
export function setFileHeaders(
  reply: FastifyReply,
  key: string,
  { downloadName }: Showing,
  origins: { webUrl: string; filesUrl: string },
): void {
  const name = (downloadName ?? key.slice(key.lastIndexOf('/') + 1)).replace(/[^\w.-]/g, '_');
  const isShown = downloadName === undefined && SHOWN.test(key);
  void reply
    .header('content-security-policy', FILE_POLICY)
    .header('content-disposition', `${isShown ? 'inline' : 'attachment'}; filename="${name}"`);
  if (filesOriginOf(origins) === null) return;
  // Pages show and read what has an origin of its own; the link is what opens it, no cookie does.
  void reply
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', new URL(origins.webUrl).origin)
    .header('vary', 'Origin');
}
