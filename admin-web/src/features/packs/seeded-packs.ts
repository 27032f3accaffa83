import type { AdminPackView } from '@luit/contracts/http/admin-packs';

/** The packs that the first migration creates. Shown, marked as not live, when the real packs cannot be loaded (G-53). */
const SEEDED = [
  ['starter', 'Starter Pack', 100, 99, 0, 0, 'Five short videos to find your style'],
  ['popular', 'Popular Pack', 1000, 999, 10, -0.9, 'Room for a whole series: over fifty short videos'],
  ['pro', 'Pro Pack', 2200, 1999, 20, 8.2, 'For studios and teams who publish every day'],
] as const;

export const SEEDED_PACKS: AdminPackView[] = SEEDED.map(
  ([id, name, credits, price, savings, realSavings, description], index) => ({
    id,
    name,
    credits,
    price,
    savings,
    realSavings,
    description,
    popular: id === 'popular',
    position: index + 1,
    archived_at: null,
    pricePerCredit: price / credits,
    isMisleading: savings > realSavings,
  }),
);
