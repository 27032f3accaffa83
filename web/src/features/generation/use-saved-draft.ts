import { useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { draftOf } from '../../shared/drafts/draft';
import { clearPrompt, savedDraft } from '../../shared/drafts/saved-prompt';
import { useSession } from '../../lib/services';
import {
  type Draft,
  type DraftKind,
  deleteDraft,
  saveDraft as persistDraft,
  readDraft,
} from '../../shared/drafts/draft-store';

/** The draft of one page, saved on every change so that it survives a purchase, a sign-in or a reload. */
export function useSavedDraft(kind: DraftKind) {
  const userId = useSession().user?.id ?? '';
  const passed = useLocation().state as Partial<Draft> | null;
  const isNew = useNavigationType() !== 'POP';
  const [initial] = useState<Draft>(() => {
    const saved = readDraft(userId, kind);
    // A prompt that a visitor entered on the home page before signing up is for a video from a prompt alone.
    const visitorDraft = kind === 'prompt' ? savedDraft() : null;
    const passedDraft = passed?.prompt === undefined ? visitorDraft : draftOf({ ...passed, prompt: passed.prompt });
    // After a reload the navigation state still has the passed prompt, but the saved draft is newer.
    return (isNew ? (passedDraft ?? saved) : (saved ?? passedDraft)) ?? { prompt: '' };
  });
  const [draft, setDraft] = useState(initial);
  useEffect(() => {
    if (userId && initial.prompt) persistDraft(userId, kind, initial);
    if (userId && kind === 'prompt') clearPrompt();
  }, [initial, kind, userId]);
  const saveDraft = (next: Draft) => {
    setDraft(next);
    if (userId) persistDraft(userId, kind, next);
  };
  return { draft, setDraft, saveDraft, forget: () => deleteDraft(userId, kind) };
}
