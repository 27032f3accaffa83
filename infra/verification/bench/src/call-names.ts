import { call } from '@luit/contracts/messages/message';
import { z } from 'zod';

const text = z.object({ text: z.string() });

export const ECHO = call('billing.echo', { input: text, output: text });

/** The request list of the plain ping-pong. */
export const PING_LIST = 'bench:ping';
