import { useNavigate } from 'react-router-dom';
import { savePrompt } from '../../lib/saved-prompt';
import { useSession } from '../../lib/services';

/** Goes to Prompt to Video with a prompt; visitors find it there after they have signed in or up. */
export function useStartVideo(): (prompt: string) => void {
  const navigate = useNavigate();
  const { status } = useSession();
  return (prompt) => {
    const wish = prompt.trim();
    if (wish && status !== 'signed-in') savePrompt(wish);
    void navigate('/image-to-video', { state: wish ? { prompt: wish } : null });
  };
}
