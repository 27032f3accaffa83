import type { Seller } from './seller';

/** Whom a document is made out to, as known on the day of issue; null where nobody told. No more than tax law asks for: it is kept for years. */
export interface Buyer {
  name: string | null;
  /** Of the GST state list. */
  state: string | null;
  gstin: string | null;
}

/** A row of `invoices`: everything that stands on the document, and nothing that changes. Amounts in paise. */
export interface Invoice {
  kind: 'invoice' | 'receipt' | 'credit_note';
  number: string;
  paymentId: string;
  userId: string;
  /** Of a credit note: the number and day of what it corrects. */
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
  /** Of a credit note: when the money went back. */
  paidAt: Date;
  issuedAt: Date;
}

export interface InvoiceRow {
  kind: Invoice['kind'];
  number: string;
  payment_id: string;
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
