import { useEffect, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useSession } from '../../lib/services';
import { deleteDraft, readDraft, readDraftImage, saveDraft, saveDraftImage } from '../../shared/drafts/draft-store';
import { draftOf } from '../../shared/drafts/draft';
import type { OrderInput } from './order-choice';

/** What a visitor or user entered for an order. It survives a reload, and is forgotten once the order is paid. */
export function useOrderDraft() {
  const userId = useSession().user?.id ?? '';
  const passed = useLocation().state as OrderInput | null;
  const isNew = useNavigationType() !== 'POP';
  const [input, setInput] = useState<OrderInput>(() => {
    const saved = readDraft(userId, 'order');
    // After a reload the navigation state still has the passed order, but the saved one is newer.
    return (isNew ? (passed ?? saved) : (saved ?? passed)) ?? { prompt: '' };
  });

  useEffect(() => {
    let isUnmounted = false;
    void readDraftImage(userId, 'order').then((image) => {
      // An image chosen while the saved one was loading takes precedence.
      if (!isUnmounted && image) setInput((last) => ({ ...last, image: last.image ?? image }));
    });
    return () => {
      isUnmounted = true;
    };
  }, [userId]);

  const change = (next: OrderInput) => {
    const { image = null } = next;
    saveDraft(userId, 'order', draftOf(next));
    if (image !== (input.image ?? null)) void saveDraftImage(userId, 'order', image);
    setInput(next);
  };
  return { input, change, forget: () => deleteDraft(userId, 'order') };
}
