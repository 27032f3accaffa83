import { useNavigate } from 'react-router-dom';
import { draftOf } from './draft';
import type { Draft } from './draft-store';
import { savePrompt } from './saved-prompt';
import { useSession } from '../../lib/services';

/**
 * Opens Prompt to Video with a prompt, and with the plan and options that belong to it. Visitors sign up first; what they chose is
 * saved until they have signed in or up.
 */
export function useStartVideo(): (draft: Draft) => void {
  const navigate = useNavigate();
  const { status } = useSession();
  return (wanted) => {
    const prompt = wanted.prompt.trim();
    const isVisitor = status !== 'signed-in';
    const draft = prompt ? draftOf({ ...wanted, prompt }) : null;
    if (draft && isVisitor) savePrompt(draft);
    void navigate('/image-to-video', { state: { signsUp: isVisitor, ...draft } });
  };
}
