import type { BreachDetails, BreachMailings } from '@luit/contracts/auth/breaches';
import { authCalls } from '@luit/contracts/auth/messages';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { startGatewayTestApp, type GatewayTestApp } from '../../../test/gateway-test-app';
import { activeOperator } from '../../../test/test-operators';
import { tokenFor } from '../../../test/test-tokens';

const id = uuidv7();
const AT = '2026-11-27T09:00:00.000Z';
const BREACH: BreachDetails = {
  ...{ id, title: 'Copied backup', description: 'A backup was copied.', noticedBy: 'Asha', noticedAt: AT },
  ...{ recordedAt: AT, recordedBy: 'ops@luit.example', certInDueAt: AT, boardDueAt: AT },
  ...{ certInNotifiedAt: null, boardNotifiedAt: null, usersNotifiedAt: null, closedAt: null, accounts: 0 },
  ...{ events: [], notices: [] },
};

describe('breaches of personal data', () => {
  let gateway: GatewayTestApp;
  let authorization: string;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    authorization = `Bearer ${tokenFor(gateway.operators, gateway.user)}`;
    const { services } = gateway;
    services.answer(authCalls.checkAdminSession, () => activeOperator());
    services.answer(authCalls.recordAccess, () => ({}));
    services.answer(authCalls.recordBreach, () => BREACH);
    services.answer(authCalls.getBreach, () => BREACH);
    services.answer(authCalls.clearBreachAccounts, () => BREACH);
    services.answer(authCalls.saveBreachNotice, () => BREACH);
    services.answer(authCalls.addBreachEvent, () => BREACH);
    services.answer(authCalls.addBreachAccounts, () => ({ added: 2, unknown: [], unnamedReads: 0 }));
  });
  afterAll(() => gateway.close());

  const send = (method: 'post' | 'put', path: string, body: object) =>
    request(gateway.url)[method](`/api/admin/breaches${path}`).set({ authorization }).send(body);
  const get = (path: string) => request(gateway.url).get(`/api/admin/breaches${path}`).set({ authorization });
  const adminId = () => gateway.user.id;

  it('an operator records a breach, the affected accounts, its notices and what was done', async () => {
    const facts = { title: 'Copied backup', description: 'A backup was copied.', noticedBy: 'Asha', noticedAt: AT };
    expect((await send('post', '', facts).expect(201)).body).toMatchObject({ success: true, breach: { id } });
    expect(gateway.services.received(authCalls.recordBreach)).toEqual([{ adminId: adminId(), ...facts }]);
    const added = await send('post', `/${id}/accounts`, { kind: 'all' }).expect(200);
    expect(added.body).toMatchObject({ selection: { added: 2 } });
    await send('put', `/${id}/notices/board`, { text: 'Dear Board' }).expect(200);
    expect(gateway.services.received(authCalls.saveBreachNotice)).toEqual([
      { adminId: adminId(), breachId: id, kind: 'board', text: 'Dear Board' },
    ]);
    await send('post', `/${id}/events`, { action: 'board_notified', text: 'Reference 17' }).expect(200);
    await send('post', `/${id}/accounts/clear`, { reason: 'Wrong list' }).expect(200);
    await get(`/${id}`).expect(200);
  });

  it('an owner previews the email to the affected accounts, and sends it', async () => {
    const mailings: BreachMailings = { recipients: 12, deleted: 1, texts: [], sent: [] };
    gateway.services.answer(authCalls.getBreachMailings, () => mailings);
    gateway.services.answer(authCalls.sendBreachNotice, () => ({}));
    expect((await get(`/${id}/mailings`).expect(200)).body).toMatchObject({ data: { mailings } });
    const input = { confirmation: '12', reason: 'It is due' };
    await send('post', `/${id}/mailings`, input).expect(200);
    expect(gateway.services.received(authCalls.sendBreachNotice)).toEqual([
      { adminId: adminId(), breachId: id, ...input },
    ]);
    await send('post', `/${id}/mailings`, { reason: 'It is due' }).expect(400);
    await get('/x/mailings').expect(404);
  });

  it('incomplete and unknown input is refused', async () => {
    await send('post', '', { title: '', description: 'a', noticedBy: 'a', noticedAt: AT }).expect(400);
    await send('post', `/${id}/events`, { action: 'closed', text: '' }).expect(400);
    await send('post', `/${id}/events`, { action: 'recorded', text: 'a reason' }).expect(400);
    await send('put', `/${id}/notices/press`, { text: 'Dear press' }).expect(404);
    await get('/x').expect(404);
  });

  it('the affected accounts are exported, and the audit log records it', async () => {
    const account = { id: uuidv7(), email: 'asha@example.com', name: '=Asha', status: 'active' };
    gateway.services.answer(authCalls.listBreachAccounts, ({ cursor }) => ({
      items: [account],
      nextCursor: cursor ? null : account.id,
    }));
    gateway.services.received(authCalls.recordAccess);
    const { text } = await get(`/${id}/accounts.csv`).expect(200);
    const [head, ...rows] = text.trim().split('\r\n');
    expect(head).toBe('account,email,name,status');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain(`asha@example.com,"'=Asha",active`);
    expect(gateway.services.received(authCalls.recordAccess)[0]).toMatchObject({
      ...{ adminId: adminId(), action: 'breach_accounts_exported', subject: id },
    });
  });
});
