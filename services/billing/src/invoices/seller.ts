import { isGstin } from '@luit/contracts/billing/gstin';
import { z } from 'zod';

/** The seller as printed on every document. Without a GSTIN no tax is charged, and documents are plain receipts. */
export interface Seller {
  name: string;
  /** One line per element. */
  address: string[];
  /** Code from the GST state list, the first two digits of the GSTIN. */
  state: string | null;
  gstin: string | null;
  /** Service accounting code of the product. */
  sac: string;
  /** Contact for questions about a document. */
  email: string | null;
}

export interface SellerConfig {
  seller: Seller;
  /** Tax included in the price, hundredths of a percent. */
  rateBasisPoints: number;
}

/** Other online contents: the service accounting code of the product, and its tax, hundredths of a percent. */
const SAC = '998439';
const RATE_BASIS_POINTS = 1_800;

export const sellerEnvironment = {
  SELLER_NAME: z.string().trim().min(1).max(200).default('Luit'),
  SELLER_ADDRESS: z.string().max(500).default(''),
  SELLER_GSTIN: z.string().refine(isGstin, 'is not a valid GSTIN').optional(),
  CONTACT_EMAIL: z.email().optional(),
};

interface SellerValues {
  SELLER_NAME: string;
  SELLER_ADDRESS: string;
  SELLER_GSTIN?: string;
  CONTACT_EMAIL?: string;
}

/** A seller with a GSTIN issues tax invoices, which require an address. */
export function sellerErrors({ SELLER_GSTIN, SELLER_ADDRESS }: Partial<SellerValues>): string[] {
  return SELLER_GSTIN && !SELLER_ADDRESS ? ['SELLER_ADDRESS: is required on tax invoices'] : [];
}

export function sellerConfig(values: SellerValues): SellerConfig {
  return {
    seller: {
      name: values.SELLER_NAME,
      address: values.SELLER_ADDRESS.split('|')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
      state: values.SELLER_GSTIN?.slice(0, 2) ?? null,
      gstin: values.SELLER_GSTIN ?? null,
      sac: SAC,
      email: values.CONTACT_EMAIL ?? null,
    },
    rateBasisPoints: RATE_BASIS_POINTS,
  };
}
