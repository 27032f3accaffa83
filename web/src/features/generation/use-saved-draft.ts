import { useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { clearPrompt, savedPrompt } from '../../lib/saved-prompt';
import { useSession } from '../../lib/services';
import { type Draft, type DraftKind, deleteDraft, saveDraft as keep, readDraft } from '../drafts/draft-store';

/** The draft of one page, kept while it is written, so that a purchase, a sign-in or a reload brings it back. */
export function useSavedDraft(kind: DraftKind) {
  const userId = useSession().user?.id ?? '';
  const brought = useLocation().state as { prompt?: string } | null;
  const isNew = useNavigationType() !== 'POP';
  const [first] = useState<Draft>(() => {
    const kept = readDraft(userId, kind);
    // A visitor's wish from the home page waited through sign-up; it was a video from words alone.
    const wish = brought?.prompt ?? (kind === 'prompt' ? savedPrompt() || undefined : undefined);
    const carried = wish === undefined ? null : { prompt: wish };
    // After a reload the address still carries what was brought; what was written since is newer.
    return (isNew ? (carried ?? kept) : (kept ?? carried)) ?? { prompt: '' };
  });
  const [draft, setDraft] = useState(first);
  useEffect(() => {
    if (userId && first.prompt) keep(userId, kind, first);
    if (userId && kind === 'prompt') clearPrompt();
  }, [first, kind, userId]);
  const saveDraft = (next: Draft) => {
    setDraft(next);
    if (userId) keep(userId, kind, next);
  };
  return { draft, setDraft, saveDraft, forget: () => deleteDraft(userId, kind) };
}
