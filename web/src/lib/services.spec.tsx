import { render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aSession, aUser, fakeServer } from '../testing/fake-server';
import { sessionStore } from '../testing/session-environment';
import { ApiClient } from './api-client';
import { ServicesProvider, useSession } from './services';

// As in a browser: under `act` every change is drawn before the next one comes.
const env = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
let isActing: boolean | undefined;
beforeEach(() => {
  isActing = env.IS_REACT_ACT_ENVIRONMENT;
  env.IS_REACT_ACT_ENVIRONMENT = false;
});
afterEach(() => {
  env.IS_REACT_ACT_ENVIRONMENT = isActing;
});

function Rooms({ told }: { told: string[] }) {
  const { status, user } = useSession();
  return status === 'signed-in' ? <Room told={told} name={user?.id ?? ''} /> : <p>nobody</p>;
}

function Room({ told, name }: { told: string[]; name: string }) {
  useEffect(() => {
    told.push('in');
    return () => void told.push('out');
  }, [told]);
  return <p>{name}</p>;
}

describe('useSession', () => {
  it('shows that one has left before another comes, however soon that is', async () => {
    const { fetch } = fakeServer({});
    const session = sessionStore(fetch);
    const told: string[] = [];
    render(
      <ServicesProvider services={{ api: new ApiClient(fetch, session), session }}>
        <Rooms told={told} />
      </ServicesProvider>,
    );
    await session.establish(aSession('t1'));
    await screen.findByText('u-1');
    session.end();
    // What is drawn at once is drawn by now; what gives way is not.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    await session.establish(aSession('t2', { user: aUser({ id: 'u-2' }) }));
    await screen.findByText('u-2');
    expect(told).toEqual(['in', 'out', 'in']);
  });
});
