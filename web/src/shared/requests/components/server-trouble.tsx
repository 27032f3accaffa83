import { Alert } from '@luit/ui/alert';
import { useConnection } from '../../../lib/use-connection';
import { requestCopy } from '../copy';

interface ServerTroubleProps {
  noun: 'video' | 'photo';
  className: string;
}

/** Says that the server answers with errors. Without a connection, the banner of the app says so, and this says nothing. */
export function ServerTrouble({ noun, className }: ServerTroubleProps) {
  if (useConnection() !== 'online') return null;
  return (
    <Alert tone="accent" className={className}>
      {requestCopy.unreachable(noun)}
    </Alert>
  );
}
