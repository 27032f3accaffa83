import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { uiTexts } from './texts';

const FIELD = ['input:not([type=hidden])', 'textarea', 'select'].map((one) => `${one}:not(:disabled)`).join();

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** A modal dialog that focuses its first field, traps focus, closes on Escape or an outside click, and returns focus to its opener. */
export function Dialog({ isOpen, onClose, title, description, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-[#04110f]/60 backdrop-blur-[2px] transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={popup}
          // On touch screens the default avoids opening the keyboard.
          initialFocus={(openType) =>
            openType === 'touch' ? true : (popup.current?.querySelector<HTMLElement>(FIELD) ?? true)
          }
          className="fixed inset-x-0 bottom-0 z-50 mx-auto max-h-[92dvh] w-full max-w-xl overflow-y-auto rounded-t-card border border-line bg-surface p-6 text-ink shadow-float transition-[opacity,transform] duration-200 ease-standard data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2 sm:rounded-card sm:data-starting-style:-translate-y-[46%]"
        >
          <div className="mb-5 flex items-start justify-between gap-4">
            <div className="min-w-0 wrap-anywhere">
              <Base.Title className="text-title heading">{title}</Base.Title>
              {description && <Base.Description className="mt-1 text-muted">{description}</Base.Description>}
            </div>
            <Base.Close
              aria-label={uiTexts.close}
              className="-mt-1 -mr-2 grid size-10 shrink-0 cursor-pointer place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
            >
              <X className="size-5" aria-hidden />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
