/** Why an output is reported or taken down. The law gives each kind its own time to act. */
export const TAKEDOWN_KINDS = ['intimate_imagery', 'order', 'unlawful', 'grievance', 'personal_data'] as const;
export type TakedownKind = (typeof TAKEDOWN_KINDS)[number];

/** True if credits return after a takedown of this kind, provided that operators have enabled it. */
export function mayReturnCredits(kind: TakedownKind): boolean {
  return kind !== 'intimate_imagery';
}

/** In sentences like “Taken down: …”. */
export const TAKEDOWN_KIND_NAMES: Record<TakedownKind, string> = {
  intimate_imagery: 'Intimate imagery or child abuse',
  order: 'Order of a court or government',
  unlawful: 'Unlawful or harmful content, impersonation',
  grievance: 'Another grievance',
  personal_data: 'Personal data',
};
