-- The year in which the Indian financial year of a time began; it starts on 1 April. Pure: locks and raises nothing.
CREATE FUNCTION financial_year(p_at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE
RETURN extract(year FROM (p_at AT TIME ZONE 'Asia/Kolkata') - interval '3 months')::integer;

CREATE TYPE tax_split AS (taxable bigint, cgst bigint, sgst bigint, igst bigint);

-- Splits a price into its included tax, rounded to the paisa, and the taxable value, which is the rest, so the parts sum to the
-- price. Within a state, CGST and SGST are equal halves; between states, all of it is IGST.
-- Pure: locks and raises nothing.
CREATE FUNCTION included_tax(p_total bigint, p_rate integer, p_is_interstate boolean) RETURNS tax_split
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  whole bigint := round(p_total::numeric * p_rate / (10000 + p_rate));
  half bigint := round(p_total::numeric * p_rate / (2 * (10000 + p_rate)));
BEGIN
  IF p_is_interstate THEN RETURN (p_total - whole, 0, 0, whole)::tax_split; END IF;
  RETURN (p_total - 2 * half, half, half, 0)::tax_split;
END $$;

-- Assigns the next number of the document's series and stores the document.
-- Locks: the row of the series, until the end of the transaction.
-- Not idempotent by itself: callers issue each document once.
-- Raises nothing.
CREATE FUNCTION insert_invoice(p_invoice invoices, p_tax tax_split) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  year integer := financial_year(p_invoice.issued_at);
  prefix text := CASE p_invoice.kind WHEN 'invoice' THEN 'INV' WHEN 'receipt' THEN 'REC' ELSE 'CRN' END;
BEGIN
  INSERT INTO invoice_series (kind, financial_year, last_number) VALUES (p_invoice.kind, year, 1)
    ON CONFLICT (kind, financial_year) DO UPDATE SET last_number = invoice_series.last_number + 1
    RETURNING last_number INTO p_invoice.sequence_number;
  p_invoice.id := uuidv7();
  p_invoice.financial_year := year;
  p_invoice.number := prefix || '/' || right(year::text, 2) || right((year + 1)::text, 2) || '/'
    || lpad(p_invoice.sequence_number::text, greatest(6, length(p_invoice.sequence_number::text)), '0');
  p_invoice.taxable_paise := p_tax.taxable;
  p_invoice.cgst_paise := p_tax.cgst;
  p_invoice.sgst_paise := p_tax.sgst;
  p_invoice.igst_paise := p_tax.igst;
  INSERT INTO invoices SELECT p_invoice.*;
  RETURN p_invoice.id;
END $$;

-- Publishes billing.receiptIssued. Call once, when the document of a payment is issued, in the same transaction.
-- Locks nothing. Raises nothing.
CREATE FUNCTION publish_receipt_issued(p_invoice uuid, p_correlation text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outbox (kind, name, payload, correlation)
  SELECT 'event', 'billing.receiptIssued', jsonb_build_object(
           'receiptId', i.id, 'kind', i.kind, 'number', i.number, 'description', i.description,
           'amountPaise', i.total_paise, 'paidAt', i.paid_at,
           'buyerId', CASE o.kind WHEN 'pack' THEN o.user_id ELSE o.buyer_id END, 'accountId', o.user_id,
           'requestId', o.request_id, 'orderId', o.id, 'razorpayOrderId', o.razorpay_order_id, 'paymentId', p.id),
         p_correlation
    FROM invoices i JOIN payments p ON p.id = i.payment_id JOIN orders o ON o.id = p.order_id WHERE i.id = p_invoice
$$;

-- Issues the one document of a granted payment. The place of supply is the buyer's state, or the seller's if the buyer gave
-- none (IGST act, 12(2)).
-- Locks: the payment, then the row of the series.
-- Idempotent by p_payment: returns the first document.
-- Raises: no_data_found unless the payment is granted.
CREATE FUNCTION issue_invoice(
  p_payment text, p_seller jsonb, p_rate integer, p_buyer jsonb, p_correlation text DEFAULT NULL, p_at timestamptz DEFAULT now()
) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  payment payments;
  invoice invoices;
  is_taxed boolean := p_seller ->> 'gstin' IS NOT NULL;
BEGIN
  SELECT * INTO STRICT payment FROM payments WHERE id = p_payment AND state = 'granted' FOR UPDATE;
  IF payment.invoice_id IS NOT NULL THEN RETURN payment.invoice_id; END IF;
  SELECT coalesce(o.buyer_id, o.user_id), o.pack_name, o.credits, t.created_at
    INTO STRICT invoice.user_id, invoice.description, invoice.credits, invoice.paid_at
    FROM orders o JOIN transactions t ON t.id = payment.transaction_id WHERE o.id = payment.order_id;
  invoice.kind := CASE WHEN is_taxed THEN 'invoice' ELSE 'receipt' END;
  invoice.payment_id := p_payment;
  invoice.transaction_id := payment.transaction_id;
  invoice.total_paise := payment.amount_paise;
  invoice.rate_basis_points := CASE WHEN is_taxed THEN p_rate ELSE 0 END;
  invoice.place_of_supply := coalesce(p_buyer ->> 'state', p_seller ->> 'state');
  invoice.seller := p_seller;
  invoice.buyer := p_buyer;
  invoice.issued_at := p_at;
  invoice.id := insert_invoice(invoice, included_tax(invoice.total_paise, invoice.rate_basis_points,
    invoice.place_of_supply IS DISTINCT FROM p_seller ->> 'state'));
  UPDATE payments SET invoice_id = invoice.id WHERE id = p_payment;
  PERFORM publish_receipt_issued(invoice.id, p_correlation);
  RETURN invoice.id;
END $$;

-- Issues the credit note of a processed refund; returns null while the invoice it corrects is not issued. The tax is counted
-- from the first refunded paisa, so that the credit notes of partial refunds add up to the invoice.
-- Locks: the refund, then the invoice, then the row of the series.
-- Idempotent by p_refund: returns the first credit note.
-- Raises: no_data_found unless the refund is processed.
CREATE FUNCTION issue_credit_note(p_refund uuid, p_at timestamptz DEFAULT now()) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  refund refunds;
  invoice invoices;
  note invoices;
  before tax_split;
  after tax_split;
  returned bigint;
BEGIN
  SELECT * INTO STRICT refund FROM refunds WHERE id = p_refund AND state = 'processed' FOR UPDATE;
  IF refund.credit_note_id IS NOT NULL THEN RETURN refund.credit_note_id; END IF;
  SELECT * INTO invoice FROM invoices WHERE payment_id = refund.payment_id AND corrected_invoice_id IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT coalesce(sum(total_paise), 0) INTO returned FROM invoices WHERE corrected_invoice_id = invoice.id;
  before := included_tax(returned, invoice.rate_basis_points, invoice.igst_paise > 0);
  after := included_tax(returned + refund.amount_paise, invoice.rate_basis_points, invoice.igst_paise > 0);
  note := invoice;
  note.kind := 'credit_note';
  note.transaction_id := refund.transfer_id;
  note.corrected_invoice_id := invoice.id;
  note.refund_id := p_refund;
  note.credits := refund.credits;
  note.total_paise := refund.amount_paise;
  note.paid_at := refund.settled_at;
  note.issued_at := p_at;
  note.id := insert_invoice(note, (after.taxable - before.taxable, after.cgst - before.cgst, after.sgst - before.sgst,
    after.igst - before.igst)::tax_split);
  UPDATE refunds SET credit_note_id = note.id WHERE id = p_refund;
  RETURN note.id;
END $$;
