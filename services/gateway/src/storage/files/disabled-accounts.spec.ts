import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import { testAccountOf } from '@luit/contracts/auth/test-accounts';
import { generationCalls } from '@luit/contracts/generation/messages';
import { unavailable } from '@luit/platform/errors/errors';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { eventually } from '@luit/platform/testing/eventually';
import { Readable } from 'node:stream';
import request from 'supertest';
import { recordOf, startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { guestTokenFor, newUser } from '../../test/test-tokens';

const OUTPUT = 'outputs/shut/video.mp4';

describe('file links of blocked or deleted accounts', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    const content = { contentType: 'video/mp4', maxBytes: 100 };
    await new FolderStorage(gateway.storageDir).put(OUTPUT, Readable.from(['the video']), content);
  });
  afterAll(() => gateway.close());

  /** The file link in the owner's list of requests. */
  const linkOf = async (owner = newUser(), accountId = owner.id) => {
    const record = recordOf(accountId, { outputKey: OUTPUT, status: 'completed' });
    gateway.services.answer(generationCalls.getRequest, () => record);
    const shown = await request(gateway.url).get(`/api/requests/${record.id}`).set(gateway.bearer(owner)).expect(200);
    return { owner, record, link: (shown.body as { request: { outputUrl: string } }).request.outputUrl };
  };
  const open = (link: string) => request(gateway.url).get(link);
  const revocation = (userId: string) => ({ userId, sessionIds: [], reason: 'blocked' as const });

  it('links are rejected on every gateway as soon as the broadcast arrives', async () => {
    const { owner, link } = await linkOf();
    await open(link).expect(200);
    await gateway.broadcasts.publish(authBroadcasts.sessionsRevoked, revocation(owner.id));
    await eventually(() => open(link).expect(403));
    const withoutOwner = link.replace(/owner=[^&]*&/, '');
    await open(withoutOwner).expect(403);
    await open((await linkOf()).link).expect(200);
  });

  it('links of tests are rejected with those of their owner', async () => {
    const owner = newUser();
    const { link } = await linkOf(owner, testAccountOf(owner.id));
    await open(link).expect(200);
    await gateway.broadcasts.publish(authBroadcasts.sessionsRevoked, revocation(owner.id));
    await eventually(() => open(link).expect(403));
  });

  it('links are rejected if the broadcast is lost, because auth is polled', async () => {
    const { owner, link, record } = await linkOf();
    gateway.services.answer(authCalls.listDisabledAccounts, ({ userIds }) => ({
      userIds: userIds.filter((id) => id === owner.id),
    }));
    await open(link).expect(403);
    const claim = guestTokenFor(gateway.guests, record.id, owner.id);
    await open(`/api/files/${OUTPUT}?claim=${claim}`).expect(403);
    gateway.services.answer(authCalls.listDisabledAccounts, () => ({ userIds: [] }));
  });

  it('while auth is unavailable its last answer is used; without one links are rejected', async () => {
    const { link } = await linkOf();
    await open(link).expect(200);
    gateway.services.answer(authCalls.listDisabledAccounts, () => {
      throw unavailable();
    });
    await open(link).expect(200);
    await open((await linkOf()).link).expect(503);
    gateway.services.answer(authCalls.listDisabledAccounts, () => ({ userIds: [] }));
  });
});
