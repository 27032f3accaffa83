import { isGstin } from '@luit/contracts/billing/gstin';
import { GST_STATES } from '@luit/contracts/billing/gst-states';
import { z } from 'zod';

/** Who sells, as printed on every document. Without a GSTIN no tax is charged or shown: documents are plain receipts. */
export interface Seller {
  name: string;
  /** Line by line. */
  address: string[];
  /** Of the GST state list. */
  state: string | null;
  gstin: string | null;
  /** What is sold, in the list of service accounting codes. */
  sac: string;
  /** Where people write to about a document. */
  email: string | null;
}

export interface SellerConfig {
  seller: Seller;
  /** Hundredths of a percent, within the price. */
  rateBasisPoints: number;
}

const MAX_RATE_PERCENT = 40;

export const sellerEnvironment = {
  SELLER_NAME: z.string().trim().min(1).max(200).default('Luit'),
  SELLER_ADDRESS: z.string().max(500).default(''),
  SELLER_STATE: z
    .string()
    .refine((state) => Object.hasOwn(GST_STATES, state), 'is no code of the GST state list')
    .optional(),
  SELLER_GSTIN: z.string().refine(isGstin, 'is no GSTIN').optional(),
  SELLER_SAC: z
    .string()
    .regex(/^\d{4,8}$/, 'is no service accounting code')
    .default('998439'),
  SELLER_EMAIL: z.email().optional(),
  GST_RATE_PERCENT: z.coerce.number().min(0.01).max(MAX_RATE_PERCENT).default(18),
};

interface SellerValues {
  SELLER_NAME: string;
  SELLER_ADDRESS: string;
  SELLER_STATE?: string;
  SELLER_GSTIN?: string;
  SELLER_SAC: string;
  SELLER_EMAIL?: string;
  GST_RATE_PERCENT: number;
}

/** What a tax invoice cannot be without, where there is a GSTIN. */
export function sellerFaults({ SELLER_GSTIN, SELLER_ADDRESS, SELLER_STATE }: Partial<SellerValues>): string[] {
  if (!SELLER_GSTIN) return [];
  return [
    ...(SELLER_ADDRESS ? [] : ['SELLER_ADDRESS: a tax invoice needs it']),
    ...(SELLER_STATE && SELLER_STATE !== SELLER_GSTIN.slice(0, 2)
      ? ['SELLER_STATE: the GSTIN is of another state']
      : []),
  ];
}

export function sellerConfig(values: SellerValues): SellerConfig {
  return {
    seller: {
      name: values.SELLER_NAME,
      address: values.SELLER_ADDRESS.split('|')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
      state: values.SELLER_STATE ?? values.SELLER_GSTIN?.slice(0, 2) ?? null,
      gstin: values.SELLER_GSTIN ?? null,
      sac: values.SELLER_SAC,
      email: values.SELLER_EMAIL ?? null,
    },
    rateBasisPoints: Math.round(values.GST_RATE_PERCENT * 100),
  };
}
