import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import type { MenuAction } from '@luit/ui/action-menu';
import { Clapperboard, Pencil, Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { logFailure } from '../../../lib/log';
import { useSession } from '../../../lib/services';
import { saveDraftImage } from '../../../shared/drafts/draft-store';
import { fetchImage } from '../../../shared/images/image-file';
import type { Generation } from '../use-generation';

/** What can be made of a finished image. All of it fills a form. */
export function useImageActions(request: RequestView, generation: Generation, onChange: (image: File) => void) {
  const { user } = useSession();
  const navigate = useNavigate();
  const [hasFailed, setFailed] = useState(false);
  const withImage = async (handle: (image: File) => Promise<void> | void) => {
    setFailed(false);
    try {
      await handle(await fetchImage(request.outputUrl ?? ''));
    } catch (cause) {
      logFailure('Loading an image failed', cause);
      setFailed(true);
    }
  };
  const makeVideo = () =>
    withImage(async (image) => {
      await saveDraftImage(user?.id ?? '', 'image', image);
      await navigate('/image-to-video-upload');
    });
  const hasOutput = request.outputUrl !== null && !request.takedown;
  const ofOutput: MenuAction[] = [
    { label: t`Make a video of it`, Icon: Clapperboard, run: () => void makeVideo() },
    { label: t`Change this image`, Icon: Pencil, run: () => void withImage(onChange) },
  ];
  const actions: MenuAction[] = [
    ...(hasOutput ? ofOutput : []),
    { label: t`Edit the prompt`, Icon: RotateCcw, run: generation.edit },
    { label: t`New image`, Icon: Plus, run: generation.startNew },
  ];
  return { actions, hasFailed };
}
