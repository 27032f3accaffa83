import { Button } from '@luit/ui/button';
import { useEffect, useState } from 'react';
import { useServices } from '../lib/services';
import { ReasonedDialog } from './reasoned-dialog';

interface OpenedFile {
  url: string;
  isVideo: boolean;
}

interface ReasonedFileProps {
  /** Sends the file for a reason. */
  path: string;
  /** What it is, for people who do not see it. */
  label: string;
}

/** A video or photo that is loaded once the operator gives a reason. */
export function ReasonedFile({ path, label }: ReasonedFileProps) {
  const { client } = useServices();
  const [isAsked, setAsked] = useState(false);
  const [file, setFile] = useState<OpenedFile | null>(null);
  useEffect(() => () => URL.revokeObjectURL(file?.url ?? ''), [file]);

  const open = async (reason: string) => {
    const blob = await client.openFile(path, reason);
    setFile({ url: URL.createObjectURL(blob), isVideo: blob.type.startsWith('video/') });
  };
  if (file?.isVideo) {
    // Outputs have no captions.
    return <video controls muted src={file.url} aria-label={label} className="mt-2 max-h-72 rounded-frame" />;
  }
  if (file) return <img src={file.url} alt={label} className="mt-2 max-h-72 rounded-frame" />;
  return (
    <div className="mt-2">
      <Button tone="secondary" size="sm" onClick={() => setAsked(true)}>
        View output
      </Button>
      {isAsked && (
        <ReasonedDialog
          onClose={() => setAsked(false)}
          title="View the output?"
          description="It may be disturbing. The audit log records that you viewed it."
          confirmLabel="View output"
          onConfirm={open}
        />
      )}
    </div>
  );
}
