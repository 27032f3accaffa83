import type { RequestView } from '@luit/contracts/http/requests';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import { requestCopy } from '../../../shared/requests/copy';

const TONES: Record<RequestView['status'], BadgeTone> = { completed: 'success', processing: 'info', failed: 'danger' };

export function StateBadge({ request: { status, canceled } }: { request: RequestView }) {
  return (
    <Badge tone={canceled ? 'neutral' : TONES[status]}>{requestCopy.badges[canceled ? 'canceled' : status]}</Badge>
  );
}
