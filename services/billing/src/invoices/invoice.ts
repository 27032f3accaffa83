import type { Seller } from './seller';

/**
 * The buyer as known on the day of issue; null for unknown fields. Documents are kept for years, so this holds no more than tax law
 * requires.
 */
export interface Buyer {
  name: string | null;
  /** Code from the GST state list. */
  state: string | null;
  gstin: string | null;
}

/** A row of `invoices`: the complete, immutable content of a document. Amounts in paise. */
export interface Invoice {
  kind: 'invoice' | 'receipt' | 'credit_note';
  number: string;
  paymentId: string;
  /** Razorpay's. */
  orderId: string;
  userId: string;
  /** For a credit note, the invoice it corrects. */
  corrects: { number: string; issuedAt: Date } | null;
  description: string;
  credits: number;
  totalPaise: number;
  taxablePaise: number;
  cgstPaise: number;
  sgstPaise: number;
  igstPaise: number;
  rateBasisPoints: number;
  placeOfSupply: string | null;
  seller: Seller;
  buyer: Buyer;
  /** For a credit note, when the refund was processed. */
  paidAt: Date;
  issuedAt: Date;
}

export interface InvoiceRow {
  kind: Invoice['kind'];
  number: string;
  payment_id: string;
  razorpay_order_id: string;
  user_id: string;
  corrected_number: string | null;
  corrected_issued_at: Date | null;
  description: string;
  credits: string;
  total_paise: string;
  taxable_paise: string;
  cgst_paise: string;
  sgst_paise: string;
  igst_paise: string;
  rate_basis_points: number;
  place_of_supply: string | null;
  seller: Seller;
  buyer: Buyer;
  paid_at: Date;
  issued_at: Date;
}

export function toInvoice(row: InvoiceRow): Invoice {
  const { corrected_number: number, corrected_issued_at: issuedAt } = row;
  return {
    kind: row.kind,
    number: row.number,
    paymentId: row.payment_id,
    orderId: row.razorpay_order_id,
    userId: row.user_id,
    corrects: number !== null && issuedAt !== null ? { number, issuedAt } : null,
    description: row.description,
    credits: Number(row.credits),
    totalPaise: Number(row.total_paise),
    taxablePaise: Number(row.taxable_paise),
    cgstPaise: Number(row.cgst_paise),
    sgstPaise: Number(row.sgst_paise),
    igstPaise: Number(row.igst_paise),
    rateBasisPoints: row.rate_basis_points,
    placeOfSupply: row.place_of_supply,
    seller: row.seller,
    buyer: row.buyer,
    paidAt: row.paid_at,
    issuedAt: row.issued_at,
  };
}
