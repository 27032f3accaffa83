import { z } from 'zod';
import { id, paise, timestamp } from '../messages/fields';
import { call, event } from '../messages/message';

const issuedReceipt = z.object({
  receiptId: id,
  /** A tax invoice if the seller has a GSTIN. */
  kind: z.enum(['invoice', 'receipt']),
  number: z.string(),
  /** The product that was bought. */
  description: z.string(),
  amountPaise: paise,
  paidAt: timestamp,
  /** Null for a guest. Generation finds the guest by the request. */
  buyerId: id.nullable(),
  accountId: id,
  /** Only for a video that was paid for directly. */
  requestId: id.nullable(),
  orderId: id,
  razorpayOrderId: z.string(),
  paymentId: z.string(),
});
/** The document of a payment. */
export type IssuedReceipt = z.infer<typeof issuedReceipt>;

export const videoPayment = z.object({
  razorpayOrderId: z.string(),
  paymentId: z.string(),
  amountPaise: paise,
  paidAt: timestamp,
  document: z.enum(['invoice', 'receipt']),
});
/** The payment of a video that was paid for directly. */
export type VideoPayment = z.infer<typeof videoPayment>;

/** The callers make sure that the request may be read. */
export const receiptCalls = {
  /** Null if the request was not paid for directly. */
  getVideoPayment: call('billing.getVideoPayment', {
    input: z.object({ requestId: id }),
    output: z.object({ payment: videoPayment.nullable() }),
  }),
  /** The document of a video that was paid for directly; `pdf` is base64. `not_found` if there is none. */
  getVideoReceipt: call('billing.getVideoReceipt', {
    input: z.object({ requestId: id }),
    output: z.object({ number: z.string(), pdf: z.string() }),
    timeoutMs: 10_000,
  }),
};

export const receiptEvents = {
  /** Once per payment, when its document is issued; auth mails the payer. */
  receiptIssued: event('billing.receiptIssued', ['auth'], issuedReceipt),
};
