import { toast } from '@luit/ui/toaster';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../lib/services';
import { readDraft, saveDraftImage } from '../../shared/drafts/draft-store';
import { imageMessages } from '../../shared/images/copy';
import { prepareImage } from '../../shared/images/image-file';
import { useDroppedOrPasted } from '../../shared/studio/use-dropped-or-pasted';

/**
 * Moves an image that is chosen, pasted or dropped on a page that starts from a prompt to the page that starts from an image, together with the prompt
 * unless that page has a draft of its own.
 */
export function useImageHandover(prompt: string): (file: File) => void {
  const navigate = useNavigate();
  const { user } = useSession();
  const handOver = async (file: File) => {
    const image = await prepareImage(file);
    if (!(image instanceof File)) return void toast.error(imageMessages[image]);
    const userId = user?.id ?? '';
    await saveDraftImage(userId, 'image', image);
    const isFree = prompt !== '' && !readDraft(userId, 'image')?.prompt;
    await navigate('/image-to-video-upload', { state: isFree ? { prompt } : null });
  };
  const take = (file: File) => void handOver(file);
  useDroppedOrPasted(take);
  return take;
}
