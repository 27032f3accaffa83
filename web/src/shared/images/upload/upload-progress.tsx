import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Progress } from '@luit/ui/progress';
import { formatDuration } from '../../../lib/format';
import { uploadCopy } from '../copy';
import { formatRate, rateOf } from './transfer-rate';
import type { UploadState } from './use-image-upload';

interface UploadProgressProps {
  state: UploadState;
  onCancel: () => void;
}

/** How much of an image has arrived, how fast it goes, and a way to cancel. */
export function UploadProgress({ state, onCancel }: UploadProgressProps) {
  const { sentBytes, totalBytes, interruption, samples } = state;
  const percent = Math.floor((sentBytes / totalBytes) * 100);
  const rate = interruption ? null : rateOf(samples);
  const seconds = rate === null ? null : Math.ceil((totalBytes - sentBytes) / rate);
  const details = [
    `${percent}%`,
    ...(rate === null ? [] : [formatRate(rate)]),
    ...(seconds ? [uploadCopy.left(formatDuration(seconds))] : []),
  ];
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-semibold">{uploadCopy.uploading}</p>
          <p className="text-sm text-muted tabular-nums">{details.join(' · ')}</p>
        </div>
        <Button size="sm" tone="secondary" onClick={onCancel}>
          {uploadCopy.cancel}
        </Button>
      </div>
      <Progress value={percent} label={uploadCopy.uploading} isActive={!interruption} />
      <div role="status">{interruption && <Alert tone="accent">{uploadCopy.interrupted[interruption]}</Alert>}</div>
      <p className="text-sm text-muted">{uploadCopy.stay}</p>
    </div>
  );
}
