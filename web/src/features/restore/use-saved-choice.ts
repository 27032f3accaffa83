import type { RestoreOptions } from '@luit/contracts/generation/plans';
import { useState } from 'react';
import { useSession } from '../../lib/services';
import { readSaved, saveDraft } from '../../shared/drafts/draft-store';
import { ENHANCEMENTS, QUALITIES } from '../../shared/plans/restore-options';
import { PAYMENTS } from './copy';

type Payment = (typeof PAYMENTS)[number]['id'];

/** The form state except for the photo. */
export interface RestoreChoice {
  options: RestoreOptions;
  payment: Payment;
}

/** The chosen settings, saved on every change so that they survive a purchase or a reload. */
export function useSavedChoice(): [RestoreChoice, (choice: RestoreChoice) => void] {
  const userId = useSession().user?.id ?? '';
  const [choice, setChoice] = useState(() => choiceOf(readSaved(userId, 'restore')));
  const change = (next: RestoreChoice) => {
    setChoice(next);
    if (userId) saveDraft(userId, 'restore', next);
  };
  return [choice, change];
}

/** A valid choice: what this version of the app does not know has its default value. */
function choiceOf(saved: unknown): RestoreChoice {
  const { options, payment } = (saved ?? {}) as { options?: Partial<RestoreOptions>; payment?: Payment };
  return {
    options: {
      quality: QUALITIES.find(({ id }) => id === options?.quality)?.id ?? 'standard',
      enhancement: ENHANCEMENTS.find(({ id }) => id === options?.enhancement)?.id ?? 'standard',
      colorRestoration: options?.colorRestoration === true,
    },
    payment: PAYMENTS.find(({ id }) => id === payment)?.id ?? 'credits',
  };
}
