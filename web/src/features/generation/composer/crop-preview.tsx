import { t } from '@lingui/core/macro';
import { WIDTH_TO_HEIGHT } from '@luit/contracts/generation/limits';
import type { AspectRatio, Framing } from '@luit/contracts/generation/options';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useObjectUrl } from '../../../shared/images/image-file';

const KEY_STEP = 0.05;
const KEYS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const CENTER: Framing = { x: 0.5, y: 0.5 };

interface CropPreviewProps {
  image: File;
  /** Width to height of the image. */
  imageRatio: number;
  ratio: Exclude<AspectRatio, 'original'>;
  framing: Framing | undefined;
  onChange: (framing: Framing) => void;
}

/** The image as the video will crop it. Dragging or arrow keys move it along the side that is cropped. */
export function CropPreview({ image, imageRatio, ratio, framing = CENTER, onChange }: CropPreviewProps) {
  const url = useObjectUrl(image);
  const drag = useRef<{ at: number; value: number } | null>(null);
  const target = WIDTH_TO_HEIGHT[ratio];
  const axis = imageRatio > target ? 'x' : 'y';
  const value = framing[axis];
  // The hidden part of the image, in multiples of the visible side.
  const hidden = axis === 'x' ? imageRatio / target - 1 : target / imageRatio - 1;
  if (!url || hidden < 0.01) return null;

  const moveTo = (next: number) => onChange({ ...framing, [axis]: Math.min(1, Math.max(0, next)) });
  const position = (event: PointerEvent) => (axis === 'x' ? event.clientX : event.clientY);
  const pointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!drag.current) return;
    const side = axis === 'x' ? event.currentTarget.clientWidth : event.currentTarget.clientHeight;
    moveTo(drag.current.value - (position(event) - drag.current.at) / (side * hidden));
  };
  const keyDown = (event: KeyboardEvent) => {
    const step = KEYS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    moveTo(value + step * KEY_STEP);
  };
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-semibold">{t`Framing`}</p>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t`Framing`}
        aria-orientation={axis === 'x' ? 'horizontal' : 'vertical'}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(value * 100)}
        onKeyDown={keyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { at: position(event), value };
        }}
        onPointerMove={pointerMove}
        onPointerUp={() => (drag.current = null)}
        onPointerCancel={() => (drag.current = null)}
        className="mx-auto max-h-72 max-w-full cursor-grab touch-none overflow-hidden rounded-control bg-[#04110f] active:cursor-grabbing"
        style={{
          aspectRatio: target,
          width: target >= 1 ? '100%' : undefined,
          height: target < 1 ? '18rem' : undefined,
        }}
      >
        <img
          src={url}
          alt=""
          draggable={false}
          className="size-full object-cover"
          style={{ objectPosition: `${framing.x * 100}% ${framing.y * 100}%` }}
        />
      </div>
      <p className="text-sm text-muted">{t`This part of your image is used. Drag it, or move it with the arrow keys.`}</p>
    </div>
  );
}
