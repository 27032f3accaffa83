import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { useConnection } from '../../../lib/use-connection';

interface ServerTroubleProps {
  noun: 'video' | 'photo';
  className: string;
}

/** Says that the server answers with errors. Without a connection, the banner of the app says so, and this says nothing. */
export function ServerTrouble({ noun, className }: ServerTroubleProps) {
  if (useConnection() !== 'online') return null;
  return (
    <Alert tone="accent" className={className}>
      {noun === 'photo'
        ? t`We can’t get updates from the server right now. Your photo is still processing, and this page updates as soon as the server responds.`
        : t`We can’t get updates from the server right now. Your video is still processing, and this page updates as soon as the server responds.`}
    </Alert>
  );
}
