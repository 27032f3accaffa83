import { clsx } from 'clsx';
import { Camera, ImageUp } from 'lucide-react';
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Button, buttonClass } from './button';

interface DropzoneProps {
  label: string;
  hint?: ReactNode;
  /** Why the last file was not accepted. */
  error?: string;
  /** Accepted MIME types. */
  accept: readonly string[];
  texts: { drop: string; formats: string; choose: string; camera: string };
  /** Renders the chosen file in place of the drop target; `choose` opens the file dialog. */
  chosen: ((choose: () => void) => ReactNode) | null;
  onFile: (file: File) => void;
}

/** Accepts one file from the file dialog, by drag and drop, or from a phone's camera. */
export function Dropzone({ label, hint, error, accept, texts, chosen, onFile }: DropzoneProps) {
  const labelId = useId();
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [isDragOver, setDragOver] = useState(false);
  const choose = () => input.current?.click();

  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={error ? errorId : undefined} className="grid gap-1.5">
      <p id={labelId} className="text-sm font-semibold">
        {label}
      </p>
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setDragOver(true);
        }}
        onDragLeave={() => setDragOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setDragOver(false);
          const [dropped] = event.dataTransfer.files;
          if (dropped) onFile(dropped);
        }}
        className={clsx(
          'overflow-hidden rounded-card border-2 transition-colors duration-150 ease-standard',
          chosen ? 'border-line bg-sunken' : 'border-dashed',
          !chosen && (isDragOver ? 'border-info bg-info-wash' : 'bg-sunken'),
          !chosen && !isDragOver && (error ? 'border-danger' : 'border-edge'),
        )}
      >
        {chosen ? (
          <Chosen render={chosen} choose={choose} />
        ) : (
          <div className="grid justify-items-center gap-4 px-5 py-9 text-center sm:py-12">
            <ImageUp className="size-9 text-muted" strokeWidth={1.5} aria-hidden />
            <div>
              <p className="font-semibold text-balance">{texts.drop}</p>
              <p className="mt-1 text-sm text-muted">{texts.formats}</p>
            </div>
            <div className="flex flex-wrap justify-center gap-3">
              <Button tone="secondary" onClick={choose}>
                {texts.choose}
              </Button>
              <button
                type="button"
                onClick={() => camera.current?.click()}
                className={buttonClass('secondary', 'md', 'pointer-fine:hidden')}
              >
                <Camera className="size-4" aria-hidden />
                {texts.camera}
              </button>
            </div>
          </div>
        )}
        <FileField field={input} accept={accept.join(',')} onFile={onFile} />
        <FileField field={camera} accept="image/*" capture="environment" onFile={onFile} />
      </div>
      {error && (
        <p id={errorId} role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
      {hint && <div className="text-sm text-muted">{hint}</div>}
    </div>
  );
}

function Chosen({ render, choose }: { render: (choose: () => void) => ReactNode; choose: () => void }) {
  return render(choose);
}

interface FileFieldProps {
  field: RefObject<HTMLInputElement | null>;
  accept: string;
  capture?: 'environment';
  onFile: (file: File) => void;
}

function FileField({ field, accept, capture, onFile }: FileFieldProps) {
  return (
    <input
      ref={field}
      type="file"
      accept={accept}
      capture={capture}
      aria-hidden
      tabIndex={-1}
      className="sr-only"
      onChange={({ currentTarget }) => {
        const [chosen] = currentTarget.files ?? [];
        // Without this, choosing the same file again after removing it would not fire `change`.
        currentTarget.value = '';
        if (chosen) onFile(chosen);
      }}
    />
  );
}
