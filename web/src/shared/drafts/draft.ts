import type { Draft } from './draft-store';

/** A draft with the fields that are given, and no others. Apart from the store, which the home page does not load. */
export function draftOf({ prompt, planId, options, count }: Draft): Draft {
  return { prompt, ...(planId && { planId }), ...(options && { options }), ...(count && { count }) };
}
