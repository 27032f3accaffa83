import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { Dropzone } from '@luit/ui/dropzone';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/format';
import { dropzoneCopy, IMAGE_TYPES } from '../copy';
import { useObjectUrl, usePastedImage } from '../image-file';

interface ImagePickerProps {
  label: string;
  hint?: ReactNode;
  /** Why the last file was not accepted. */
  error?: string;
  file: File | null;
  /** Receives any chosen, dropped or pasted file; the caller validates it. */
  onChoose: (file: File) => void;
  onRemove: () => void;
}

/** Accepts one image from a file, by drag and drop, from the clipboard or from a phone's camera. */
export function ImagePicker({ label, hint, error, file, onChoose, onRemove }: ImagePickerProps) {
  usePastedImage(onChoose);
  return (
    <Dropzone
      label={label}
      hint={hint}
      error={error}
      accept={IMAGE_TYPES}
      texts={dropzoneCopy}
      chosen={
        file &&
        ((choose) => <Chosen file={file} removeLabel={t`Remove image`} onReplace={choose} onRemove={onRemove} />)
      }
      onFile={onChoose}
    />
  );
}

interface ChosenProps {
  file: File;
  removeLabel: string;
  onReplace: () => void;
  onRemove: () => void;
}

function Chosen({ file, removeLabel, onReplace, onRemove }: ChosenProps) {
  const url = useObjectUrl(file);
  return (
    <div>
      {url && (
        <img
          src={url}
          alt={t`Preview of ${{ fileName: file.name }}`}
          className="mx-auto max-h-80 w-full bg-[#04110f] object-contain"
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 bg-surface p-3">
        <p className="min-w-0 flex-1 truncate text-sm text-muted" title={file.name}>
          {file.name} · {formatNumber(Math.max(1, Math.round(file.size / 1024)))} kB
        </p>
        <div className="flex gap-2">
          <Button size="sm" tone="secondary" onClick={onReplace}>
            {t`Replace`}
          </Button>
          <Button size="sm" tone="secondary" aria-label={removeLabel} onClick={onRemove}>
            <Trash2 className="size-4" aria-hidden />
          </Button>
        </div>
      </div>
    </div>
  );
}
