import { Button } from '@luit/ui/button';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { isReason, ReasonField } from '../../components/reason-field';
import { useServices } from '../../lib/services';
import { FINDINGS_PATH } from './findings';

interface OpenedFile {
  url: string;
  isVideo: boolean;
}

/** The output that a finding is about, which is loaded once the operator gives a reason. */
export function FindingOutput({ id }: { id: string }) {
  const { client } = useServices();
  const [isAsked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const [file, setFile] = useState<OpenedFile | null>(null);
  useEffect(() => () => URL.revokeObjectURL(file?.url ?? ''), [file]);

  const open = async () => {
    const blob = await client.openFile(`${FINDINGS_PATH}/${id}/output`, reason);
    setFile({ url: URL.createObjectURL(blob), isVideo: blob.type.startsWith('video/') });
  };
  if (file?.isVideo) {
    // Refused outputs have no captions.
    return (
      <video controls muted src={file.url} aria-label="Output of this prompt" className="mt-2 max-h-72 rounded-frame" />
    );
  }
  if (file) return <img src={file.url} alt="Output of this prompt" className="mt-2 max-h-72 rounded-frame" />;
  return (
    <div className="mt-2">
      <Button tone="secondary" size="sm" onClick={() => setAsked(true)}>
        View output
      </Button>
      {isAsked && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(false)}
          title="View the output?"
          confirmLabel="View output"
          isDisabled={!isReason(reason)}
          onConfirm={open}
        >
          <p>It may be disturbing. That you look at it is recorded in the audit log.</p>
          <ReasonField value={reason} onChange={setReason} />
        </ConfirmDialog>
      )}
    </div>
  );
}
