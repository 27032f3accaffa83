import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { io } from 'socket.io-client';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { type GatewayTestApp, startGatewayTestApp, userOf } from '../../test/gateway-test-app';
import { FORMS, PART_TYPE, PARTS } from '../../test/route-bodies';
import { routesOf } from '../../test/test-routes';
import { newUser, tokenFor } from '../../test/test-tokens';

type Verb = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';

describe('the token of an operator who impersonates a user', () => {
  let gateway: GatewayTestApp;
  let called: { name: string; userId?: string }[] = [];

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answerOthers((name, body) => {
      called.push({ name, userId: (body as { userId?: string }).userId });
      throw new LuitError('conflict', 'Asked for');
    });
  });
  beforeEach(() => {
    called = [];
  });
  afterAll(() => gateway.close());

  const impersonationToken = () => tokenFor(gateway.users, gateway.user, { typ: 'view' });
  const send = (route: string) => {
    const [method = '', path = ''] = route.split(' ');
    const address = path.replace('*', 'outputs/x/video.mp4').replace(':file', `${uuidv7()}.pdf`);
    const sent = request(gateway.url)[method.toLowerCase() as Verb](address.replace(/:\w+/g, () => uuidv7()));
    sent.set('authorization', `Bearer ${impersonationToken()}`);
    if (FORMS.includes(route)) return sent.field('prompt', 'a river');
    if (PARTS.includes(route)) return sent.type(PART_TYPE).send('a part');
    return method === 'GET' ? sent : sent.send({});
  };
  const routes = () => routesOf(gateway).map(({ route }) => route);

  it('changes nothing on any route: each is refused before a service is called', async () => {
    const changes = routes().filter((route) => !/^(GET|HEAD) /.test(route));
    expect(changes.length).toBeGreaterThan(50);
    const answers: Record<string, string> = {};
    for (const route of changes) {
      const { status, body } = await send(route);
      answers[route] = `${status} ${(body as { code?: string }).code}`;
    }
    expect(answers).toEqual(Object.fromEntries(changes.map((route) => [route, '403 forbidden'])));
    expect(called).toEqual([]);
  });

  it('reads what the user reads, and nothing of others or of operators', async () => {
    gateway.services.answer(authCalls.getUser, () => userOf(gateway.user));
    const { body } = await send('GET /api/auth/user').expect(200);
    expect(body).toMatchObject({ user: { id: gateway.user.id } });
    const own = await send('GET /api/auth/session').expect(200);
    expect(own.body).toMatchObject({ is_view: true, session: { user: { id: gateway.user.id } } });
    for (const route of routes().filter((each) => each.startsWith('GET '))) {
      const { status } = await send(route);
      if (route.includes('/api/admin/')) expect([route, status]).toEqual([route, 403]);
    }
    expect(called.filter(({ userId }) => userId !== undefined && userId !== gateway.user.id)).toEqual([]);
  });

  it('opens no socket, so it acknowledges nothing', async () => {
    const auth = { token: impersonationToken() };
    const socket = io(gateway.url, { auth, transports: ['websocket'], forceNew: true, reconnection: false });
    const refusal = await new Promise((resolve) => {
      socket
        .once('connect', () => resolve('connected'))
        .once('connect_error', (error: Error & { data?: { code: string } }) => resolve(error.data?.code));
    });
    socket.disconnect();
    expect(refusal).toBe('forbidden');
  });

  it('does not renew the token of a socket', async () => {
    const user = newUser();
    const auth = { token: tokenFor(gateway.users, user) };
    const socket = io(gateway.url, { auth, transports: ['websocket'], forceNew: true, reconnection: false });
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    const answer: unknown = await socket.emitWithAck('auth', { token: tokenFor(gateway.users, user, { typ: 'view' }) });
    socket.disconnect();
    expect(answer).toMatchObject({ success: false, code: 'forbidden' });
  });
});
