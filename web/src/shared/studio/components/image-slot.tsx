import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { Popover } from '@luit/ui/popover';
import { clsx } from 'clsx';
import { Plus, X } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { formatNumber } from '../../../lib/format';
import { imageMessages, IMAGE_TYPES } from '../../images/copy';
import { useObjectUrl } from '../../images/image-file';
import { useImageChoice } from '../../images/use-image-choice';

interface ImageSlotProps {
  label: string;
  /** Left out where the slot never keeps an image. */
  removeLabel?: string;
  file: File | null;
  /** Why the last file was not accepted. */
  problem?: string | undefined;
  /** Receives any chosen or dropped file; the caller validates it. */
  onChoose: (file: File) => void;
  onRemove?: () => void;
  /** Above the file's name in the popover of a chosen image; otherwise the image. */
  crop?: ReactNode;
}

const TILE = 'size-11 overflow-hidden rounded-control sm:size-18';

/** A tile beside the prompt that takes one image. A chosen one opens in a popover, where it is cropped or replaced. */
export function ImageSlot({ label, removeLabel, file, problem, onChoose, onRemove, crop }: ImageSlotProps) {
  const problemId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const url = useObjectUrl(file);
  const choose = () => input.current?.click();
  return (
    // Its problem is a row of its own among what is beside it.
    <div role="group" aria-label={label} aria-describedby={problem && problemId} className="contents">
      <div
        onDrop={(event) => {
          event.preventDefault();
          const [dropped] = event.dataTransfer.files;
          if (dropped) onChoose(dropped);
        }}
        className="relative"
      >
        {file && url ? (
          <>
            <Popover
              side="top"
              isOpen={isOpen}
              onOpenChange={setOpen}
              label={`${label}: ${file.name}`}
              title={label}
              triggerClassName={clsx(TILE, 'block cursor-pointer border border-line bg-[#04110f]')}
              trigger={
                <img src={url} alt={t`Preview of ${{ fileName: file.name }}`} className="size-full object-cover" />
              }
            >
              <div className="grid gap-3 p-4">
                <div>
                  {crop || <img src={url} alt="" className="mx-auto max-h-72 rounded-control object-contain" />}
                </div>
                <div className="flex items-center justify-between gap-3">
                  <p className="min-w-0 truncate text-sm text-muted" title={file.name}>
                    {file.name} · {formatNumber(Math.max(1, Math.round(file.size / 1024)))} kB
                  </p>
                  <Button size="sm" tone="secondary" onClick={choose}>
                    {t`Replace`}
                  </Button>
                </div>
              </div>
            </Popover>
            <button
              type="button"
              aria-label={removeLabel}
              onClick={onRemove}
              className="absolute -top-2 -right-2 grid size-6 cursor-pointer place-items-center rounded-full border border-line bg-surface text-ink shadow-card hover:bg-sunken"
            >
              <X className="size-3.5" aria-hidden />
            </button>
          </>
        ) : (
          <button
            type="button"
            onClick={choose}
            className={clsx(
              TILE,
              'grid cursor-pointer content-center justify-items-center gap-1 border-2 border-dashed bg-sunken px-1 text-center text-muted hover:border-ink hover:text-ink',
              problem ? 'border-danger' : 'border-edge',
            )}
          >
            <Plus className="size-5" aria-hidden />
            <span className="text-label leading-tight font-semibold max-sm:sr-only">{label}</span>
          </button>
        )}
        <input
          ref={input}
          type="file"
          accept={IMAGE_TYPES.join(',')}
          aria-hidden
          tabIndex={-1}
          className="sr-only"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            // Without this, choosing the same file again after removing it would not fire `change`.
            currentTarget.value = '';
            if (chosen) onChoose(chosen);
          }}
        />
      </div>
      {problem && (
        <p id={problemId} role="alert" className="order-last basis-full text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

interface ReferenceSlotsProps {
  files: File[];
  most: number;
  onChange: (files: File[]) => void;
}

/** One slot for each image of what the video shows, and one more while the model takes more. */
export function ReferenceSlots({ files, most, onChange }: ReferenceSlotsProps) {
  const slots = [...files.slice(0, most), ...(files.length < most ? [null] : [])];
  return slots.map((file, index) => (
    <ReferenceSlot
      // Images have no other identity, and a slot keeps its problem.
      key={index}
      number={index + 1}
      file={file}
      onImage={(image) => onChange([...files.slice(0, index), ...(image ? [image] : []), ...files.slice(index + 1)])}
    />
  ));
}

interface ReferenceSlotProps {
  number: number;
  file: File | null;
  onImage: (image: File | null) => void;
}

function ReferenceSlot({ number, file, onImage }: ReferenceSlotProps) {
  const { problem, choose, remove } = useImageChoice(onImage);
  return (
    <ImageSlot
      label={t`Reference ${number}`}
      removeLabel={t`Remove reference ${number}`}
      file={file}
      problem={problem && imageMessages[problem]}
      onChoose={choose}
      onRemove={remove}
    />
  );
}
