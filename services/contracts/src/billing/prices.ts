/**
 * Credits charged and shown for a plan with a model: ceil(plan credits × model factor).
 *
 * @param planCredits whole credits of the plan at factor 1
 * @param factorPermille the model's factor in thousandths (1.2 is 1200), so that the product is exact
 */
export function videoCredits(planCredits: number, factorPermille: number): number {
  return Math.ceil((planCredits * factorPermille) / 1000);
}
