import { useNavigate } from 'react-router-dom';
import { savePrompt } from '../../lib/saved-prompt';
import { useSession } from '../../lib/services';

/** Opens Prompt to Video with a prompt. Visitors sign up first; their prompt is saved until they have signed in or up. */
export function useStartVideo(): (prompt: string) => void {
  const navigate = useNavigate();
  const { status } = useSession();
  return (prompt) => {
    const trimmed = prompt.trim();
    const isVisitor = status !== 'signed-in';
    if (trimmed && isVisitor) savePrompt(trimmed);
    void navigate('/image-to-video', { state: { signsUp: isVisitor, ...(trimmed && { prompt: trimmed }) } });
  };
}
