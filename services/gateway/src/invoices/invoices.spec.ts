import { authCalls } from '@luit/contracts/auth/messages';
import { billingCalls } from '@luit/contracts/billing/messages';
import { LuitError } from '@luit/contracts/errors';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../test/gateway-test-app';
import { newUser, tokenFor } from '../test/test-tokens';

describe('G-48: invoices to download', () => {
  let gateway: GatewayTestApp;
  const pdf = Buffer.from('%PDF-1.7 bytes as billing drew them \u20b9');

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(billingCalls.getInvoice, () => ({
      number: 'INV/2627/000042',
      pdf: pdf.toString('base64'),
    }));
  });
  afterAll(() => gateway.close());

  const get = (path: string, headers: Record<string, string>) => request(gateway.url).get(path).set(headers);

  it('hands a creator the bytes, asked for in their name', async () => {
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

  it('hands an operator anybody’s', async () => {
    gateway.services.answer(authCalls.checkAdminSession, () => ({ active: true }));
    const transactionId = uuidv7();
    const authorization = `Bearer ${tokenFor(gateway.operators, newUser())}`;
    await get(`/api/admin/invoices/${transactionId}.pdf`, { authorization }).expect(200);
    expect(gateway.services.received(billingCalls.getInvoice)).toEqual([{ transactionId, userId: null }]);
    await get(`/api/admin/invoices/${transactionId}.pdf`, gateway.bearer()).expect(403);
  });

  it.each(['nothing.pdf', uuidv7(), `${uuidv7()}.pdf.pdf`, '..%2F..%2Fetc%2Fpasswd.pdf', `${uuidv7()}'--.pdf`])(
    'answers 404 for %s',
    async (file) => {
      const answer = await get(`/api/credits/invoices/${file}`, gateway.bearer(newUser())).expect(404);
      expect(answer.body).toMatchObject({ success: false, code: 'not_found' });
      expect(gateway.services.received(billingCalls.getInvoice)).toEqual([]);
    },
  );

  it('answers 404 for what is somebody else’s, and bounds how many are drawn', async () => {
    const curious = newUser();
    gateway.services.answer(billingCalls.getInvoice, () => {
      throw new LuitError('not_found', 'There is no invoice for this transaction.');
    });
    const ask = () => get(`/api/credits/invoices/${uuidv7()}.pdf`, gateway.bearer(curious));
    for (let i = 0; i < 30; i += 1) await ask().expect(404);
    expect(Number((await ask().expect(429)).headers['retry-after'])).toBeGreaterThan(0);
  });
});
