import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Dialog } from '@luit/ui/dialog';
import { ErrorState } from '@luit/ui/error-state';
import { Spinner } from '@luit/ui/spinner';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error';
import { useServices } from '../../lib/services';
import { NewShareLink } from './new-share-link';
import { shareLinkQuery } from './share-link-query';
import { ShareLinkSettings } from './share-link-settings';

const title = {
  get video() {
    return t`Share this video`;
  },
  get image_video() {
    return t`Share this video`;
  },
  get image() {
    return t`Share this image`;
  },
  get restore() {
    return t`Share this photo`;
  },
};

interface ShareDialogProps {
  request: Pick<RequestView, 'id' | 'type'>;
  isOpen: boolean;
  onClose: () => void;
}

/** Creates a link to a finished request, or shows the one that exists. */
export function ShareDialog({ request, isOpen, onClose }: ShareDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title[request.type]}
      description={t`Anyone who has the link can see and download it. They don’t see your name or your account.`}
    >
      {isOpen && <ShareLink request={request} />}
    </Dialog>
  );
}

function ShareLink({ request: { id, type } }: Pick<ShareDialogProps, 'request'>) {
  const { api } = useServices();
  const { data: link, error, refetch } = useQuery(shareLinkQuery(api, id));
  if (link) return <ShareLinkSettings requestId={id} hasPrompt={type !== 'restore'} link={link} />;
  if (link === null) return <NewShareLink requestId={id} hasPrompt={type !== 'restore'} />;
  if (error) {
    return (
      <ErrorState title={t`We couldn’t load the link`} onRetry={() => void refetch()}>
        {messageOf(error, '')}
      </ErrorState>
    );
  }
  return (
    <p role="status" className="flex items-center gap-3 py-6 text-muted">
      <Spinner />
      {t`Loading the link`}
    </p>
  );
}
