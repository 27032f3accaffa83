import { isGstin } from '@luit/contracts/billing/gstin';
import { GST_STATES } from '@luit/contracts/billing/gst-states';
import { z } from 'zod';

/** The seller as printed on every document. Without a GSTIN no tax is charged, and documents are plain receipts. */
export interface Seller {
  name: string;
  /** One line per element. */
  address: string[];
  /** Code from the GST state list. */
  state: string | null;
  gstin: string | null;
  /** Service accounting code of what is sold. */
  sac: string;
  /** Contact for questions about a document. */
  email: string | null;
}

export interface SellerConfig {
  seller: Seller;
  /** Tax included in the price, hundredths of a percent. */
  rateBasisPoints: number;
}

const MAX_RATE_PERCENT = 40;

export const sellerEnvironment = {
  SELLER_NAME: z.string().trim().min(1).max(200).default('Luit'),
  SELLER_ADDRESS: z.string().max(500).default(''),
  SELLER_STATE: z
    .string()
    .refine((state) => Object.hasOwn(GST_STATES, state), 'is not a code from the GST state list')
    .optional(),
  SELLER_GSTIN: z.string().refine(isGstin, 'is not a valid GSTIN').optional(),
  SELLER_SAC: z
    .string()
    .regex(/^\d{4,8}$/, 'is not a service accounting code')
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

/** A seller with a GSTIN issues tax invoices, which require an address and a matching state. */
export function sellerErrors({ SELLER_GSTIN, SELLER_ADDRESS, SELLER_STATE }: Partial<SellerValues>): string[] {
  if (!SELLER_GSTIN) return [];
  return [
    ...(SELLER_ADDRESS ? [] : ['SELLER_ADDRESS: is required on tax invoices']),
    ...(SELLER_STATE && SELLER_STATE !== SELLER_GSTIN.slice(0, 2)
      ? ['SELLER_STATE: does not match the state of SELLER_GSTIN']
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
