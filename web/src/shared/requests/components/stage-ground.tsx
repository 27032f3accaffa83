import type { ReactNode } from 'react';

interface StageGroundProps {
  /** The address of what the job starts from. */
  picture?: string | null | undefined;
  words: string;
  /** The state of the job, below. */
  children: ReactNode;
}

/** The words of a job in large letters over its own picture, as long as it has no result. */
export function StageGround({ picture, words, children }: StageGroundProps) {
  return (
    <div
      data-theme="dark"
      className="relative isolate flex min-h-72 flex-1 flex-col overflow-hidden rounded-card bg-[#0b2f36] text-ink max-lg:min-h-[max(16rem,36dvh)]"
    >
      {picture && <img src={picture} alt="" className="absolute inset-0 -z-20 size-full object-contain" />}
      {picture && words && <div className="absolute inset-0 -z-10 bg-[#04141a]/60" />}
      <div className="grid min-h-0 flex-1 content-center overflow-hidden px-5 py-6 sm:px-12">
        <p
          dir="auto"
          className="line-clamp-5 text-center text-[clamp(1.25rem,3.2vw,2.5rem)] leading-tight font-semibold text-balance wrap-anywhere"
        >
          {words}
        </p>
      </div>
      <div className="grid gap-2 bg-[#04141a]/80 px-5 py-4 sm:px-8">{children}</div>
    </div>
  );
}
