import { t } from '@lingui/core/macro';
import { requestMessages } from '../copy';
import { failureOf, type ApiClient } from '../../../lib/api-client';
import { saveFile } from '../../../lib/save-file';
import { withGuestToken } from './get-request';

const EXTENSIONS: Record<string, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/** The names of downloaded files, by what they are. */
export const DOWNLOAD_NAMES = { video: 'ai-video', image: 'ai-image', restoration: 'restored' } as const;

/** Its message says that the download failed, and why. */
export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';
}

/**
 * Downloads the finished file and saves it, for example as `ai-video-{requestId}.mp4` or `ai-image-{requestId}.png`.
 *
 * @throws Error with the text to show
 */
export async function downloadResult(
  api: ApiClient,
  requestId: string | null,
  { name = DOWNLOAD_NAMES.video, guestToken = null }: { name?: string; guestToken?: string | null } = {},
): Promise<void> {
  if (!requestId) throw new Error(t`No request ID found. Please complete payment first.`);
  const response = await api.send(`/api/download/${encodeURIComponent(requestId)}`, withGuestToken(guestToken));
  if (!response.ok) throw new DownloadFailure(requestMessages.downloadFailed((await failureOf(response)).message));
  const blob = await response.blob();
  saveFile(blob, `${name}-${requestId}.${EXTENSIONS[blob.type] ?? 'mp4'}`);
}
