import { z } from 'zod';
import { empty, id, optional } from '../messages/fields';
import { call } from '../messages/message';
import { MAX_VIEW_NAME_CHARACTERS, MAX_VIEW_PARAM_CHARACTERS, TOO_LONG, VIEW_NAME_REQUIRED } from './limits';
import { OPERATOR_LIST_NAMES } from './operator-lists';

const list = z.enum(OPERATOR_LIST_NAMES);
/** Postgres cannot store NUL. */
const WITHOUT_NUL = /^[^\0]*$/;
const name = z.string().trim().regex(WITHOUT_NUL).min(1, VIEW_NAME_REQUIRED).max(MAX_VIEW_NAME_CHARACTERS, TOO_LONG);
/** Search, sorting and filters, as the query of the list's URL has them. The service checks which of them the list has. */
const params = z.record(z.string(), z.string().regex(WITHOUT_NUL).min(1).max(MAX_VIEW_PARAM_CHARACTERS, TOO_LONG));

export const savedView = z.object({
  id,
  name: z.string(),
  /** May contain what the list no longer has. */
  params: z.record(z.string(), z.string()),
  /** Whether all operators see it whose role includes the list. */
  isShared: z.boolean(),
  isOwn: z.boolean(),
  /** The address of the operator who made it. */
  maker: z.string(),
  /** Whether the reader may change and delete it: its maker and owners may. */
  mayChange: z.boolean(),
});
/** Search, sorting and filters of a list that an operator named. */
export type SavedView = z.infer<typeof savedView>;

const byAdmin = z.object({ adminId: id });
const ofView = byAdmin.extend({ viewId: id });

/** All fail with `forbidden` if the operator's role does not include the list. */
export const savedViewCalls = {
  /** Own views, then shared ones, each by name; at most 200. */
  listSavedViews: call('auth.listSavedViews', {
    input: byAdmin.extend({ list }),
    output: z.object({ views: z.array(savedView) }),
  }),
  /** `conflict` if the operator has a view of this name or too many, `validation_failed` for filters that the list does not have. */
  createSavedView: call('auth.createSavedView', {
    input: byAdmin.extend({ list, name, params, isShared: z.boolean() }),
    output: savedView,
  }),
  /** `not_found`, also for another operator's view that is not shared; `forbidden`; otherwise as for a new view. */
  changeSavedView: call('auth.changeSavedView', {
    input: ofView.extend({ name: optional(name), params: optional(params), isShared: optional(z.boolean()) }),
    output: savedView,
  }),
  /** `not_found`, `forbidden`. */
  deleteSavedView: call('auth.deleteSavedView', { input: ofView, output: empty }),
};
