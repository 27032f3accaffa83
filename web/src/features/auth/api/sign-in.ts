import type { Session } from '@luit/contracts/auth/sessions';
import type { Services } from '../../../lib/services';
import { authMessages } from '../copy';

export interface SignInInput {
  email: string;
  password: string;
}

export async function signIn({ api, session }: Services, input: SignInInput): Promise<void> {
  if (!input.email || !input.password) throw new Error('Email and password are required');
  const answer = await api.call<Partial<Session>>('/api/auth/signin', { method: 'POST', body: input, bearer: null });
  if (!answer.user) throw new Error(authMessages.signInEmpty);
  await session.establish(answer as Session);
}
