import { useNavigate } from 'react-router-dom';
import type { Draft } from '../../shared/drafts/draft-store';
import { savePrompt } from '../../shared/drafts/saved-prompt';
import { useSession } from '../../lib/services';

/**
 * Opens Prompt to Video with a prompt, and with the plan and options that belong to it. Visitors sign up first; what they chose is
 * saved until they have signed in or up.
 */
export function useStartVideo(): (draft: Draft) => void {
  const navigate = useNavigate();
  const { status } = useSession();
  return ({ prompt, planId, options }) => {
    const trimmed = prompt.trim();
    const isVisitor = status !== 'signed-in';
    const draft = trimmed ? { prompt: trimmed, ...(planId && { planId }), ...(options && { options }) } : null;
    if (draft && isVisitor) savePrompt(draft);
    void navigate('/image-to-video', { state: { signsUp: isVisitor, ...draft } });
  };
}
