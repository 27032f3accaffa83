import { call } from '@luit/contracts/messages/message';
import { z } from 'zod';

const text = z.object({ text: z.string() });

export const ECHO = call('billing.echo', { input: text, output: text });

/** Where the bare ping-pong asks. */
export const PING_LIST = 'bench:ping';
