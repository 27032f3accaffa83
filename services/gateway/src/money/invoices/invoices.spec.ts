import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { recordOf, startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { spendAllowance } from '../../test/spend-allowance';
import { activeOperator } from '../../test/test-operators';
import { guestTokenFor, newUser, tokenFor } from '../../test/test-tokens';

describe('invoice downloads [G-48]', () => {
  let gateway: GatewayTestApp;
  const pdf = Buffer.from('%PDF-1.7 bytes rendered by billing \u20b9');

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(billingCalls.getInvoice, () => ({
      number: 'INV/2627/000042',
      pdf: pdf.toString('base64'),
    }));
  });
  afterAll(() => gateway.close());

  const get = (path: string, headers: Record<string, string>) => request(gateway.url).get(path).set(headers);

  it('a user downloads their own invoice', async () => {
    const transactionId = uuidv7();
    const answer = await get(`/api/credits/invoices/${transactionId}.pdf`, gateway.bearer()).buffer().expect(200);
    expect(answer.body).toEqual(pdf);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="INV-2627-000042.pdf"',
      'content-length': String(pdf.length),
      'cache-control': 'no-store',
    });
    expect(gateway.services.received(billingCalls.getInvoice)).toEqual([{ transactionId, userId: gateway.user.id }]);
  });

  it('an operator downloads the invoice of any user', async () => {
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    const transactionId = uuidv7();
    const authorization = `Bearer ${tokenFor(gateway.operators, newUser())}`;
    await get(`/api/admin/invoices/${transactionId}.pdf`, { authorization }).expect(200);
    expect(gateway.services.received(billingCalls.getInvoice)).toEqual([{ transactionId, userId: null }]);
    await get(`/api/admin/invoices/${transactionId}.pdf`, gateway.bearer()).expect(403);
  });

  it('the guest of a video downloads its receipt, and others do not learn of it [G-59]', async () => {
    const record = recordOf(uuidv7());
    const payment = {
      razorpayOrderId: 'order_N1',
      paymentId: 'pay_N1',
      amountPaise: 1_800,
      paidAt: '2026-11-25T08:30:00.000Z',
      document: 'receipt' as const,
    };
    gateway.services.answer(generationCalls.getRequest, ({ userId }) => {
      if (userId === record.userId) return record;
      throw new LuitError('not_found', 'Request not found.');
    });
    gateway.services.answer(billingCalls.getVideoPayment, () => ({ payment }));
    gateway.services.answer(billingCalls.getVideoReceipt, () => ({
      number: 'REC/2627/000043',
      pdf: pdf.toString('base64'),
    }));
    const guest = { authorization: `Claim ${guestTokenFor(gateway.guests, record.id, record.userId)}` };
    const path = `/api/requests/${record.id}`;
    expect((await get(`${path}/payment`, guest).expect(200)).body).toMatchObject({ payment });
    const file = await get(`${path}/receipt`, guest).buffer().expect(200);
    expect(file.body).toEqual(pdf);
    expect(file.headers).toMatchObject({
      'content-disposition': 'attachment; filename="REC-2627-000043.pdf"',
      'cache-control': 'no-store',
    });
    await get(`${path}/payment`, gateway.bearer()).expect(404);
    await get(`${path}/receipt`, gateway.bearer()).expect(404);
    await get(`${path}/receipt`, {}).expect(401);
    expect(gateway.services.received(billingCalls.getVideoReceipt)).toEqual([{ requestId: record.id }]);
  });

  it.each(['nothing.pdf', uuidv7(), `${uuidv7()}.pdf.pdf`, '..%2F..%2Fetc%2Fpasswd.pdf', `${uuidv7()}'--.pdf`])(
    '%s is answered with 404',
    async (file) => {
      const answer = await get(`/api/credits/invoices/${file}`, gateway.bearer(newUser())).expect(404);
      expect(answer.body).toMatchObject({ success: false, code: 'not_found' });
      expect(gateway.services.received(billingCalls.getInvoice)).toEqual([]);
    },
  );

  it('invoices of other users are answered with 404, and downloads are limited', async () => {
    const user = newUser();
    gateway.services.answer(billingCalls.getInvoice, () => {
      throw new LuitError('not_found', 'There is no invoice for this transaction.');
    });
    const send = () => get(`/api/credits/invoices/${uuidv7()}.pdf`, gateway.bearer(user));
    const refused = await spendAllowance({ size: 30, windowMs: 60_000 }, send);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});
