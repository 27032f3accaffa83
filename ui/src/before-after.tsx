import { MoveHorizontal } from 'lucide-react';
import { clsx } from 'clsx';
import { useState } from 'react';

interface BeforeAfterProps {
  before: { src: string; label: string };
  after: { src: string; label: string };
  /** The slider's accessible name. */
  label: string;
  /** Its size; both images fill it in their own ratio. */
  className?: string;
}

/** Compares two images with a slider that works by pointer, touch and arrow keys. */
export function BeforeAfter({ before, after, label, className = 'max-h-[75dvh]' }: BeforeAfterProps) {
  const [position, setPosition] = useState(50);
  return (
    <div
      className={clsx(
        'relative isolate overflow-hidden rounded-card bg-[#04110f] shadow-float has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-info',
        className,
      )}
    >
      <img src={after.src} alt={after.label} className="mx-auto block max-h-[inherit] w-full object-contain" />
      <img
        src={before.src}
        alt={before.label}
        className="absolute inset-0 size-full object-contain"
        style={{ clipPath: `inset(0 ${100 - position}% 0 0)` }}
      />
      <Tag className="left-3">{before.label}</Tag>
      <Tag className="right-3">{after.label}</Tag>
      <div aria-hidden className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white" style={{ left: `${position}%` }}>
        <span className="absolute top-1/2 left-1/2 grid size-11 -translate-1/2 place-items-center rounded-full bg-white text-[#04110f] shadow-float">
          <MoveHorizontal className="size-5" />
        </span>
      </div>
      <input
        type="range"
        min={0}
        max={100}
        value={position}
        aria-label={label}
        aria-valuetext={`${after.label} ${100 - position}%`}
        onChange={(event) => setPosition(Number(event.target.value))}
        className="absolute inset-0 size-full cursor-ew-resize opacity-0"
      />
    </div>
  );
}

function Tag({ className, children }: { className: string; children: string }) {
  return (
    <span
      aria-hidden
      className={`absolute top-3 rounded-control bg-[#04110f]/75 px-2.5 py-1 text-label font-semibold text-white ${className}`}
    >
      {children}
    </span>
  );
}
