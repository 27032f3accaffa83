import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Progress } from '@luit/ui/progress';
import { formatDuration } from '../../../lib/format';
import { formatRate, rateOf } from './transfer-rate';
import type { UploadState } from './use-image-upload';

const interrupted = {
  get offline() {
    return t`Connection lost. The upload will resume.`;
  },
  get busy() {
    return t`The server is busy. The upload will resume.`;
  },
};

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
    ...(seconds ? [t`about ${{ time: formatDuration(seconds) }} left`] : []),
  ];
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-semibold">{t`Uploading your image`}</p>
          <p className="text-sm text-muted tabular-nums">{details.join(' · ')}</p>
        </div>
        <Button size="sm" tone="secondary" onClick={onCancel}>
          {t`Cancel upload`}
        </Button>
      </div>
      <Progress value={percent} label={t`Uploading your image`} isActive={!interruption} />
      <div role="status">{interruption && <Alert tone="accent">{interrupted[interruption]}</Alert>}</div>
      <p className="text-sm text-muted">{t`Please keep this page open until the upload is finished.`}</p>
    </div>
  );
}
