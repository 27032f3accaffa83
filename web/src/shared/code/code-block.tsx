import { t } from '@lingui/core/macro';
import { EdgeShadow } from '@luit/ui/edge-shadow';
import { useClipboard } from '@luit/ui/use-clipboard';
import { useOverflow } from '@luit/ui/use-overflow';
import { Check, Copy } from 'lucide-react';
import { useRef } from 'react';
import { logFailure } from '../../lib/log';

interface CodeBlockProps {
  /** The name of the file or what the code is, in English. */
  name: string;
  code: string;
}

/** Code with a button that copies it. On phones, it scrolls sideways, with the keyboard as well. */
export function CodeBlock({ name, code }: CodeBlockProps) {
  const { outcome, copy } = useClipboard(code, (cause) => logFailure('Copying code failed', cause));
  const scrolled = useRef<HTMLPreElement>(null);
  const { isWider, before, after } = useOverflow(scrolled);
  const isCopied = outcome === 'copied';
  const Icon = isCopied ? Check : Copy;
  return (
    <figure className="min-w-0 overflow-hidden rounded-card border border-line bg-surface">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line py-1 pr-1 pl-4">
        <span lang="en" className="min-w-0 font-mono text-label wrap-anywhere text-muted">
          {name}
        </span>
        <button
          type="button"
          aria-label={t`Copy ${name}`}
          className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-control px-3 text-sm font-semibold text-muted hover:bg-sunken hover:text-ink print:hidden"
          onClick={() => void copy()}
        >
          <Icon className="size-4" aria-hidden />
          {isCopied ? t`Copied` : t({ message: 'Copy', context: 'verb on a button' })}
        </button>
      </figcaption>
      <div className="relative">
        <pre
          ref={scrolled}
          lang="en"
          dir="ltr"
          tabIndex={isWider ? 0 : undefined}
          className="overflow-x-auto px-4 py-3.5 text-label print:whitespace-pre-wrap"
        >
          {/* The gateway writes its own address into the prerendered page. It may differ from the one in the address bar. */}
          <code suppressHydrationWarning className="block w-max min-w-full font-mono">
            {code}
          </code>
        </pre>
        {before && <EdgeShadow edge="left" isOnlyCue className="bottom-0 print:hidden" />}
        {after && <EdgeShadow edge="right" isOnlyCue className="bottom-0 print:hidden" />}
      </div>
      <p role="status" className="px-4 pb-3 text-sm text-danger empty:hidden">
        {outcome === 'failed' && t`Your browser didn’t allow copying. Select the code and copy it.`}
      </p>
    </figure>
  );
}
