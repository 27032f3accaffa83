import type { Draft } from './draft-store';

/** Creates a draft from the given fields. It is not part of the store, which the home page does not load. */
export function draftOf({ prompt, planId, options, count, output, variationOf }: Draft): Draft {
  return {
    prompt,
    ...(planId && { planId }),
    ...(options && { options }),
    ...(count && { count }),
    ...(output && { output }),
    ...(variationOf && { variationOf }),
  };
}
