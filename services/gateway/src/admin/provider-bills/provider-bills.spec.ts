import { authCalls } from '@luit/contracts/auth/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { BillItem, ProviderBill } from '@luit/contracts/generation/provider-bills';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { activeOperator } from '../../test/test-operators';
import { newUser, tokenFor } from '../../test/test-tokens';

const bill: ProviderBill = {
  id: uuidv7(),
  provider: 'fal',
  fileName: 'november.csv',
  fileHash: 'a'.repeat(64),
  currency: 'USD',
  reason: 'The bill of November',
  adminId: uuidv7(),
  createdAt: '2026-12-01T09:30:00.000Z',
  lines: 1,
  from: '2026-11-01',
  to: '2026-11-30',
  totalMicros: 18_000,
  sums: [],
  withdrawal: null,
};
const item: BillItem = {
  id: '0',
  taskId: '=HYPERLINK("http://evil")',
  status: 'unknown',
  lines: [1, 3],
  billedMicros: -18_000,
  expectedMicros: null,
  requestId: null,
  earlierBillId: null,
};
const CSV = 'Created at,Request ID,Cost\n2026-11-21,abc,0.018\n2026-11-22,abd,$1\n';

describe('bills of providers', () => {
  let gateway: GatewayTestApp;
  const admin = newUser();

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(authCalls.checkAdminSession, () => activeOperator());
    gateway.services.answer(authCalls.recordAccess, () => ({}));
    gateway.services.answer(generationCalls.startProviderBill, () => ({ id: bill.id, isNew: true }));
    gateway.services.answer(generationCalls.addProviderBillLines, () => ({}));
    gateway.services.answer(generationCalls.compareProviderBill, () => ({ bill }));
    gateway.services.answer(generationCalls.getProviderBill, () => ({ bill }));
    gateway.services.answer(generationCalls.listBillItems, ({ cursor }) => ({
      items: [item],
      nextCursor: cursor ? null : '0',
      total: 2,
      isTotalCapped: false,
    }));
  });
  afterAll(() => gateway.close());

  const authorization = () => `Bearer ${tokenFor(gateway.operators, admin)}`;
  const upload = (path: string, text: string | Buffer) =>
    request(gateway.url)
      .post(`/api/admin/provider-bills${path}`)
      .set('authorization', authorization())
      .set('content-type', 'text/csv')
      .send(text);
  const QUERY = new URLSearchParams({
    provider: 'fal',
    currency: 'USD',
    fileName: 'november.csv',
    task: 'Request ID',
    amount: 'Cost',
    date: 'Created at',
    reason: 'The bill of November',
  });

  it('a file is previewed without being stored', async () => {
    gateway.services.received(generationCalls.startProviderBill);
    const { body } = await upload('/preview', CSV).expect(200);
    expect(body).toMatchObject({
      data: {
        columns: ['Created at', 'Request ID', 'Cost'],
        sample: [
          ['2026-11-21', 'abc', '0.018'],
          ['2026-11-22', 'abd', '$1'],
        ],
        lines: 2,
      },
    });
    expect(gateway.services.received(generationCalls.startProviderBill)).toEqual([]);
  });

  it('a file is imported with its hash and columns, and compared', async () => {
    const { body } = await upload(`?${QUERY}`, CSV).expect(200);
    expect(body).toMatchObject({ data: { bill: { id: bill.id }, isNew: true } });
    expect(gateway.services.received(generationCalls.startProviderBill)).toMatchObject([
      {
        adminId: admin.id,
        fileHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        columns: { task: 'Request ID', amount: 'Cost', date: 'Created at' },
      },
    ]);
    expect(gateway.services.received(generationCalls.addProviderBillLines)).toEqual([
      {
        id: bill.id,
        lines: [
          { line: 1, taskId: 'abc', amountMicros: 18_000, date: '2026-11-21' },
          { line: 2, taskId: 'abd', amountMicros: 1_000_000, date: '2026-11-22' },
        ],
      },
    ]);
  });

  it('an operator withdraws an import with a reason, and the list says who did', async () => {
    const withdrawn = {
      ...bill,
      withdrawal: { at: '2026-12-02T09:30:00.000Z', adminId: admin.id, reason: 'Wrong file' },
    };
    gateway.services.answer(generationCalls.withdrawProviderBill, () => ({ bill: withdrawn }));
    gateway.services.answer(generationCalls.listProviderBills, () => ({
      ...{ items: [withdrawn, bill], nextCursor: null, total: 2, isTotalCapped: false },
    }));
    gateway.services.answer(authCalls.getAdminEmails, () => ({ emails: { [admin.id]: 'ritu@luit.example' } }));
    const path = `${gateway.url}/api/admin/provider-bills`;
    const send = (reason: string) =>
      request(path).post(`/${bill.id}/withdraw`).set('authorization', authorization()).send({ reason });
    await send('').expect(400);
    const { body } = await send('Wrong file').expect(200);
    expect(body).toMatchObject({ data: { bill: { withdrawnBy: 'ritu@luit.example' } } });
    const call = { id: bill.id, adminId: admin.id, reason: 'Wrong file' };
    expect(gateway.services.received(generationCalls.withdrawProviderBill)).toEqual([call]);
    const list = await request(path).get('').set('authorization', authorization()).expect(200);
    expect(list.body).toMatchObject({
      data: { items: [{ withdrawnBy: 'ritu@luit.example' }, { withdrawal: null, withdrawnBy: null }] },
    });
  });

  it('hostile and unreadable files are refused with a plain reason, and nothing is stored', async () => {
    gateway.services.received(generationCalls.startProviderBill);
    const binary = await upload(`?${QUERY}`, Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00, 0x00])).expect(400);
    expect(binary.body).toMatchObject({ message: 'The file is not a CSV file.' });
    const column = await upload(`?${QUERY}`, 'a,b\n1,2\n').expect(400);
    expect(column.body).toMatchObject({ message: 'The file has no column “Request ID”. Its columns are: a, b.' });
    const large = await upload(`?${QUERY}`, Buffer.alloc(5 * 1024 * 1024 + 1, 'a')).expect(413);
    expect(large.body).toMatchObject({ message: 'The file is larger than 5 MB. Split it by date.' });
    expect(gateway.services.received(generationCalls.startProviderBill)).toEqual([]);
  });

  it('the export has every page, and escapes formulas', async () => {
    const { text } = await request(gateway.url)
      .get(`/api/admin/provider-bills/${bill.id}/items.csv`)
      .set('authorization', authorization())
      .expect(200);
    const line = `"'=HYPERLINK(""http://evil"")",unknown,1 3,-0.018,,,`;
    expect(text.split('\r\n')).toEqual([
      'task_id,status,lines,billed_USD,expected_USD,job_id,earlier_bill',
      line,
      line,
      '',
    ]);
  });
});
