import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { useConnection } from '../../../lib/use-connection';

const TEXTS = {
  video: () =>
    t`We can’t get updates from the server right now. Your video is still processing, and this page updates as soon as the server responds.`,
  image: () =>
    t`We can’t get updates from the server right now. Your image is still processing, and this page updates as soon as the server responds.`,
  photo: () =>
    t`We can’t get updates from the server right now. Your photo is still processing, and this page updates as soon as the server responds.`,
};

interface ServerTroubleProps {
  noun: 'video' | 'image' | 'photo';
}

/** Says that the server answers with errors. Without a connection, the banner of the app says so, and this says nothing. */
export function ServerTrouble({ noun }: ServerTroubleProps) {
  if (useConnection() !== 'online') return null;
  return <Alert tone="accent">{TEXTS[noun]()}</Alert>;
}
