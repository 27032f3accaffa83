import { studioCopy } from '../copy';
import { commandKey } from '../command-key';

/** The stage before anything was started or chosen. */
export function StageIdle() {
  return (
    <div
      data-theme="dark"
      className="relative isolate grid aspect-video content-end overflow-hidden rounded-card p-6 text-ink shadow-card"
    >
      {/* Lazy, because phones hide the stage. */}
      <img
        src="/scenes/city.webp"
        loading="lazy"
        alt=""
        width={1600}
        height={900}
        className="absolute inset-0 -z-20 size-full object-cover"
      />
      <div className="absolute inset-0 -z-10 bg-gradient-to-t from-[#04141a]/92 via-[#04141a]/60 to-[#04141a]/30" />
      <p className="text-title heading">{studioCopy.idleTitle}</p>
      <p className="mt-1 max-w-xl text-sm text-[#c5d6d3]">{studioCopy.idleText}</p>
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-[#c5d6d3] pointer-coarse:hidden">
        <span>
          <Key>{commandKey()}</Key> <Key>Enter</Key> {studioCopy.generateKey}
        </span>
        <span>
          <Key>{commandKey()}</Key> <Key>K</Key> {studioCopy.menuKey}
        </span>
      </p>
    </div>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-grid min-w-6 place-items-center rounded-frame border border-[#61797b] px-1.5 font-sans text-label text-ink">
      {children}
    </kbd>
  );
}
