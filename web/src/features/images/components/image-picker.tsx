import { Button, buttonClass } from '@luit/ui/button';
import { clsx } from 'clsx';
import { Camera, ImageUp, Trash2 } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { formatNumber } from '../../../lib/format';
import { imageCopy, IMAGE_TYPES } from '../copy';
import { useObjectUrl, usePastedImage } from '../image-file';

interface ImagePickerProps {
  label: string;
  hint?: ReactNode;
  file: File | null;
  /** Whatever was chosen, dropped or pasted; the caller says what is wrong with it. */
  onChoose: (file: File) => void;
  onRemove: () => void;
}

/** Takes one image: from a file, by drag and drop, from the clipboard, or from a phone's camera. */
export function ImagePicker({ label, hint, file, onChoose, onRemove }: ImagePickerProps) {
  const labelId = useId();
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  usePastedImage(onChoose);

  const take = (field: HTMLInputElement) => {
    const [chosen] = field.files ?? [];
    // So that the same file can be chosen again after it was removed.
    field.value = '';
    if (chosen) onChoose(chosen);
  };

  return (
    <div role="group" aria-labelledby={labelId} className="grid gap-1.5">
      <p id={labelId} className="text-sm font-semibold">
        {label}
      </p>
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [dropped] = event.dataTransfer.files;
          if (dropped) onChoose(dropped);
        }}
        className={clsx(
          'overflow-hidden rounded-card border-2 transition-colors duration-150 ease-current',
          file ? 'border-line bg-sunken' : 'border-dashed',
          !file && (isOver ? 'border-river bg-river-wash' : 'border-edge bg-sunken'),
        )}
      >
        {file ? (
          <Chosen file={file} onReplace={() => input.current?.click()} onRemove={onRemove} />
        ) : (
          <div className="grid justify-items-center gap-4 px-5 py-9 text-center sm:py-12">
            <ImageUp className="size-9 text-muted" strokeWidth={1.5} aria-hidden />
            <div>
              <p className="font-semibold text-balance">{imageCopy.drop}</p>
              <p className="mt-1 text-sm text-muted">{imageCopy.formats}</p>
            </div>
            <div className="flex flex-wrap justify-center gap-3">
              <Button tone="quiet" onClick={() => input.current?.click()}>
                {imageCopy.choose}
              </Button>
              <button
                type="button"
                onClick={() => camera.current?.click()}
                className={buttonClass('quiet', 'md', 'pointer-fine:hidden')}
              >
                <Camera className="size-4" aria-hidden />
                {imageCopy.camera}
              </button>
            </div>
          </div>
        )}
        <input
          ref={input}
          type="file"
          accept={IMAGE_TYPES.join(',')}
          aria-hidden
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => take(event.currentTarget)}
        />
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          aria-hidden
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => take(event.currentTarget)}
        />
      </div>
      {hint && <div className="text-sm text-muted">{hint}</div>}
    </div>
  );
}

interface ChosenProps {
  file: File;
  onReplace: () => void;
  onRemove: () => void;
}

function Chosen({ file, onReplace, onRemove }: ChosenProps) {
  const url = useObjectUrl(file);
  return (
    <div>
      {url && (
        <img
          src={url}
          alt={imageCopy.preview(file.name)}
          className="mx-auto max-h-80 w-full bg-[#04110f] object-contain"
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 bg-surface p-3">
        <p className="min-w-0 flex-1 truncate text-sm text-muted" title={file.name}>
          {file.name} · {formatNumber(Math.max(1, Math.round(file.size / 1024)))} kB
        </p>
        <div className="flex gap-2">
          <Button size="sm" tone="quiet" onClick={onReplace}>
            {imageCopy.replace}
          </Button>
          <Button size="sm" tone="quiet" aria-label={imageCopy.remove} onClick={onRemove}>
            <Trash2 className="size-4" aria-hidden />
          </Button>
        </div>
      </div>
    </div>
  );
}
