import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { DerivedFilesView } from '@luit/contracts/http/derived-files';
import { makesVideo, OUTPUT_OF } from '@luit/contracts/generation/outputs';
import type { RequestView } from '@luit/contracts/http/requests';
import { Button, buttonClass } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api-error';
import { formatSize } from '../../lib/format-size';
import { useServices } from '../../lib/services';
import { derivedFilesQuery } from './derived-files-query';

const TITLES = {
  video: () => t`Download this video`,
  image: () => t`Download this image`,
  restoration: () => t`Download this photo`,
};

interface VersionsDialogProps {
  request: Pick<RequestView, 'id' | 'type' | 'posterUrl'>;
  isSaving: boolean;
  onOriginal: () => void;
  isOpen: boolean;
  onClose: () => void;
}

/** The versions of a finished video or photo. Opening it requests the smaller versions of a video. */
export function VersionsDialog({ request, isSaving, onOriginal, isOpen, onClose }: VersionsDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={TITLES[OUTPUT_OF[request.type]]()}
      description={t`Choose a version.`}
    >
      <ul className="divide-y divide-line border-y border-line">
        <Version name={t`Original`} hint={t`The best quality`}>
          <Button size="sm" busy={isSaving} icon={<Download className="size-4" aria-hidden />} onClick={onOriginal}>
            <DownloadOf version={t`Original`} />
          </Button>
        </Version>
        {makesVideo(request.type) ? (
          isOpen && <VideoVersions requestId={request.id} />
        ) : (
          <PhotoVersion url={request.posterUrl} />
        )}
      </ul>
    </Dialog>
  );
}

function PhotoVersion({ url }: { url: string | null }) {
  if (!url) return null;
  return (
    <Version name={t`Small`} hint={t`For slow connections and chats`}>
      <FileLink url={url} name={t`Small`} />
    </Version>
  );
}

function VideoVersions({ requestId }: { requestId: string }) {
  const { api } = useServices();
  const derived = useQuery(derivedFilesQuery(api, requestId));
  const retry = () => void derived.refetch();
  const state = { files: derived.data, error: derived.error, onRetry: retry };
  return (
    <>
      <Version name={t`Small`} hint={t`480p, for slow connections and chats`}>
        <DerivedFile {...state} name={t`Small`} file={derived.data?.small ?? null} />
      </Version>
      <Version name={t`Animated preview`} hint={t`Three seconds as a WebP image, without sound`}>
        <DerivedFile {...state} name={t`Animated preview`} file={derived.data?.animation ?? null} />
      </Version>
    </>
  );
}

interface DerivedFileProps {
  files: DerivedFilesView | undefined;
  error: Error | null;
  onRetry: () => void;
  name: string;
  file: DerivedFilesView['small'];
}

function DerivedFile({ files, error, onRetry, name, file }: DerivedFileProps) {
  if (file) return <FileLink url={file.url} name={name} size={file.bytes} />;
  if (files?.state === 'ready') return <p className="text-sm text-muted">{t`The original is already as small.`}</p>;
  if (error || files?.state === 'failed') {
    return (
      <span className="flex items-center gap-3">
        <p role="alert" className="text-sm font-medium text-danger">
          {error ? messageOf(error, t`It could not be made.`) : t`It could not be made.`}
        </p>
        <Button size="sm" tone="secondary" aria-label={t`Try again: ${{ version: name }}`} onClick={onRetry}>
          {t`Try again`}
        </Button>
      </span>
    );
  }
  return (
    <p role="status" className="text-sm text-muted">
      {t`Being made. This takes a few seconds.`}
    </p>
  );
}

function FileLink({ url, name, size }: { url: string; name: string; size?: number }) {
  const separator = url.includes('?') ? '&' : '?';
  return (
    <a href={`${url}${separator}download=1`} download className={buttonClass('secondary', 'sm')}>
      <Download className="size-4" aria-hidden />
      <span>
        <DownloadOf version={name} />{' '}
        {size !== undefined && <span className="font-normal text-muted">{formatSize(size)}</span>}
      </span>
    </a>
  );
}

function DownloadOf({ version }: { version: string }) {
  return (
    <Trans>
      Download <span className="sr-only">{version}</span>
    </Trans>
  );
}

function Version({ name, hint, children }: { name: string; hint: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <span>
        <span className="block font-semibold">{name}</span>
        <span className="block text-sm text-muted">{hint}</span>
      </span>
      {children}
    </li>
  );
}
