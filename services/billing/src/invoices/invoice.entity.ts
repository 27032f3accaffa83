import { bigintAsNumber } from '@luit/platform/database/columns-of';
import { Column, Entity, PrimaryColumn } from 'typeorm';
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

/** The complete, immutable content of a document. Amounts in paise. Only `issue_invoice` and `issue_credit_note` insert it. */
@Entity('invoices')
export class InvoiceEntity {
  @PrimaryColumn('text') number!: string;
  @Column('text') kind!: 'invoice' | 'receipt' | 'credit_note';
  @Column('text', { name: 'payment_id' }) paymentId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('text') description!: string;
  @Column('bigint', { transformer: bigintAsNumber }) credits!: number;
  @Column('bigint', { name: 'total_paise', transformer: bigintAsNumber }) totalPaise!: number;
  @Column('bigint', { name: 'taxable_paise', transformer: bigintAsNumber }) taxablePaise!: number;
  @Column('bigint', { name: 'cgst_paise', transformer: bigintAsNumber }) cgstPaise!: number;
  @Column('bigint', { name: 'sgst_paise', transformer: bigintAsNumber }) sgstPaise!: number;
  @Column('bigint', { name: 'igst_paise', transformer: bigintAsNumber }) igstPaise!: number;
  @Column('integer', { name: 'rate_basis_points' }) rateBasisPoints!: number;
  @Column('text', { name: 'place_of_supply', nullable: true }) placeOfSupply!: string | null;
  @Column('jsonb') seller!: Seller;
  @Column('jsonb') buyer!: Buyer;
  /** For a credit note, when the refund was processed. */
  @Column('timestamptz', { name: 'paid_at' }) paidAt!: Date;
  @Column('timestamptz', { name: 'issued_at' }) issuedAt!: Date;
}

export interface Invoice extends InvoiceEntity {
  /** Razorpay's. */
  orderId: string;
  /** For a credit note, the invoice that it corrects. */
  corrects: { number: string; issuedAt: string } | null;
}
