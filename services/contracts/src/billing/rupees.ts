import { z } from 'zod';
import { toPaise } from './money';

/** An amount in rupees with at most two decimals, which `toPaise` reads exactly. */
export const rupees = (min: number, max: number, message: string) =>
  z
    .number(message)
    .min(min, message)
    .max(max, message)
    .refine((amount) => !Number.isNaN(toPaise(amount)), message)
    .meta({ multipleOf: 0.01 });

/** The same in a query, which carries text. */
export const rupeesOfQuery = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && !Number.isNaN(toPaise(value)) ? Number(value) : value), schema);
